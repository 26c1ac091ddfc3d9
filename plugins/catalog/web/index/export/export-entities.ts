import type { CatalogClient, Entity } from '@portico/catalog/common'
import { toCsvLine } from '@portico/ui'
import type { ColumnId } from '../column-choice.ts'
import { valueOf } from '../columns.tsx'
import { fieldsOf, meetsFilters, toEntityRow, type EntityRow } from '../entity-row.ts'
import type { IndexState } from '../filters.ts'
import { orderFields } from '../order.ts'
import { isNothing, selectionOf, toClientSelection, type Viewer } from '../selection.ts'
import type { PagingMode } from '../settings.ts'

export type ExportFormat = 'csv' | 'json'

export interface ExportRequest {
  readonly format: ExportFormat
  readonly state: IndexState
  readonly viewer: Viewer
  readonly mode: PagingMode
  readonly columns: readonly { readonly id: ColumnId; readonly title: string }[]
  readonly signal: AbortSignal
  readonly onProgress: (done: number) => void
}

/** Everything that the list holds, on all its pages, as the pieces of a file. Read page by page: it may be a hundred thousand entities. */
export async function exportEntities(catalog: Pick<CatalogClient, 'streamEntityPages'>, request: ExportRequest): Promise<string[]> {
  const { format, columns, signal, onProgress } = request
  const pieces = format === 'csv' ? [toCsvLine(['ref', ...columns.map(({ title }) => title)])] : ['[']
  let done = 0
  for await (const entities of pagesOf(catalog, request)) {
    signal.throwIfAborted()
    pieces.push(format === 'csv' ? toLines(entities.map(toEntityRow), columns) : toItems(entities, done > 0))
    done += entities.length
    onProgress(done)
  }
  if (format === 'json') pieces.push('\n]\n')
  return pieces
}

async function* pagesOf(
  catalog: Pick<CatalogClient, 'streamEntityPages'>,
  { format, state: { filters, order }, viewer, mode, signal }: ExportRequest,
): AsyncGenerator<Entity[]> {
  const isHere = mode === 'none'
  // Where the browser filters, the words of the search mean more than the server's: everything is read and looked through here.
  const selection = isHere ? selectionOf({ ...filters, text: '' }, viewer) : selectionOf(filters, viewer)
  if (isNothing(selection)) return
  const request = {
    ...toClientSelection(selection),
    orderFields: { field: orderFields[order?.column ?? 'name'], order: order?.descending ? ('desc' as const) : ('asc' as const) },
    ...(!isHere && filters.text !== '' && { fullTextFilter: { term: filters.text.trim() } }),
    ...(format === 'csv' && { fields: fieldsOf(filters.kind, { whole: isHere }) }),
  }
  for await (const page of catalog.streamEntityPages(request, { signal })) {
    yield isHere ? page.filter(entity => meetsFilters(toEntityRow(entity), filters, viewer)) : page
  }
}

function toLines(rows: readonly EntityRow[], columns: ExportRequest['columns']): string {
  return rows.map(row => toCsvLine([row.resolved.entityRef, ...columns.map(({ id }) => valueOf(id, row))])).join('')
}

function toItems(entities: readonly Entity[], isLater: boolean): string {
  if (entities.length === 0) return ''
  return `${isLater ? ',' : ''}\n${entities.map(entity => JSON.stringify(entity)).join(',\n')}`
}
