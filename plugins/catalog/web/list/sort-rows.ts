import type { IndexColumn } from './columns/column.ts'
import type { EntityRow } from './entity-row.ts'
import type { IndexOrder } from './order.ts'

/** Rows in the order of the server: by text without letter case, rows without a value last. */
export function sortRows(rows: readonly EntityRow[], order: IndexOrder | undefined, columns: readonly IndexColumn[]): readonly EntityRow[] {
  const column = columns.find(({ id }) => id === order?.column)
  const read = column?.sort?.value ?? column?.value ?? (({ entity }: EntityRow) => entity.metadata.name)
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
