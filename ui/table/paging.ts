/** All rows are here; the table shows them page by page once there are more than 20. */
export interface ClientPaging {
  readonly form: 'client'
}

/** The server gives the rows from an offset; the total is known. */
export interface OffsetPaging {
  readonly form: 'offset'
  readonly offset: number
  readonly limit: number
  readonly count: number
  /** The page sizes to choose from. */
  readonly sizes?: readonly number[] | undefined
  readonly onChange: (page: { readonly offset: number; readonly limit: number }) => void
}

/** The server gives the page before or after; its position in the list may be unknown. */
export interface CursorPaging {
  readonly form: 'cursor'
  /** The index of the first row in the whole list. */
  readonly offset?: number | undefined
  readonly count?: number | undefined
  readonly onPrevious?: (() => void) | undefined
  readonly onNext?: (() => void) | undefined
}

export type Paging = ClientPaging | OffsetPaging | CursorPaging

export const clientPageSizes = [20, 50, 100] as const
export const offsetPageSizes = [5, 10, 20, 50, 100] as const

/** The part of the rows that a page shows, with a page that exists even when the asked one does not. */
export function toPage<Row>(
  rows: readonly Row[],
  page: number,
  pageSize: number,
): { readonly rows: readonly Row[]; readonly page: number } {
  if (rows.length <= (clientPageSizes[0] ?? 20)) return { rows, page: 0 }
  const last = Math.max(0, Math.ceil(rows.length / pageSize) - 1)
  const shown = Math.min(Math.max(0, page), last)
  return { rows: rows.slice(shown * pageSize, (shown + 1) * pageSize), page: shown }
}
