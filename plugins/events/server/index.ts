import { defineServerPlugin, answer } from '@portico/core/server'
import { eventsApi, readDeliveriesPermission } from '@portico/events/common'
import { integrationsService } from '@portico/integrations/server'
import { createBus } from './bus.ts'
import { eventsSections, type EventsSection } from './config.ts'
import { createDeliveries } from './deliveries.ts'
import { createDeliveryStore } from './delivery-store.ts'
import * as first from './migrations/0001-events.ts'
import * as second from './migrations/0002-deliveries.ts'
import * as third from './migrations/0003-seen-deliveries.ts'
import { createChecks } from './signatures.ts'
import { createSubscriptionStore } from './subscription-store.ts'
import { createTopics } from './topics.ts'

const dayMs = 24 * 3_600_000
const maxSeenDeliveries = 100_000

/** Takes webhooks of hosts and events of programs outside, and puts them on the bus of the portal. */
export const eventsPlugin = defineServerPlugin({
  id: 'events',
  config: eventsSections,
  uses: { integrations: integrationsService },
  migrations: { '0001-events': first, '0002-deliveries': second, '0003-seen-deliveries': third },
  permissions: { permissions: [readDeliveriesPermission] },
  setup({ config, onConfig, onStop, db, implement, telemetry, work: { events, scheduler } }, { integrations }) {
    let section = config.events
    let settings = toSettings(section, integrations.webhookSecrets())
    const follow = () => void (settings = toSettings(section, integrations.webhookSecrets()))
    integrations.onChange(follow)
    onConfig('events', changed => {
      section = changed
      follow()
    })
    const counter = telemetry.meter.createCounter('portico.events.deliveries', { description: 'Webhooks that were taken, by topic' })
    const deliveryStore = createDeliveryStore(db)
    const topics = createTopics({ store: deliveryStore, settings: () => settings })
    const onTaken = (topic: string) => {
      counter.add(1, { topic })
      return topics.taken(topic)
    }
    const take = createDeliveries({ events, store: deliveryStore, settings: () => settings, onTaken, onRefused: topics.refused })
    const store = createSubscriptionStore(db)
    const bus = createBus({ store, events })
    onStop(bus.stop)
    scheduler.schedule({
      id: 'forget-old-events',
      description: 'Removes subscriptions that nobody reads any more, and events and traces of deliveries older than a day',
      frequency: { hours: 1 },
      timeout: { minutes: 5 },
      run: async () => {
        const yesterday = new Date(Date.now() - dayMs)
        await store.forget(yesterday)
        await deliveryStore.forgetSeen(yesterday, maxSeenDeliveries)
      },
    })

    implement(eventsApi, {
      deliver: async ({ params, request, stream }) => {
        await take(params.topic, request.headers, stream)
        return { status: 'accepted' as const }
      },
      listTopics: async () => ({ items: await topics.list() }),
      publish: async ({ body }) => {
        const isLeft = await bus.publish({ topic: body.event.topic, payload: body.event.payload }, body.notifiedSubscribers ?? [])
        return answer(undefined, { status: isLeft ? 201 : 204 })
      },
      subscribe: ({ params, body }) => bus.subscribe(params.id, body.topics),
      readEvents: async ({ params, signal }) => {
        const found = await bus.read(params.id, signal)
        return found.length > 0 ? { events: found } : answer(undefined as never, { status: 202 })
      },
    })
  },
})

function toSettings({ http, modules }: EventsSection, ofApps: readonly string[]) {
  const { github, gitlab, bitbucketCloud, bitbucketServer, gitea, circleci, jenkins, azureDevOps } = modules
  const checks = createChecks({
    github: [...ofApps, ...(github?.webhookSecret === undefined ? [] : [github.webhookSecret])],
    gitlab: gitlab?.webhookSecret,
    bitbucketCloud: bitbucketCloud?.webhookSecret,
    bitbucketServer: bitbucketServer?.webhookSecret,
    gitea: gitea?.webhookSecret,
    circleci: circleci?.webhookSecret,
    jenkins: jenkins?.webhookSecret,
    azureDevOps: azureDevOps?.password === undefined ? undefined : { username: azureDevOps.username, password: azureDevOps.password },
  })
  return { checks, topics: http.topics }
}
