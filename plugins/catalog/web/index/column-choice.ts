import type { EntityRow } from './entity-row.ts'
import type { IndexFilters } from './filters.ts'

export const columnIds = ['name', 'system', 'owner', 'type', 'lifecycle', 'namespace', 'targets', 'description', 'tags'] as const
export type ColumnId = (typeof columnIds)[number]

/** What a reader has chosen to see or not to see, by column. */
export type ChosenColumns = Readonly<Partial<Record<ColumnId, boolean>>>

/** The columns that entities of a kind have by themselves. The name always comes first. */
export function usualColumns(kind: string, rows: readonly EntityRow[]): ColumnId[] {
  switch (kind) {
    case 'user':
      return ['name', 'description', 'tags']
    case 'domain':
    case 'system':
      return ['name', 'owner', 'description', 'tags']
    case 'group':
    case 'template':
      return ['name', 'type', 'description', 'tags']
    case 'location':
      return ['name', 'type', 'targets']
    default:
      return ['name', 'system', 'owner', 'type', 'lifecycle', ...(isSpread(rows) ? (['namespace'] as const) : []), 'description', 'tags']
  }
}

/** Not everything is in the usual namespace. */
function isSpread(rows: readonly EntityRow[]): boolean {
  return rows.some(({ entity }) => (entity.metadata.namespace ?? 'default') !== 'default')
}

/** The columns of a kind that can be chosen. */
export function offeredColumns(kind: string): ColumnId[] {
  if (kind === 'location') return ['name', 'type', 'namespace', 'targets', 'description', 'tags']
  if (kind === 'user' || kind === 'group') return columnIds.filter(id => !['system', 'owner', 'lifecycle', 'targets'].includes(id))
  return columnIds.filter(id => id !== 'targets')
}

/** What is shown: the usual and the chosen. A type that is filtered by would be the same in every row. */
export function shownColumns(
  kind: string,
  rows: readonly EntityRow[],
  filters: Pick<IndexFilters, 'types'>,
  chosen: ChosenColumns,
): ColumnId[] {
  const usual = usualColumns(kind, rows)
  return offeredColumns(kind).filter(id => {
    if (id === 'name') return true
    if (id === 'type' && filters.types.length > 0) return false
    return chosen[id] ?? usual.includes(id)
  })
}
