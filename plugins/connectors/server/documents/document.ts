import { columnTypes, factTypes, Tone } from '@portico/connectors/common'
import { parseDuration } from '@portico/core/common'
import { z } from 'zod'
import { factsOfView, ShortName, Template, Title, View } from './view-schema.ts'

const Name = z
  .string()
  .max(60)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'a name has lower-case letters, digits and hyphens')
const Description = z.string().max(1000)
/** JSONata. */
export const Expression = z.string().min(1).max(5000)
const DurationMs = z.union([z.string(), z.number()]).transform((given, context) => {
  const ms = toMs(given)
  if (ms !== undefined && ms >= 1000) return ms
  context.addIssue({ code: 'custom', message: `'${given}' is not a length of time: write it as 30s, 5m, 1h or 7d` })
  return z.NEVER
})
const States = z.record(z.string().max(200), Tone)
const Labels = z.record(z.string().max(200), Title)
const HttpAddress = z.url({ protocol: /^https?$/ })

export const authKinds = ['none', 'header', 'bearer', 'basic', 'oauth', 'integration'] as const
export const integrationTypes = ['github', 'gitlab', 'bitbucketCloud', 'bitbucketServer', 'azure'] as const

const Annotation = z.strictObject({
  key: z.string().min(1).max(317),
  description: Description.optional(),
  required: z.boolean().default(false),
  use: z.enum(['target', 'modifier']).optional(),
  /** What stands before it may be the name of a target. */
  prefix: z.string().min(1).max(5).optional(),
})

const Limits = z.strictObject({
  perMinute: z.number().int().min(1).max(10_000).default(60),
  concurrent: z.number().int().min(1).max(50).default(4),
})

export const TargetSpec = z.strictObject({
  baseUrl: HttpAddress.optional(),
  webUrl: HttpAddress.optional(),
  auth: z.array(z.enum(authKinds)).min(1).default(['none']),
  header: z.string().max(100).optional(),
  /** Headers that the config must have, where the tool reads several. */
  headers: z.array(z.string().max(100)).max(10).optional(),
  prefix: z.string().max(50).optional(),
  integration: z.enum(integrationTypes).optional(),
  values: z
    .record(
      ShortName,
      z.strictObject({
        description: Description.optional(),
        required: z.boolean().default(false),
        default: z.string().max(1000).optional(),
      }),
    )
    .default({}),
  limits: Limits.prefault({}),
})

const Paging = z.strictObject({
  /** `link`, or an expression that gives an address or a cursor. */
  next: Expression,
  as: z.string().max(100).optional(),
  items: Expression.optional(),
  max: z.number().int().min(1).max(50).default(5),
})

const Batch = z.strictObject({
  size: z.number().int().min(1).max(1000).default(50),
  key: Template,
  items: Expression,
  /** Of an item: the key of its entity. */
  of: Expression,
})

const QueryValue = z.union([Template, z.number(), z.boolean(), z.array(Template).max(50)])
type Body = string | number | boolean | null | Body[] | { [key: string]: Body }
const Body: z.ZodType<Body> = z.json() as z.ZodType<Body>

const sent = {
  path: Template.default(''),
  query: z.record(z.string().max(200), QueryValue).optional(),
  headers: z.record(z.string().max(100), Template).optional(),
  body: Body.optional(),
}

const Request = z.strictObject({
  name: ShortName,
  when: Expression.optional(),
  each: Expression.optional(),
  method: z.enum(['GET', 'POST']).default('GET'),
  ...sent,
  accept: z.enum(['json', 'text', 'csv', 'auto']).default('json'),
  paging: Paging.optional(),
  every: DurationMs.prefault('5m'),
  staleAfter: DurationMs.optional(),
  none: z.union([z.literal('empty').transform(() => [404, 410]), z.array(z.number().int().min(400).max(499)).max(10)]).optional(),
  batch: Batch.optional(),
})

const Column = z.strictObject({
  name: ShortName,
  title: Title,
  type: z.enum(columnTypes).default('text'),
  href: ShortName.optional(),
  unit: z.string().max(30).optional(),
  states: States.optional(),
  labels: Labels.optional(),
})

const Fact = z.strictObject({
  name: ShortName,
  title: Title,
  type: z.enum(factTypes),
  unit: z.string().max(30).optional(),
  description: Description.optional(),
  from: z.union([ShortName.transform(name => [name]), z.array(ShortName).min(1).max(5)]).optional(),
  value: Expression,
  every: DurationMs.optional(),
  states: States.optional(),
  labels: Labels.optional(),
  columns: z.array(Column).min(1).max(12).optional(),
  indexed: z.boolean().default(false),
  history: z.boolean().optional(),
})

const Action = z.strictObject({
  name: ShortName,
  title: Title,
  description: Description.optional(),
  when: Expression.optional(),
  confirm: Template.optional(),
  form: z.looseObject({ type: z.literal('object') }).optional(),
  request: z.strictObject({ method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).default('POST'), ...sent }),
  refresh: z.array(ShortName).max(20).default([]),
})

