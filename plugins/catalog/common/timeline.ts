import { z } from 'zod'

const Moment = z.iso.datetime({ offset: true })
const count = z.number().int()

/** A part of the history and how much happened in it. */
export const TimelinePart = z.object({ from: Moment, to: Moment, created: count, updated: count, deleted: count })
export type TimelinePart = z.output<typeof TimelinePart>

/** How much changed when, in parts of equal length from the first change that is remembered until now. */
export const Timeline = z.object({
  parts: z.array(TimelinePart),
  /** Nothing was there before the first part; else it is not known any more. */
  beginsWithNothing: z.boolean(),
  /** Only for those who may read everything; others see when, and not how much. */
  isCounted: z.boolean(),
})
export type Timeline = z.output<typeof Timeline>

/** What happened to an entity within some time. */
export const TimelineMark = z.object({ entityRef: z.string(), change: z.enum(['created', 'updated']), fields: z.array(z.string()) })
export type TimelineMark = z.output<typeof TimelineMark>

/** What happened to entities that are on a screen, and which others went. */
export const TimelineMarks = z.object({ items: z.array(TimelineMark), removed: z.array(z.string()), removedTotal: count })
export type TimelineMarks = z.output<typeof TimelineMarks>

/** How many entities may be asked about at once, and how many parts a timeline has at most. */
export const timelineLimits = { refs: 1000, parts: 200, defaultParts: 80, removed: 20 } as const

/** Which marks are asked for. */
export const TimelineMarksInput = z.object({
  from: Moment,
  to: Moment,
  entityRefs: z.array(z.string()).max(timelineLimits.refs),
  kind: z.string().optional(),
})
