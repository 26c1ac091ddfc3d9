import { z } from 'zod'
import { EntityRelation } from './entity.ts'

/** One change of one entity. */
export const Change = z.object({
  /** Rises with every change of the catalog; changes made together share it. */
  revision: z.number().int(),
  /** The position among the changes of one revision. */
  sequence: z.number().int(),
  at: z.iso.datetime({ offset: true }),
  ref: z.string(),
  kind: z.enum(['created', 'updated', 'deleted']),
  /** The dotted paths that changed, such as `spec.owner`; empty where only relations did, and for entities that came or went. */
  fields: z.array(z.string()),
  relationsAdded: z.array(EntityRelation),
  relationsRemoved: z.array(EntityRelation),
  /** The location ref or provider that the change came from. */
  source: z.string().optional(),
  /** The version of that source, such as a commit or an etag. */
  sourceRevision: z.string().optional(),
})
export type Change = z.output<typeof Change>

/** An entity's document at one time, without relations and status. */
export const EntityDocument = z.record(z.string(), z.unknown())
export type EntityDocument = z.output<typeof EntityDocument>

/** A change with the documents on both sides of it: `before` is absent when the entity came, `after` when it went. */
export const HistoryEntry = Change.extend({ before: EntityDocument.optional(), after: EntityDocument.optional() })
export type HistoryEntry = z.output<typeof HistoryEntry>

/** The history of one entity, the newest change first. */
export const EntityHistory = z.object({ items: z.array(HistoryEntry), pageInfo: z.object({ nextCursor: z.string().optional() }) })
export type EntityHistory = z.output<typeof EntityHistory>

/** Changes in the order in which they were made. */
export const ChangePage = z.object({
  items: z.array(Change),
  /** Where to go on, also when there was nothing: pass it as `after`. */
  cursor: z.string(),
  hasMore: z.boolean(),
  /** Changes since `after` have been deleted by retention: a client that follows the feed must read the catalog again. */
  hasGap: z.boolean(),
})
export type ChangePage = z.output<typeof ChangePage>

/** How many entities may be asked about at once, and how many changes an answer holds. */
export const recentChangeLimits = { refs: 1000, items: 100, defaultItems: 20 } as const

export const RecentChangesInput = z.object({
  entityRefs: z.array(z.string()).max(recentChangeLimits.refs),
  limit: z.int().min(1).max(recentChangeLimits.items).optional(),
})

/** The last changes of some entities, the newest first. */
export const RecentChanges = z.object({ items: z.array(Change) })
export type RecentChanges = z.output<typeof RecentChanges>
