import { catalogService, type Catalog } from '@portico/catalog/server'
import { document, startCatalog } from '@portico/catalog/testing'
import type { ServerPlugin } from '@portico/core/server'
import { eventually } from '@portico/core/testing'
import { notificationsApi, type NewNotification, type Notification } from '@portico/notifications/common'
import { readFileSync, writeFileSync } from 'node:fs'
import { signalsPlugin } from '@portico/signals/server'
import {
  notificationExtensions,
  notificationRecords,
  notificationsOn,
  notificationsPlugin,
  type ChannelDelivery,
  type NotificationDraft,
  type NotificationRecords,
  type Notifications,
} from '@portico/notifications/server'

export const jane = 'user:default/jane'
export const joe = 'user:default/joe'
const organisation = [
  document('Group', 'company', { spec: { children: ['web'] } }),
  document('Group', 'web', { spec: { parent: 'company', children: [], members: ['joe'] } }),
  document('User', 'jane', { spec: { memberOf: ['company'], profile: { email: 'jane@example.com' } } }),
  document('User', 'joe', { spec: { memberOf: [] } }),
  document('Component', 'lamp', { spec: { owner: 'web', type: 'lamp' } }),
  document('Component', 'shop', { spec: { owner: 'web', team: 1 } }),
].join('\n---\n')

/** A server with a small organisation, a channel that keeps what it is given, and a processor that does as it is told. */
export async function startNotifications({
  logTo,
  app,
  ...options
}: {
  readonly app?: object
  readonly processors?: object
  readonly announcers?: readonly string[]
  readonly logTo?: { write(line: string): unknown }
} = {}) {
  const carried: ChannelDelivery[] = []
  const behaviour = { failures: 0, process: (draft: NotificationDraft): NotificationDraft | undefined => draft }
  let notifications: Notifications | undefined
  let catalogOfPlugins: Catalog | undefined
  let records: NotificationRecords | undefined
  const uses = { extensions: notificationExtensions, catalog: catalogService, records: notificationRecords }
  const pigeons: ServerPlugin<{}, typeof uses> = {
    id: 'pigeons',
    uses,
    setup(core, { extensions, catalog, records: offered }) {
      catalogOfPlugins = catalog
      records = offered
      notifications = notificationsOn(core.work.events)
      extensions.addProcessor({ id: 'pigeons', process: draft => behaviour.process(draft) })
      extensions.addChannel({
        id: 'Pigeon',
        accepts: ({ payload }) => payload.severity !== 'low',
        async send(delivery) {
          if (behaviour.failures-- > 0) throw new Error('The pigeon is lost')
          carried.push(delivery)
        },
      })
    },
  }
  const catalog = await startCatalog(
    { 'catalog-info.yaml': organisation },
    {
      plugins: [signalsPlugin, notificationsPlugin, pigeons],
      config: { notifications: { rateLimit: { limit: 300 }, ...options }, ...(app && { app }) },
      ...(logTo && { logTo }),
    },
  )
  const { server } = catalog
  await eventually(async () => {
    const web = await server.as({ plugin: 'test' }).fetch('/api/catalog/entities/by-name/group/default/web')
    const { relations = [] } = (await web.json()) as { relations?: { type: string }[] }
    const types = relations.map(({ type }) => type)
    if (!['hasMember', 'childOf', 'ownerOf'].every(type => types.includes(type))) throw new Error('The organisation is not there yet')
  })
  const send = (recipients: NewNotification['recipients'], payload: NewNotification['payload'] = { title: 'Hello' }, plugin = 'test') =>
    server.as({ plugin }).call(notificationsApi.sendNotification, { body: { recipients, payload } })
  const list = (user: string, query: object = {}) => server.as(user).call(notificationsApi.listNotifications, { query })

  return {
    server,
    organisation,
    /** Replaces the organisation. */
    write: (text: string) => catalog.write('catalog-info.yaml', text),
    carried,
    behaviour,
    /** As another plugin has it. */
    notifications: notifications!,
    catalog: catalogOfPlugins!,
    records: records!,
    send,
    sendTo: (entityRef: string | string[], payload?: NewNotification['payload'], plugin?: string) =>
      send({ type: 'entity', entityRef }, payload, plugin),
    broadcast: (payload?: NewNotification['payload']) => send({ type: 'broadcast' }, payload),
    list,
    titles: async (user: string, query: object = {}) => (await list(user, query)).notifications.map(({ payload }) => payload.title),
    /** The status and code of a request that fails. */
    async refusal(who: string | { plugin: string } | undefined, method: string, path: string, body?: unknown) {
      const init = { method, ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }) }
      const response = await server.as(who).fetch(`/api/notifications${path}`, init)
      const { error } = (await response.json()) as { error?: { code?: string } }
      return [response.status, error?.code]
    },
    /** Changes the config as an administrator does, in the file. */
    changeConfig(section: 'notifications' | 'app', values: object): void {
      const config = JSON.parse(readFileSync(server.configFile, 'utf8')) as Record<string, object>
      writeFileSync(server.configFile, JSON.stringify({ ...config, [section]: { ...config[section], ...values } }))
    },
    /** Jobs and messages that wait for their next attempt have it now. */
    async retryNow() {
      await server.database.pool.query(`update notifications.outgoing set due_at = now() where state = 'waiting'`)
      await server.database.pool.query(
        `with due as (update core.job set run_at = now() where state = 'waiting' returning plugin || '/' || name as queue) select pg_notify('portico_job', queue) from due`,
      )
    },
    /** As if nothing had been sent yet. */
    async clear() {
      carried.splice(0)
      Object.assign(behaviour, { failures: 0, process: (draft: NotificationDraft) => draft })
      const tables = ['notification', 'broadcast_state', 'channel_setting', 'origin_rate', 'outgoing'].map(name => `notifications.${name}`)
      await server.database.pool.query(`delete from core.job where state = 'waiting'`)
      await server.database.pool.query(`truncate ${tables.join()}`)
    },
    stop: catalog.stop,
  }
}

export type TestNotifications = Awaited<ReturnType<typeof startNotifications>>

/** The users who got one, in order. */
export function usersOf(sent: readonly Notification[]): (string | null)[] {
  return sent.map(({ user }) => user).sort()
}
