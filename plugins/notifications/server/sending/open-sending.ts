import type { Catalog } from '@portico/catalog/server'
import type { Core } from '@portico/core/server'
import type { Signals } from '@portico/signals/server'
import { ownChannels } from '../channels/own-channels.ts'
import { createSigningKeyStore } from '../channels/signing-key-store.ts'
import { createUnsubscribe } from '../channels/unsubscribe.ts'
import type { notificationsSections } from '../config.ts'
import type { NotificationStore } from '../inbox/notification-store.ts'
import type { SettingStore } from '../inbox/setting-store.ts'
import { createDeliveries } from './deliveries.ts'
import { createExtensions } from './extensions.ts'
import { createOutbox } from './outbox.ts'
import { createOutgoingStore } from './outgoing-store.ts'
import { createRecipients } from './recipients.ts'
import { createSend } from './send.ts'
import { createUndelivered } from './undelivered.ts'

interface Dependencies {
  readonly store: NotificationStore
  readonly settings: SettingStore
  readonly catalog: Catalog
  readonly signals: Signals
}

/** Everything that carries notifications to users: in the portal, and by the channels of the config and of plugins. */
export function openSending(core: Core<typeof notificationsSections>, { store, settings, catalog, signals }: Dependencies) {
  const { config, onConfig, db, log, work, server } = core
  const { jobs } = work
  const extensions = createExtensions(log)
  const deliveries = createDeliveries({ jobs, extensions, settings })
  const recipients = createRecipients(catalog)
  let { rateLimit } = config.notifications
  const send = createSend({ store, settings, recipients, extensions, deliveries, signals, rateLimit: () => rateLimit })
  const outgoing = createOutgoingStore(db)
  const messages = core.telemetry.meter.createCounter('portico.notifications.messages', {
    description: 'Messages to single recipients by channel and outcome',
  })
  const outbox = createOutbox({
    store: outgoing,
    jobs,
    log,
    carrierOf: extensions.carrierOf,
    count: (channel, outcome) => messages.add(1, { channel, outcome }),
  })
  const { signingKey } = createSigningKeyStore(db)
  const { discovery, appTitle } = server
  const places = { appUrl: discovery.appUrl(), apiUrl: discovery.externalUrl('notifications'), title: appTitle }
  function follow(section: typeof config.notifications): void {
    extensions.setOwn(ownChannels(section.processors, { ...places, catalog, outbox, preferences: settings, signingKey, log }))
    rateLimit = section.rateLimit
  }
  follow(config.notifications)
  onConfig('notifications', follow)
  work.scheduler.schedule({
    id: 'maintain-outgoing',
    description: 'Reports messages whose server stopped while it sent them, and deletes the records of old ones',
    frequency: { minutes: 5 },
    timeout: { minutes: 4 },
    initialDelay: { minutes: 1 },
    run: signal => outbox.maintain(signal),
  })
  const undelivered = createUndelivered(outgoing)
  server.inspection.reportProblems('notifications', undelivered.problem)
  return { extensions, send, undelivered, unsubscribe: createUnsubscribe({ settings, signingKey }) }
}
