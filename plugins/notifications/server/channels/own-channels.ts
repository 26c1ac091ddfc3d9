import type { Catalog } from '@portico/catalog/server'
import type { Jobs, Logger } from '@portico/core/server'
import type { NotificationChannel } from '../notification-extensions.ts'
import type { MailStore } from '../store/mail-store.ts'
import type { Processors } from './config.ts'
import { createEmailChannel } from './email-channel.ts'
import { createPeople } from './people.ts'
import { createSlackChannel } from './slack-channel.ts'
import { createWebhookChannel } from './webhook-channel.ts'

/** The channels that the config names. */
export function ownChannels(
  { email, slack, webhook, dryRun }: Processors,
  dependencies: {
    readonly catalog: Catalog
    readonly store: MailStore
    readonly jobs: Jobs
    readonly log: Logger
    readonly appUrl: string
    readonly apiUrl: string
    readonly title: string
  },
): NotificationChannel[] {
  const shared = { ...dependencies, people: createPeople(dependencies.catalog), isDryRun: dryRun }
  return [
    ...(email ? [createEmailChannel({ ...shared, settings: email })] : []),
    ...slack.map(settings => createSlackChannel(settings, shared)),
    ...webhook.map(settings => createWebhookChannel(settings, shared)),
  ]
}
