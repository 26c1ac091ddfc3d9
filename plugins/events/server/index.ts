import { defineServerPlugin } from '@portico/core/server'
import { eventsApi, readDeliveriesPermission } from '@portico/events/common'
import { integrationsService } from '@portico/integrations/server'
import { createBus } from './bus/bus.ts'
import { createSubscriptionStore } from './bus/subscription-store.ts'
import { eventsSections } from './config.ts'
import { createDeliveries } from './deliveries/deliveries.ts'
import { createDeliveryStore } from './deliveries/delivery-store.ts'
import { toDeliverySettings } from './deliveries/settings.ts'
import { createTopics } from './deliveries/topics.ts'
import { migrations } from './migrations/index.ts'
import { eventsRoutes } from './routes.ts'

const dayMs = 24 * 3_600_000
const maxSeenDeliveries = 100_000

/** Takes webhooks of hosts and events of programs outside, and puts them on the bus of the portal. */
export const eventsPlugin = defineServerPlugin({
  id: 'events',
  config: eventsSections,
  uses: { integrations: integrationsService },
  migrations,
  permissions: { permissions: [readDeliveriesPermission] },
  setup({ config, onConfig, onStop, db, implement, telemetry, work: { events, scheduler } }, { integrations }) {
    let section = config.events
    let settings = toDeliverySettings(section, integrations.webhookSecrets())
    const follow = () => void (settings = toDeliverySettings(section, integrations.webhookSecrets()))
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
    const subscriptionStore = createSubscriptionStore(db)
    const bus = createBus({ store: subscriptionStore, events })
    onStop(bus.stop)
    scheduler.schedule({
      id: 'forget-old-events',
      description: 'Removes subscriptions that nobody reads any more, and events and traces of deliveries older than a day',
      frequency: { hours: 1 },
      timeout: { minutes: 5 },
      run: async () => {
        const yesterday = new Date(Date.now() - dayMs)
        await subscriptionStore.forget(yesterday)
        await deliveryStore.forgetSeen(yesterday, maxSeenDeliveries)
      },
    })
    implement(eventsApi, eventsRoutes({ take, topics, bus }))
  },
})
