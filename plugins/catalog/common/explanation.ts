import { z } from 'zod'

const Moment = z.iso.datetime({ offset: true })

/** An error in processing an entity, with its position in the file where that is known. */
export const EntityMistake = z.object({
  name: z.string(),
  message: z.string(),
  at: Moment.optional(),
  /** The file, as a location ref. */
  location: z.string().optional(),
  line: z.number().int().optional(),
  /** The field, as keys and list indexes from the root of the document. */
  path: z.array(z.union([z.string(), z.number()])).optional(),
  /** The cause of an unexpected error. */
  cause: z.string().optional(),
})
export type EntityMistake = z.output<typeof EntityMistake>

/** One source that an entity comes, came or wants to come from. */
export const EntitySource = z.object({
  type: z.enum(['location', 'provider']),
  /** The location ref, or the provider's name. */
  name: z.string(),
  /** The registered or configured location through which it was found. */
  origin: z.string().optional(),
  /** How that origin got here. */
  registeredBy: z.enum(['config', 'api', 'provider', 'entity']).optional(),
  /** Whether the entity in the catalog is this source's. */
  isHolder: z.boolean(),
  /** The line at which the entity begins in the file. */
  line: z.number().int().optional(),
  lastReadAt: Moment.optional(),
  lastSuccessAt: Moment.optional(),
  nextReadAt: Moment.optional(),
  /** Reads that failed since the last good one. */
  failures: z.number().int(),
  /** The version last read, such as a commit or an etag. */
  revision: z.string().optional(),
  error: EntityMistake.optional(),
})
export type EntitySource = z.output<typeof EntitySource>

/** Two sources that claim one name: who has it, and who was refused. */
export const NameConflict = z.object({ holder: z.string(), refused: z.string(), since: Moment })
export type NameConflict = z.output<typeof NameConflict>

/** What an explanation comes down to, one code for each thing there is to say. */
export const reasonCodes = [
  'in-catalog',
  'never-seen',
  'deleted',
  'not-yet-read',
  'not-yet-processed',
  'source-unreadable',
  'source-removed',
  'not-in-source',
  'invalid',
  'kind-not-allowed',
  'name-taken',
  'no-parent',
  'older-than-source',
] as const

/** Why an entity is as it is, or why it is not there. */
export const Explanation = z.object({
  ref: z.string(),
  uid: z.string().optional(),
  state: z.enum(['present', 'missing', 'refused', 'failed', 'orphaned', 'stale']),
  sources: z.array(EntitySource),
  /** When its source was last taken up to be read. */
  lastRead: z.object({ at: Moment, result: z.enum(['changed', 'unchanged', 'failed']) }).optional(),
  /** That reading is still in progress. */
  isBeingRead: z.boolean().optional(),
  lastProcessed: z.object({ at: Moment, result: z.enum(['succeeded', 'failed']) }).optional(),
  nextRead: Moment.optional(),
  errors: z.array(EntityMistake),
  conflicts: z.array(NameConflict),
  reasons: z.array(z.object({ code: z.enum(reasonCodes), message: z.string() })),
  /** One sentence on what will happen next, or what has to be done. */
  next: z.string(),
})
export type Explanation = z.output<typeof Explanation>
