/** By which column the list is ordered, and which way. */
export interface IndexOrder {
  readonly column: OrderedColumn
  readonly descending: boolean
}

/** What can be ordered, and by which field the server does it. */
export const orderFields = {
  name: 'metadata.name',
  system: 'relations.partof',
  owner: 'relations.ownedby',
  type: 'spec.type',
  lifecycle: 'spec.lifecycle',
  namespace: 'metadata.namespace',
} as const

export type OrderedColumn = keyof typeof orderFields

/** `owner,desc` as it stands in an address; undefined for what is none, and for the usual order. */
export function parseOrder(text: string): IndexOrder | undefined {
  const [column = '', direction] = text.split(',')
  if (!isOrdered(column)) return undefined
  return column === 'name' && direction !== 'desc' ? undefined : { column, descending: direction === 'desc' }
}

export function stringifyOrder({ column, descending }: IndexOrder): string {
  return `${column},${descending ? 'desc' : 'asc'}`
}

/** The order of a list, as the server takes it: by name where nothing is said. */
export function toOrderParam(order: IndexOrder | undefined): string {
  return `${orderFields[order?.column ?? 'name']},${order?.descending ? 'desc' : 'asc'}`
}

export function isOrdered(column: string): column is OrderedColumn {
  return Object.hasOwn(orderFields, column)
}