const Webhook = z.strictObject({
  name: ShortName.default('default'),
  verify: z.strictObject({
    type: z.enum(['hmac-sha256', 'token']),
    header: z.string().min(1).max(100),
    prefix: z.string().max(20).default(''),
  }),
  entities: Expression,
  key: z.string().min(1).max(317),
  refresh: z.array(ShortName).max(20).default([]),
})

const Shape = z.strictObject({
  apiVersion: z.literal('portico/v1'),
  kind: z.literal('Connector'),
  metadata: z.strictObject({
    name: Name,
    title: Title,
    description: Description.optional(),
    icon: z.string().max(50).optional(),
    docs: HttpAddress.optional(),
  }),
  spec: z.strictObject({
    annotations: z.array(Annotation).min(1).max(20),
    kinds: z.array(z.string().min(1).max(63)).min(1).max(20).optional(),
    match: Expression.optional(),
    target: TargetSpec.prefault({}),
    requests: z.array(Request).max(20).default([]),
    facts: z.array(Fact).min(1).max(50),
    views: z.array(View).max(20).default([]),
    actions: z.array(Action).max(10).default([]),
    webhooks: z.array(Webhook).max(3).default([]),
  }),
})

/** A connector as it is written. */
export const ConnectorDocument = Shape.superRefine((document, context) => {
  const say = (path: readonly (string | number)[], message: string) =>
    context.addIssue({ code: 'custom', path: ['spec', ...path], message })
  const { annotations, requests, facts, views, actions, webhooks } = document.spec
  twice(
    annotations.map(({ key }) => key),
    at => say(['annotations', at, 'key'], 'this annotation is listed twice'),
  )
  if (annotations.every(({ use }) => use !== undefined))
    say(['annotations'], "at least one annotation has no 'use': entities that have it match")
  for (const [list, items] of Object.entries({ requests, facts, actions }))
    twice(
      items.map(({ name }) => name),
      at => say([list, at, 'name'], `two ${list} have this name`),
    )
  const known = new Map(requests.map(({ name }, at) => [name, at]))
  const names = new Map(facts.map(fact => [fact.name, fact]))
  facts.forEach(({ from, type, columns, states, labels, indexed }, at) => {
    if (indexed && type === 'list') say(['facts', at, 'indexed'], 'lists cannot be indexed: the catalog filters and sorts by single values')
    for (const name of from ?? []) if (!known.has(name)) say(['facts', at, 'from'], `there is no request '${name}'`)
    if (columns && type !== 'list') say(['facts', at, 'columns'], 'only lists have columns')
    for (const [key, given] of Object.entries({ states, labels }))
      if (given && type !== 'state') say(['facts', at, key], `only facts of the type state have ${key}`)
  })
  const fact = (path: readonly (string | number)[], name: string, types?: readonly string[]) => {
    const found = names.get(name)
    if (!found) say(path, `there is no fact '${name}'`)
    else if (types && !types.includes(found.type)) say(path, `the fact '${name}' is of the type ${found.type}, not ${types.join(' or ')}`)
    return found
  }
  views.forEach((view, at) => {
    const path = ['views', at] as const
    for (const { name, key, types } of factsOfView(view)) fact([...path, ...key], name, types)
    if ((view.type === 'card' || view.type === 'tab') && !view.facts && !view.sections) say(path, "it needs 'facts' or 'sections'")
    if (view.type === 'column' && names.has(view.fact) && !names.get(view.fact)?.indexed)
      say([...path, 'fact'], `the fact '${view.fact}' is not 'indexed: true', so the catalog cannot show it in a column`)
  })
  ;[
    ...actions.map((each, at) => ['actions', at, each.refresh] as const),
    ...webhooks.map((each, at) => ['webhooks', at, each.refresh] as const),
  ].forEach(([list, at, refresh]) =>
    refresh.forEach((name, index) => {
      if (!known.has(name)) say([list, at, 'refresh', index], `there is no request '${name}'`)
    }),
  )
  webhooks.forEach(({ key }, at) => {
    if (!annotations.some(each => each.key === key)) say(['webhooks', at, 'key'], `'${key}' is none of the annotations of this connector`)
  })
  requests.forEach(({ batch, each }, at) => {
    if (batch && each) say(['requests', at, 'each'], "a request has 'batch' or 'each', not both")
  })
})
export type ConnectorDocument = z.output<typeof Shape>
export type TargetSpec = z.output<typeof TargetSpec>
export type ConnectorRequest = ConnectorDocument['spec']['requests'][number]
export type ConnectorFact = ConnectorDocument['spec']['facts'][number]
export type RequestParts = Pick<ConnectorRequest, 'path' | 'query' | 'headers' | 'body'>

function twice(names: readonly string[], say: (at: number) => void): void {
  names.forEach((name, at) => {
    if (names.indexOf(name) !== at) say(at)
  })
}

function toMs(given: string | number): number | undefined {
  if (typeof given === 'number') return given
  try {
    return parseDuration(given)
  } catch {
    return undefined
  }
}
