import { z } from 'zod'

const Moment = z.iso.datetime({ offset: true })

/** What can be wrong in the catalog, the most urgent first. */
export const healthProblemTypes = [
  'failed-document',
  'unreadable-source',
  'forbidden-source',
  'name-conflict',
  'dangling-reference',
  'orphan',
  'unowned',
  'stale-source',
] as const

export const HealthProblemType = z.enum(healthProblemTypes)
export type HealthProblemType = z.output<typeof HealthProblemType>

/** One thing that is wrong in the catalog: where, why, since when, and what to do. */
export const HealthProblem = z.object({
  /** Stays the same while the problem does. */
  id: z.string(),
  type: HealthProblemType,
  /** The entity that is affected, or that a document wants to be. */
  entityRef: z.string().optional(),
  /** Whether that entity is in the catalog, perhaps as an older version. */
  isInCatalog: z.boolean(),
  /** What is missing, where something refers to it. */
  targetRef: z.string().optional(),
  /** The file or address, as a location ref, or the name of a provider. */
  source: z.string().optional(),
  /** The line in that file, counted from 1. */
  line: z.number().int().optional(),
  cause: z.string(),
  fix: z.string(),
  since: Moment,
  /** When the source was last read, to see whether it was read again. */
  lastReadAt: Moment.optional(),
  /** The ref whose explanation says more. */
  explainRef: z.string().optional(),
  /** Whether the caller can have the source read again. */
  canRefresh: z.boolean(),
})
export type HealthProblem = z.output<typeof HealthProblem>

const count = z.number().int()

/** How many problems there are of each type; types without any are left out. */
export const HealthCounts = z.object({ total: count, types: z.partialRecord(HealthProblemType, count) })
export type HealthCounts = z.output<typeof HealthCounts>

/** A page of problems. The counts are those of all types, whichever type the page is of. */
export const HealthPage = z.object({ items: z.array(HealthProblem), totalItems: count, counts: HealthCounts })
export type HealthPage = z.output<typeof HealthPage>

/** How many problems an answer holds when nothing is said, and at most. */
export const healthPageSize = { default: 50, max: 200 } as const
