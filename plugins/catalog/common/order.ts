import { inputError } from '@portico/core/common'
import { z } from 'zod'

/** A field to sort by, dotted as in filters, and the direction. */
export const EntityOrder = z.object({ field: z.string().min(1), order: z.enum(['asc', 'desc']) })
export type EntityOrder = z.output<typeof EntityOrder>

/** `metadata.name,desc`, as by-query has it; without a direction it is ascending. */
export function parseOrderField(text: string): EntityOrder {
  const comma = text.lastIndexOf(',')
  return comma === -1 ? toOrder(text, 'asc', text) : toOrder(text.slice(0, comma), text.slice(comma + 1), text)
}

/** `desc:metadata.name`, as the plain list has it. */
export function parseOrder(text: string): EntityOrder {
  const colon = text.indexOf(':')
  return toOrder(text.slice(colon + 1), colon === -1 ? '' : text.slice(0, colon), text)
}

/** As `parseOrderField` reads it. */
export function stringifyOrderField({ field, order }: EntityOrder): string {
  return `${field},${order}`
}

/** As `parseOrder` reads it. */
export function stringifyOrder({ field, order }: EntityOrder): string {
  return `${order}:${field}`
}

function toOrder(field: string, order: string, text: string): EntityOrder {
  const result = EntityOrder.safeParse({ field: field.trim(), order: order.trim().toLowerCase() })
  if (!result.success) throw inputError(`Invalid order '${text}': a field and asc or desc`, { code: 'catalog.invalid-order' })
  return result.data
}
