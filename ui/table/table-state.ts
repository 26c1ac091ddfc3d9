import { columnId } from './column.ts'

/** The order of the rows: by which column, which way. */
export interface TableSort {
  readonly column: string
  readonly descending: boolean
}

/** What a reader has set in a table, as it is saved. Columns go by their ids. */
export interface TableState {
  readonly search: string
  readonly filtersOpen: boolean
  readonly filters: Readonly<Record<string, readonly string[]>>
  readonly sort?: TableSort | undefined
  /** Columns shown or hidden against what they are by themselves. */
  readonly shown: Readonly<Record<string, boolean>>
  readonly widths: Readonly<Record<string, number>>
  readonly pageSize?: number | undefined
}

export const freshTableState: TableState = { search: '', filtersOpen: false, filters: {}, shown: {}, widths: {} }

/**
 * A saved state; invalid parts are ignored. What was saved by the titles of columns, before they had ids,
 * is found by those.
 */
export function toTableState(saved: unknown, columns: readonly { readonly id?: string; readonly title: string }[] = []): TableState {
  const { search, filtersOpen, filters, sort, shown, widths, pageSize } = toRecord(saved)
  const { column: sorted, descending } = toRecord(sort)
  const ids = new Map(columns.map(column => [column.title, columnId(column)]))
  const isId = (name: string) => columns.some(column => columnId(column) === name)
  const idOf = (name: string) => (isId(name) ? name : (ids.get(name) ?? name))
  const pick = <T>(value: unknown, isRight: (item: unknown) => boolean) =>
    Object.fromEntries(
      Object.entries(toRecord(value))
        .filter(([, item]) => isRight(item))
        // What is saved by an id is newer than what was saved by a title.
        .sort(([a], [b]) => Number(isId(a)) - Number(isId(b)))
        .map(([name, item]) => [idOf(name), item]),
    ) as Record<string, T>
  return {
    search: typeof search === 'string' ? search : '',
    filtersOpen: filtersOpen === true,
    filters: pick(filters, isListOfTexts),
    shown: pick(shown, value => typeof value === 'boolean'),
    widths: pick(widths, value => typeof value === 'number' && value >= minColumnPx && value < 10_000),
    ...(typeof sorted === 'string' && { sort: { column: idOf(sorted), descending: descending === true } }),
    ...(typeof pageSize === 'number' && Number.isInteger(pageSize) && pageSize > 0 && { pageSize }),
  }
}

/** No column gets narrower than this. */
export const minColumnPx = 48

/** Whether a filter has anything selected. */
export function hasFilters(filters: TableState['filters']): boolean {
  return Object.values(filters).some(values => values.length > 0)
}

/** Click after click: ascending, descending, unsorted. */
export function nextSort(sort: TableSort | undefined, column: string): TableSort | undefined {
  if (sort?.column !== column) return { column, descending: false }
  return sort.descending ? undefined : { column, descending: true }
}

function toRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
}

function isListOfTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every(item => typeof item === 'string')
}
