import type { EntityRow } from '../entity-row.ts'
import { nameColumn, type IndexColumn } from './column.ts'

/** What a reader has chosen to see or not to see, by column. */
export type ChosenColumns = Readonly<Record<string, boolean>>

/** The columns that entities of a kind have until a reader chooses. */
export function initialColumns(columns: readonly IndexColumn[], kind: string, rows: readonly EntityRow[]): IndexColumn[] {
  return columns.filter(({ isInitial }) => isInitial?.(kind, rows) ?? true)
}

/** What is shown: the initial and the chosen. What is filtered by would be the same in every row. */
export function shownColumns(
  columns: readonly IndexColumn[],
  { kind, values }: { readonly kind: string; readonly values: Readonly<Record<string, readonly string[]>> },
  rows: readonly EntityRow[],
  chosen: ChosenColumns,
): IndexColumn[] {
  const initial = new Set(initialColumns(columns, kind, rows))
  return columns.filter(column => {
    if (column.id === nameColumn) return true
    if (column.id === 'type' && (values['type']?.length ?? 0) > 0) return false
    return chosen[column.id] ?? initial.has(column)
  })
}
