import { nameColumn, type IndexColumn } from './columns/column.ts'

/** By which column the list is ordered, and which way. */
export interface IndexOrder {
  readonly column: string
  readonly descending: boolean
}

const nameField = 'metadata.name'

/** `owner,desc` as in an address; undefined for an invalid one, and for the default order, by name. */
export function parseOrder(text: string, columns: readonly IndexColumn[]): IndexOrder | undefined {
  const [column = '', direction] = text.split(',')
  if (!columns.some(({ id, sort }) => sort && id === column)) return undefined
  return column === nameColumn && direction !== 'desc' ? undefined : { column, descending: direction === 'desc' }
}

export function stringifyOrder({ column, descending }: IndexOrder): string {
  return `${column},${descending ? 'desc' : 'asc'}`
}

/** The field by which the server orders. */
export function orderFieldOf(order: IndexOrder | undefined, columns: readonly IndexColumn[]) {
  const field = columns.find(({ id }) => id === order?.column)?.sort?.field ?? nameField
  return { field, order: order?.descending ? ('desc' as const) : ('asc' as const) }
}
