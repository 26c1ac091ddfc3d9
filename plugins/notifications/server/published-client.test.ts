import { jane, startNotifications, type TestNotifications } from '@portico/notifications/testing'
import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

interface PublishedNotification {
  readonly id: string
  readonly origin: string
  readonly read: string | null
  readonly saved: string | null
  readonly payload: { readonly title: string }
}
type Filters = {
  search?: string
  read?: boolean
  saved?: boolean
  createdAfter?: Date
  minimumSeverity?: string
  topic?: string
  limit?: number
  offset?: number
  sort?: string
  sortOrder?: 'asc' | 'desc'
}
type Settings = { channels: { id: string; origins: { id: string; enabled: boolean; topics?: { id: string; enabled: boolean }[] }[] }[] }
interface PublishedClient {
  getNotifications(options?: Filters): Promise<{ totalCount: number; notifications: PublishedNotification[] }>
  getNotification(id: string): Promise<PublishedNotification>
  getStatus(): Promise<{ unread: number; read: number }>
  getTopics(options?: Filters): Promise<{ topics: string[] }>
  updateNotifications(options: { ids: string[]; read?: boolean; saved?: boolean }): Promise<PublishedNotification[]>
  getNotificationSettings(): Promise<Settings>
  updateNotificationSettings(settings: Settings): Promise<Settings>
}
type Published = new (options: {
  discoveryApi: { getBaseUrl(plugin: string): Promise<string> }
  fetchApi: { fetch: typeof fetch }
}) => PublishedClient

/** Only the module of the client: the rest of the package is React components. */
async function loadPublished(): Promise<Published> {
  const folder = path.dirname(createRequire(import.meta.url).resolve('@backstage/plugin-notifications/package.json'))
  const module = (await import(pathToFileURL(path.join(folder, 'dist/api/NotificationsClient.esm.js')).href)) as {
    NotificationsClient: Published
  }
  return module.NotificationsClient
}

let inbox: TestNotifications
let client: PublishedClient
beforeAll(async () => {
  inbox = await startNotifications()
  const { token } = await inbox.server.server.services.tokens.userTokens.issue({ userEntityRef: jane })
  const Client = await loadPublished()
  client = new Client({
    discoveryApi: { getBaseUrl: async plugin => `${inbox.server.url}/api/${plugin}` },
    fetchApi: { fetch: (input, init) => fetch(input, { ...init, headers: { ...init?.headers, authorization: `Bearer ${token}` } }) },
  })
})
afterAll(() => inbox.stop())
beforeEach(() => inbox.clear())

// Clients written for the reference must work: its own published client is the judge.
test('the published client lists, filters, orders and counts notifications', async () => {
  const start = new Date(Date.now() - 60_000)
  await inbox.sendTo(jane, { title: 'Build failed', severity: 'high', topic: 'builds' })
  await inbox.sendTo(jane, { title: 'Docs changed', topic: 'docs' })
  await inbox.broadcast({ title: 'Maintenance', severity: 'low' })
  const titles = async (options?: Filters) => (await client.getNotifications(options)).notifications.map(({ payload }) => payload.title)
  expect(await titles()).toEqual(['Maintenance', 'Docs changed', 'Build failed'])
  expect(await titles({ sort: 'created', sortOrder: 'asc', limit: 2, offset: 1 })).toEqual(['Docs changed', 'Maintenance'])
  expect(await titles({ search: 'docs', read: false, saved: false, createdAfter: start })).toEqual(['Docs changed'])
  expect(await titles({ topic: 'builds' })).toEqual(['Build failed'])
  expect(await titles({ minimumSeverity: 'high' })).toEqual(['Build failed'])
  expect((await client.getNotifications({ limit: 1 })).totalCount).toBe(3)
  expect(await client.getStatus()).toEqual({ unread: 3, read: 0 })
  expect((await client.getTopics({ read: false })).topics.sort()).toEqual(['builds', 'docs'])
})

test('the published client reads one, marks them, and changes the settings; what it may not see is its error', async () => {
  const [sent] = await inbox.sendTo(jane, { title: 'Hello', topic: 'greetings' })
  const one = await client.getNotification(sent!.id)
  expect([one.payload.title, one.origin, one.read]).toEqual(['Hello', 'plugin:test', null])
  const [marked] = await client.updateNotifications({ ids: [one.id], read: true, saved: true })
  expect([typeof marked?.read, typeof marked?.saved]).toEqual(['string', 'string'])
  expect(await client.getStatus()).toEqual({ unread: 0, read: 1 })
  const settings = await client.getNotificationSettings()
  expect(settings.channels.find(({ id }) => id === 'Web')?.origins).toEqual([
    { id: 'plugin:test', enabled: true, topics: [{ id: 'greetings', enabled: true }] },
  ])
  const off = await client.updateNotificationSettings({ channels: [{ id: 'Web', origins: [{ id: 'plugin:test', enabled: false }] }] })
  expect(off.channels.find(({ id }) => id === 'Web')?.origins[0]).toMatchObject({ id: 'plugin:test', enabled: false })
  const [theirs] = await inbox.sendTo('user:default/joe', { title: 'Private' }, 'other')
  await expect(client.getNotification(theirs!.id)).rejects.toMatchObject({ name: 'ResponseError', statusCode: 404 })
})
