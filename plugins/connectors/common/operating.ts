import { z } from 'zod'
import { FactDefinition } from './fact.ts'

/** A place that is wrong in a document. */
export const DocumentProblem = z.object({
  file: z.string(),
  line: z.number().optional(),
  column: z.number().optional(),
  /** `spec.facts[0].value` */
  key: z.string().optional(),
  message: z.string(),
})
export type DocumentProblem = z.output<typeof DocumentProblem>

/** An instance of a tool, without its secrets. */
export const TargetState = z.object({
  name: z.string(),
  baseUrl: z.string().optional(),
  /** `bearer`, `integration github.com`, … */
  auth: z.string(),
  state: z.enum(['ok', 'waiting', 'failing', 'limited']),
  /** When it may be asked again. */
  pausedUntil: z.iso.datetime().optional(),
  error: z.string().optional(),
  perMinute: z.number(),
  concurrent: z.number(),
  requestsInLastMinute: z.number(),
})
export type TargetState = z.output<typeof TargetState>

/** One request as it was sent, without secrets. */
export const SentRequest = z.object({
  at: z.iso.datetime(),
  request: z.string(),
  target: z.string(),
  method: z.string(),
  url: z.string(),
  headers: z.record(z.string(), z.string()),
  status: z.number().optional(),
  durationMs: z.number(),
  bytes: z.number().optional(),
  error: z.string().optional(),
  /** How many entities it was for. */
  entities: z.number(),
})
export type SentRequest = z.output<typeof SentRequest>

/** A connector in the list of the operator. */
export const ConnectorSummary = z.object({
  name: z.string(),
  title: z.string(),
  description: z.string().optional(),
  icon: z.string().optional(),
  docs: z.string().optional(),
  /** `off`: no target is configured, or the config switches it off. */
  state: z.enum(['ok', 'waiting', 'failing', 'off', 'invalid']),
  /** Why it is off or failing. */
  reason: z.string().optional(),
  /** `pack`, `file` or the id of a plugin. */
  origin: z.string(),
  file: z.string(),
  targets: z.number(),
  entities: z.number(),
  facts: z.number(),
  failing: z.number(),
  lastRequestAt: z.iso.datetime().optional(),
})
export type ConnectorSummary = z.output<typeof ConnectorSummary>

/** A state that a fact has and does not name: it is shown with its own word, in grey. */
export const UnnamedState = z.object({ fact: z.string(), state: z.string() })
export type UnnamedState = z.output<typeof UnnamedState>

/** All about a connector, for operators. */
export const ConnectorDetails = ConnectorSummary.extend({
  problems: z.array(DocumentProblem),
  annotations: z.array(z.object({ key: z.string(), description: z.string().optional(), isTarget: z.boolean() })),
  /** What its first target needs; undefined where it needs none. */
  target: z
    .object({ auth: z.array(z.string()), hasBaseUrl: z.boolean(), headers: z.array(z.string()), values: z.array(z.string()) })
    .optional(),
  targetStates: z.array(TargetState),
  requests: z.array(z.object({ name: z.string(), method: z.string(), path: z.string(), everyMs: z.number(), staleAfterMs: z.number() })),
  factDefinitions: z.array(FactDefinition),
  /** At most 20 of a fact. */
  unnamedStates: z.array(UnnamedState),
  actions: z.array(z.object({ name: z.string(), title: z.string() })),
  webhooks: z.array(z.object({ name: z.string(), path: z.string() })),
  lastRequests: z.array(SentRequest),
  /** The last that went wrong, the newest first. */
  errors: z.array(
    z.object({ at: z.iso.datetime(), entityRef: z.string().optional(), request: z.string(), code: z.string(), message: z.string() }),
  ),
})
export type ConnectorDetails = z.output<typeof ConnectorDetails>

/** An entity that a connector matches. */
export const MatchedEntity = z.object({
  entityRef: z.string(),
  target: z.string(),
  annotations: z.record(z.string(), z.string()),
  checkedAt: z.iso.datetime().optional(),
  nextAt: z.iso.datetime().optional(),
  error: z.string().optional(),
})
export type MatchedEntity = z.output<typeof MatchedEntity>

/** What trying a connector with an entity shows. */
export const TryResult = z.object({
  entityRef: z.string(),
  target: z.string().optional(),
  /** Why nothing was asked. */
  message: z.string().optional(),
  requests: z.array(
    SentRequest.omit({ at: true, entities: true }).extend({
      body: z.string().optional(),
      responseHeaders: z.record(z.string(), z.string()),
      /** The answer, cut off after 100,000 characters, and after 500,000 of all together. */
      answer: z.string().optional(),
      /** Why it was left out. */
      leftOut: z.string().optional(),
    }),
  ),
  facts: z.array(
    z.object({ name: z.string(), request: z.string(), expression: z.string(), value: z.json().optional(), error: z.string().optional() }),
  ),
  unnamedStates: z.array(UnnamedState),
})
export type TryResult = z.output<typeof TryResult>
