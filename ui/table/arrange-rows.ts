import { columnId, toPlainText, valueOf, type Column } from './column.ts'
import type { TableSort, TableState } from './table-state.ts'

/** The value of a row meets a selection when it is in it; a list does when one of its items is. */
export function matchesSelection(value: unknown, selection: readonly string[]): boolean {
  if (selection.length === 0) return true
  const values = Array.isArray(value) ? value : [value]
  return values.some(item => item !== undefined && item !== null && selection.includes(toPlainText(item)))
}

/** The rows that meet every filter and have every word of the search, in order. Rows that are equal stay as they came. */
export function arrangeRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  { search, filters, sort }: Pick<TableState, 'search' | 'filters' | 'sort'>,
  locale = 'en',
): readonly Row[] {
  const words = search.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  const selections = columns.filter(column => (filters[columnId(column)]?.length ?? 0) > 0)
  const searched = columns.filter(column => column.field !== undefined || column.value !== undefined)
  const found =
    words.length === 0 && selections.length === 0
      ? rows
      : rows.filter(row => {
          if (!selections.every(column => matchesSelection(valueOf(column, row), filters[columnId(column)] ?? []))) return false
          if (words.length === 0) return true
          const whole = searched
            .map(column => toPlainText(valueOf(column, row)))
            .join('\n')
            .toLocaleLowerCase()
          return words.every(word => whole.includes(word))
        })
  return sort ? sortRows(found, columns, sort, locale) : found
}

/** The order of words in a language; numbers in them count as numbers. */
function toCollator(locale: string): Intl.Collator {
  return new Intl.Collator(locale, { numeric: true, sensitivity: 'base' })
}

function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  { column: id, descending }: TableSort,
  locale: string,
): readonly Row[] {
  const column = columns.find(candidate => columnId(candidate) === id)
  if (!column) return rows
  const keyed = rows.map(row => ({ row, key: toSortKey(valueOf(column, row)) }))
  const collator = toCollator(locale)
  keyed.sort((a, b) => compareKeys(a.key, b.key, descending ? -1 : 1, collator))
  return keyed.map(({ row }) => row)
}

function toSortKey(value: unknown): number | string | undefined {
  if (value === undefined || value === null || value === '') return undefined
  if (typeof value === 'number') return Number.isNaN(value) ? undefined : value
  if (typeof value === 'boolean') return Number(value)
  if (value instanceof Date) return value.getTime()
  return toPlainText(value)
}

/** What is empty goes last, either way. */
function compareKeys(a: number | string | undefined, b: number | string | undefined, direction: 1 | -1, collator: Intl.Collator): number {
  if (a === undefined || b === undefined) return a === b ? 0 : a === undefined ? 1 : -1
  if (typeof a === 'number' && typeof b === 'number') return (a - b) * direction
  return collator.compare(String(a), String(b)) * direction
}

/** All values that a column has in the rows, each once, in order. */
export function toFilterValues<Row>(rows: readonly Row[], column: Column<Row>, locale = 'en'): readonly string[] {
  const values = new Set<string>()
  for (const row of rows) {
    const value = valueOf(column, row)
    for (const item of Array.isArray(value) ? value : [value]) {
      const words = toPlainText(item)
      if (words !== '') values.add(words)
    }
  }
  return [...values].sort(toCollator(locale).compare)
}
