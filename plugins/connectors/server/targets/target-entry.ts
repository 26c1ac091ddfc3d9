import { secret } from '@portico/core/server'
import { z } from 'zod'

const text = z.string().min(1)
const hidden = secret(text)

const Auth = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('none') }),
  z.strictObject({
    type: z.literal('header'),
    name: text.optional().describe('By default the one that the tool reads'),
    value: hidden.optional(),
    headers: z.record(z.string(), hidden).optional().describe('Several headers by name'),
  }),
  z.strictObject({ type: z.literal('bearer'), token: hidden }),
  z.strictObject({ type: z.literal('basic'), username: z.string(), password: secret(z.string()) }),
  z.strictObject({
    type: z.literal('oauth'),
    tokenUrl: z.url({ protocol: /^https?$/ }),
    clientId: text,
    clientSecret: hidden,
    scope: text.optional(),
  }),
  z.strictObject({
    type: z.literal('integration'),
    host: text.optional().describe('A host of integrations; by default the only one of its type'),
  }),
])

const TargetEntry = z
  .strictObject({
    name: z.string().min(1).max(100).default('default').describe('What annotations call this instance'),
    baseUrl: z
      .url({ protocol: /^https?$/ })
      .optional()
      .describe('Where the tool is; https, unless it is on this machine'),
    webUrl: z
      .url({ protocol: /^https?$/ })
      .optional()
      .describe('Where people open it, if elsewhere'),
    auth: Auth.default({ type: 'none' }),
    perMinute: z.number().int().min(1).max(10_000).optional().describe('Requests to it in a minute, over all servers'),
    concurrent: z.number().int().min(1).max(50).optional().describe('Requests to it at once'),
    webhookSecret: hidden.optional().describe('What the tool proves its webhooks with'),
    values: z.record(z.string(), z.coerce.string()).default({}).describe('What else the connector asks for'),
  })
  .superRefine(({ baseUrl, auth }, context) => {
    const isLoopback = baseUrl !== undefined && /^http:\/\/(127\.0\.0\.1|localhost|\[::1\])[:/]?/.test(baseUrl)
    if (auth.type !== 'none' && auth.type !== 'integration' && baseUrl?.startsWith('http:') && !isLoopback)
      context.addIssue({ code: 'custom', path: ['baseUrl'], message: 'credentials are sent by https only: use an address of https' })
  })
export type TargetEntry = z.output<typeof TargetEntry>

export const Targets = z.union([TargetEntry.transform(entry => [entry]), z.array(TargetEntry).max(50)])
