import type { Entity, EntityPage } from '@portico/catalog/common'
import { useQuery } from '@portico/core/web'
import { useDebouncedValue } from '@portico/ui'
import { useMemo } from 'react'
import { toEntityRow, type EntityRow } from './entity-row.ts'
import { meetsFilters } from './meets-filters.ts'
import type { IndexState } from './filters/index-state.ts'
import type { IndexModel, PagingMode } from './index-model.ts'
import { everythingQuery, rowsQuery } from './index-queries.ts'
import { isNothing, nothing, selectionOf, type Viewer } from './selection.ts'
import { useChangedPage, type ChangedPage } from './use-changed-page.ts'
import type { IndexColumn } from './columns/column.ts'
import type { IndexOrder } from './order.ts'

/** The debounce of filter changes. */
const reloadDelayMs = 10
/** How often a list without anything in it looks again: what was registered a moment ago is on its way. */
const lookAgainMs = 3000

export interface EntityList {
  /** Undefined until the first answer. */
  readonly rows: readonly EntityRow[] | undefined
  /** The total; undefined while it is not known. */
  readonly total: number | undefined
  readonly pageInfo: EntityPage['pageInfo']
  /** Where everything is in the browser: all of the kind, before any filter. */
  readonly everything: readonly EntityRow[] | undefined
  /** What is shown belongs to an earlier request. */
  readonly isOld: boolean
  readonly error: Error | undefined
  readonly retry: () => void
  /** Present when the rows have changed since they were read. */
  readonly changed?: ChangedPage | undefined
}

/** What the list shows: one page from the server, or everything, filtered here. */
export function useEntityList(
  state: IndexState,
  viewer: Viewer,
  { mode, model }: { readonly mode: PagingMode; readonly model: IndexModel },
  isPaused: boolean,
): EntityList {
  const debounced = useDebouncedValue(state, reloadDelayMs)
  const isBehind = debounced !== state
  const page = useServerPage(debounced, viewer, { enabled: mode !== 'none' && !isPaused, mode, model })
  const everything = useEverything(debounced.filters.kind, model, mode === 'none')
  const filtered = useMemo(() => {
    if (mode !== 'none' || !everything.rows) return undefined
    return sortRows(
      everything.rows.filter(row => meetsFilters(row, debounced.filters, viewer, model)),
      debounced.order,
      model.columns(debounced.filters.kind),
    )
  }, [mode, model, everything.rows, debounced, viewer])
  if (mode === 'none') {
    return {
      rows: filtered,
      total: filtered?.length,
      pageInfo: {},
      everything: everything.rows,
      isOld: isBehind || everything.isOld,
      error: everything.error,
      retry: everything.retry,
    }
  }
  return { ...page, everything: undefined, isOld: isBehind || isPaused || page.isOld }
}

function useServerPage(
  state: IndexState,
  viewer: Viewer,
  { enabled, mode, model }: { enabled: boolean; mode: PagingMode; model: IndexModel },
) {
  const selection = selectionOf(state.filters, viewer, model)
  const isEmpty = isNothing(selection)
  const options = rowsQuery(state, selection, { mode, model })
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...options,
    enabled: enabled && !isEmpty,
    placeholderData: previous => previous,
    refetchInterval: ({ state: { data: found } }) => (found?.totalItems === 0 ? lookAgainMs : false),
  })
  const isPast = state.asOf !== undefined
  const isShown = enabled && !isEmpty && !isPlaceholderData
  const changed = useChangedPage(options, isShown ? data : undefined, { kind: state.filters.kind, isPast })
  const page = isEmpty ? nothing : data
  const rows = useMemo(() => page && toRows(page.items), [page])
  return {
    rows: error ? undefined : rows,
    total: error ? undefined : page?.totalItems,
    pageInfo: page?.pageInfo ?? {},
    isOld: !isEmpty && isPlaceholderData,
    error: isEmpty ? undefined : (error ?? undefined),
    retry: () => void refetch(),
    changed,
  }
}

function useEverything(kind: string, model: IndexModel, enabled: boolean) {
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...everythingQuery(kind, model),
    enabled,
    placeholderData: previous => previous,
  })
  const rows = useMemo(() => data && toRows(data), [data])
  return { rows: error ? undefined : rows, isOld: isPlaceholderData, error: error ?? undefined, retry: () => void refetch() }
}

function toRows(entities: readonly Entity[]): EntityRow[] {
  return entities.map(toEntityRow)
}

/** Rows in the order of the server: by text without letter case, rows without a value last. */
function sortRows(rows: readonly EntityRow[], order: IndexOrder | undefined, columns: readonly IndexColumn[]): readonly EntityRow[] {
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
