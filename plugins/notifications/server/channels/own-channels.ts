import type { Catalog } from '@portico/catalog/server'
import type { NotificationChannel } from '../notification-extensions.ts'
import type { Carrier } from '../sending/outbox.ts'
import type { Processors } from './config.ts'
import { createEmailChannel, type EmailDependencies } from './email-channel.ts'
import { createPeople } from './people.ts'
import { createSlackChannel } from './slack-channel.ts'
import { createWebhookChannel } from './webhook-channel.ts'

/** A channel that the config names; those that write to single recipients say how. */
export interface OwnChannel {
  readonly channel: NotificationChannel
  readonly carrier?: Carrier
}

/** The channels that the config names. They hold its values: a changed config has others. */
export function ownChannels(
  { email, slack, webhook, dryRun }: Processors,
  dependencies: Omit<EmailDependencies, 'people' | 'isDryRun' | 'catalog'> & { readonly catalog: Catalog },
): OwnChannel[] {
  const shared = { ...dependencies, people: createPeople(dependencies.catalog), isDryRun: dryRun }
  return [
    ...(email ? [createEmailChannel(email, shared)] : []),
    ...slack.map(settings => createSlackChannel(settings, shared)),
    ...webhook.map(settings => ({ channel: createWebhookChannel(settings, shared) })),
  ]
}
