import { inputError } from '@portico/core/common'
import { z } from 'zod'
import { decodeBase64Json, encodeBase64Json } from './base64-json.ts'
import { EntityOrder } from './order.ts'

/** Words to look for, and where; without fields, where names and titles are. */
export const FullTextFilter = z.object({ term: z.string(), fields: z.array(z.string()).optional() })
export type FullTextFilter = z.output<typeof FullTextFilter>

/**
 * A position in the answer to a query, with the query itself. Published clients look inside: a `query` makes them go on
 * with POST, without one they go on with GET.
 */
export const QueryCursor = z.object({
  orderFields: z.array(EntityOrder),
  /** Values of the order fields at the position, null where the entity has none, then what breaks ties. */
  orderFieldValues: z.array(z.string().nullable()),
  isPrevious: z.boolean(),
  totalItems: z.number().int().min(0).optional(),
  fullTextFilter: FullTextFilter.optional(),
  /** The `filter` parameters that the paging began with. */
  filter: z.array(z.string()).optional(),
  /** The query that the paging began with, in its wire form. */
  query: z.record(z.string(), z.unknown()).optional(),
  /** The moment at which the catalog is looked at, where it is not now. */
  asOf: z.string().optional(),
})
export type QueryCursor = z.output<typeof QueryCursor>

/** A position in a list that is counted from its start. */
export const OffsetCursor = z.object({ limit: z.number().int().min(1).optional(), offset: z.number().int().min(0).optional() })
export type OffsetCursor = z.output<typeof OffsetCursor>

/** A position in the change feed: the last change seen. */
export const ChangeCursor = z.object({ revision: z.number().int().min(0), sequence: z.number().int().min(0) })
export type ChangeCursor = z.output<typeof ChangeCursor>

/** A position in the list of registered locations: the last one seen, with the query and the size of the pages that it began with. */
export const LocationCursor = z.object({
  id: z.string(),
  limit: z.number().int().min(0).optional(),
  query: z.record(z.string(), z.unknown()).optional(),
})
export type LocationCursor = z.output<typeof LocationCursor>

/** Turns positions of one kind into texts and back; a text that is none is an InputError. */
function cursorCoding<Z extends z.ZodType>(schema: Z) {
  return {
    encode: (cursor: z.output<Z>): string => encodeBase64Json(cursor),
    decode(text: string): z.output<Z> {
      const result = schema.safeParse(decodeBase64Json(text))
      if (!result.success) throw inputError('Malformed cursor, could not be parsed', { code: 'catalog.invalid-cursor' })
      return result.data
    },
  }
}

export const { encode: encodeQueryCursor, decode: decodeQueryCursor } = cursorCoding(QueryCursor)
export const { encode: encodeOffsetCursor, decode: decodeOffsetCursor } = cursorCoding(OffsetCursor)
export const { encode: encodeLocationCursor, decode: decodeLocationCursor } = cursorCoding(LocationCursor)
export const { encode: encodeChangeCursor, decode: decodeChangeCursor } = cursorCoding(ChangeCursor)
