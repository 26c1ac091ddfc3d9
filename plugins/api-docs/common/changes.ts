import { z } from 'zod'
import { definitionFormats } from './reading.ts'

/**
 * What a change means for those who use an API. Breaking: a client that follows the old definition stops working. Risky: one that is
 * strict, or that looks at the meaning, may. Compatible: none does.
 */
export const impacts = ['breaking', 'risky', 'compatible'] as const
export type Impact = (typeof impacts)[number]

/** What users can watch on the page of an API: that it changes in a way that breaks clients. */
export const apiChangesWatchEvent = 'api-changes'

export const ApiChange = z.object({
  impact: z.enum(impacts),
  /** Which rule says so: `request-field-became-required`. Its words are in `changeRules`. */
  rule: z.string(),
  /** The item that it is in, in either of the two versions; absent for the whole definition. */
  item: z.string().optional(),
  /** As people say it: `POST /bookings`. */
  label: z.string().optional(),
  kind: z.enum(['added', 'removed', 'changed']),
  /** Where in the item, from outside in: `['request body', 'application/json', 'customer.name']`. */
  place: z.array(z.string()),
  /** A whole sentence. */
  message: z.string(),
  before: z.string().optional(),
  after: z.string().optional(),
  /** Of a schema: the operations and messages that it is used in, the first of them; `reachesTotal` counts all. */
  reaches: z.array(z.object({ id: z.string(), label: z.string() })).optional(),
  reachesTotal: z.number().int().optional(),
})
export type ApiChange = z.output<typeof ApiChange>

export const ChangeCounts = z.object({ breaking: z.number().int(), risky: z.number().int(), compatible: z.number().int() })
export type ChangeCounts = z.output<typeof ChangeCounts>

/** A version of a definition, from the history of the catalog. */
export const DefinitionVersion = z.object({
  /** Names it in addresses: the hash of its text. */
  id: z.string(),
  /** When it came; absent where that is longer ago than the history goes. */
  at: z.string().optional(),
  format: z.enum(definitionFormats).optional(),
  /** As the definition says it: `4.2.0`. */
  version: z.string().optional(),
  /** Against the version before it. Absent for the oldest one, and where one of the two could not be read. */
  counts: ChangeCounts.optional(),
  sourceRevision: z.string().optional(),
  isCurrent: z.boolean(),
})
export type DefinitionVersion = z.output<typeof DefinitionVersion>

export const DefinitionDiff = z.object({
  from: DefinitionVersion,
  to: DefinitionVersion,
  /** The most important first; at most some thousand, `total` says how many there are. */
  changes: z.array(ApiChange),
  counts: ChangeCounts,
  total: z.number().int(),
  /** Why the two cannot be compared. */
  failure: z.string().optional(),
})
export type DefinitionDiff = z.output<typeof DefinitionDiff>
