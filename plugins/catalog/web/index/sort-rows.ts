import type { EntityRow } from './entity-row.ts'
import type { IndexOrder, OrderedColumn } from './order.ts'

const valueOf: Readonly<Record<OrderedColumn, (row: EntityRow) => unknown>> = {
  name: ({ entity }) => entity.metadata.name,
  system: ({ resolved }) => resolved.systems[0],
  owner: ({ resolved }) => resolved.owners[0],
  type: ({ entity }) => entity.spec?.['type'],
  lifecycle: ({ entity }) => entity.spec?.['lifecycle'],
  namespace: ({ entity }) => entity.metadata.namespace ?? 'default',
}

/** Rows in the order that the server would give them: by text without letter case, those that have none last. */
export function sortRows(rows: readonly EntityRow[], order: IndexOrder | undefined): readonly EntityRow[] {
  const read = valueOf[order?.column ?? 'name']
  const direction = order?.descending ? -1 : 1
  const keyed = rows.map(row => ({ row, key: toKey(read(row)) }))
  keyed.sort((a, b) => {
    if (a.key === undefined || b.key === undefined) return a.key === b.key ? 0 : a.key === undefined ? 1 : -1
    return a.key === b.key ? 0 : (a.key < b.key ? -1 : 1) * direction
  })
  return keyed.map(({ row }) => row)
}

function toKey(value: unknown): string | undefined {
  return typeof value === 'string' ? value.toLocaleLowerCase('en-US') : undefined
}
