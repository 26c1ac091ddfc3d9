import { durationMs, secret } from '@portico/core/server'
import { Severity } from '@portico/notifications/common'
import { z } from 'zod'

const filter = z
  .strictObject({
    minSeverity: Severity.exactOptional().describe('Only what is at least this severe'),
    maxSeverity: Severity.exactOptional().describe('Only what is at most this severe'),
    excludedTopics: z.array(z.string()).default([]).describe('Topics that are left out'),
  })
  .prefault({})
export type ChannelFilter = z.output<typeof filter>

const Email = z.strictObject({
  transportConfig: z.strictObject({
    transport: z.literal('smtp').default('smtp'),
    hostname: z.string().min(1).describe('The mail server'),
    port: z.int().min(1).max(65_535).default(587),
    secure: z.boolean().default(false).describe('TLS from the first byte, as on port 465; otherwise STARTTLS where the server offers it'),
    requireTls: z.boolean().default(false).describe('Sends nothing over a connection that is not encrypted'),
    username: z.string().exactOptional(),
    password: secret(z.string()).exactOptional(),
  }),
  sender: z.string().min(3).describe('The address that mails come from'),
  replyTo: z.string().exactOptional(),
  digest: z
    .union([z.literal(false), durationMs])
    .default(false)
    .describe('What comes within this time is one mail, except what is critical; false sends each at once'),
  broadcastConfig: z
    .strictObject({
      receiver: z
        .enum(['none', 'users', 'config'])
        .default('none')
        .describe('Who gets broadcasts by mail: nobody, all users of the catalog, or receiverEmails'),
      receiverEmails: z.array(z.string()).default([]).describe('Who gets broadcasts, where the receiver is config'),
    })
    .prefault({}),
  concurrencyLimit: z.int().min(1).default(2).describe('How many mails a server sends at once, up to 10'),
  throttleInterval: durationMs.prefault('100ms').describe('The time between two mails of a server'),
  cache: z.unknown().exactOptional().describe('Has no effect: addresses are read from the catalog'),
  allowlistEmailAddresses: z
    .array(z.string())
    .exactOptional()
    .describe('Mails go to these addresses and to no others; for copies of a portal'),
  denylistEmailAddresses: z.array(z.string()).exactOptional().describe('Mails never go to these addresses'),
  filter,
})
export type EmailSettings = z.output<typeof Email>

const Slack = z.strictObject({
  id: z.string().min(1).default('Slack').describe('How users see the channel in their settings'),
  token: secret(z.string()).describe('The token of a bot with chat:write and users:read.email'),
  broadcastChannels: z.array(z.string()).default([]).describe('Where broadcasts go'),
  apiUrl: z.url().default('https://slack.com/api'),
  filter,
})
export type SlackSettings = z.output<typeof Slack>

const Webhook = z.strictObject({
  id: z.string().min(1).default('Webhook').describe('How users see the channel in their settings'),
  url: z.url({ protocol: /^https?$/ }).describe('Where notifications are posted'),
  secret: secret(z.string().min(16)).describe('Signs every request, as x-portico-signature'),
  filter,
})
export type WebhookSettings = z.output<typeof Webhook>

/** `notifications.processors`: the channels besides the portal's own pages. */
export const Processors = z
  .strictObject({
    email: Email.exactOptional(),
    slack: z.array(Slack).default([]),
    webhook: z.array(Webhook).default([]),
    dryRun: z.boolean().default(false).describe('Channels write to the log what they would send, and send nothing'),
  })
  .prefault({})
  .describe('Channels by which notifications reach users besides the portal')
export type Processors = z.output<typeof Processors>
