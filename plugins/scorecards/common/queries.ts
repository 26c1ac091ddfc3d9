import { listParam } from '@portico/core/common'
import { z } from 'zod'
import { ResultState } from './result.ts'
import { Grouping } from './views.ts'

/** A moment, such as `2026-01-31T12:00:00Z`. */
export const moment = z.iso.datetime({ offset: true })
const name = z.string().min(1).max(63)
/** The numbers as they were at a moment of the past. */
export const asOf = moment.optional().describe('The numbers as they were at a moment of the past')

/** Which entities. Lists mean one of them; values are refs or plain values, '' is none. */
const filters = {
  owner: listParam(z.string().max(500)).optional(),
  domain: listParam(z.string().max(500)).optional(),
  system: listParam(z.string().max(500)).optional(),
  kind: listParam(z.string().max(100)).optional(),
  type: listParam(z.string().max(100)).optional(),
  lifecycle: listParam(z.string().max(100)).optional(),
  text: z.string().max(200).optional().describe('Words in the name or title of the entity'),
}
/** Which part of a list. */
export const page = {
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
  limit: z.coerce.number().int().min(1).max(200).default(50),
}

/** What the overview is asked. */
export const OverviewQuery = z.object({
  ...filters,
  by: Grouping.default('owner'),
  scorecard: name.optional(),
  asOf,
  order: z.enum(['worst', 'best', 'title', 'entities', 'unknown']).default('worst'),
  ...page,
})
export type OverviewQuery = z.output<typeof OverviewQuery>

/** What a trend is asked. */
export const TrendQuery = z.object({
  ...filters,
  scorecard: name.optional(),
  check: name.optional(),
  from: moment.optional().describe('90 days ago by default'),
  to: moment.optional(),
  points: z.coerce.number().int().min(2).max(120).default(45),
})
export type TrendQuery = z.output<typeof TrendQuery>

/** Which entities are listed. */
export const EntitiesQuery = z.object({
  ...filters,
  scorecard: name.optional(),
  check: name.optional(),
  state: listParam(ResultState).optional().describe('With check: entities with such a result; without: with any such result'),
  level: listParam(z.string().max(63)).optional().describe("With scorecard: the levels; '' is none"),
  campaign: name.optional(),
  open: z.enum(['true', 'false']).optional().describe('With campaign: those that are not done, or those that are'),
  asOf,
  order: z.enum(['worst', 'best', 'title', 'unknown']).default('worst'),
  ...page,
})
export type EntitiesQuery = z.output<typeof EntitiesQuery>
