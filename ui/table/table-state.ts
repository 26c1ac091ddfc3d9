/** The order of the rows: by which column, which way. */
export interface TableSort {
  readonly column: string
  readonly descending: boolean
}

/** What a reader has set in a table, as it is saved. Columns go by their titles. */
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

/** A saved state, as far as it is one: whatever is not as it should be is left out. */
export function toTableState(saved: unknown): TableState {
  const { search, filtersOpen, filters, sort, shown, widths, pageSize } = toRecord(saved)
  const { column, descending } = toRecord(sort)
  return {
    search: typeof search === 'string' ? search : '',
    filtersOpen: filtersOpen === true,
    filters: pick(filters, isListOfTexts),
    shown: pick(shown, value => typeof value === 'boolean'),
    widths: pick(widths, value => typeof value === 'number' && value >= minColumnPx && value < 10_000),
    ...(typeof column === 'string' && { sort: { column, descending: descending === true } }),
    ...(typeof pageSize === 'number' && Number.isInteger(pageSize) && pageSize > 0 && { pageSize }),
  }
}

/** No column gets narrower than this. */
export const minColumnPx = 48

/** Whether a filter has anything selected. */
export function hasFilters(filters: TableState['filters']): boolean {
  return Object.values(filters).some(values => values.length > 0)
}

/** Click after click: up, down, as they came. */
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

function pick<T>(value: unknown, isRight: (item: unknown) => boolean): Record<string, T> {
  return Object.fromEntries(Object.entries(toRecord(value)).filter(([, item]) => isRight(item))) as Record<string, T>
}
