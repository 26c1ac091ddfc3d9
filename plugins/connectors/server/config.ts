import { durationMs, filePath, notice, secret } from '@portico/core/server'
import { z } from 'zod'
import { targetNotices } from './targets/target-notices.ts'

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

const Section = z
  .strictObject({
    files: z
      .array(filePath(z.string()))
      .default([])
      .describe('Documents of your own: files, folders and globs, from the folder of the config file that names them'),
    targets: z.record(z.string(), Targets).default({}).describe('By the name of a connector: where its tool is, one or several'),
    packs: z
      .record(
        z.string(),
        z.strictObject({
          enabled: z
            .boolean()
            .optional()
            .describe('Off: it asks nothing and shows nothing. On: also without a target, where it needs none'),
          every: durationMs.optional().describe('How often its tool is asked, in place of what its requests say'),
        }),
      )
      .default({})
      .describe('By the name of a connector'),
    history: durationMs.prefault('400d').describe('How long the values are kept that facts had'),
    timeout: durationMs.prefault('30s').describe('How long a tool may take to answer'),
    maxMegabytes: z
      .number()
      .int()
      .min(1)
      .max(50)
      .default(5)
      .describe('Of one answer; all pages and items of a request may have four times as much'),
  })
  .superRefine(({ targets }, context) => {
    for (const [connector, list] of Object.entries(targets)) {
      const names = list.map(({ name }) => name)
      for (const name of new Set(names.filter((each, at) => names.indexOf(each) !== at)))
        context.addIssue({ code: 'custom', path: ['targets', connector], message: `the target '${name}' appears twice` })
    }
  })
export type ConnectorsSection = z.output<typeof Section>

export const connectorsSections = { connectors: notice(Section.prefault({}), targetNotices) }
