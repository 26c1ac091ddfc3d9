import type { CatalogClient, Entity } from '@portico/catalog/common'
import { toCsvLine } from '@portico/ui'
import type { ColumnSources, IndexColumn } from '../columns/column.ts'
import { toEntityRow, type EntityRow } from '../entity-row.ts'
import { fieldsOf } from '../row-fields.ts'
import { meetsFilters } from '../meets-filters.ts'
import type { IndexState } from '../filters/index-state.ts'
import type { IndexModel, PagingMode } from '../index-model.ts'
import { orderFieldOf } from '../order.ts'
import { isNothing, selectionOf, toClientSelection, type Viewer } from '../selection.ts'

export type ExportFormat = 'csv' | 'json'

export interface ExportRequest {
  readonly format: ExportFormat
  readonly state: IndexState
  readonly viewer: Viewer
  readonly mode: PagingMode
  readonly model: IndexModel
  readonly columns: readonly IndexColumn[]
  readonly sources: Omit<ColumnSources, 'signal'>
  readonly signal: AbortSignal
  readonly onProgress: (done: number) => void
}

/** Everything that the list holds, on all its pages, as the chunks of a file. Read page by page: it may be a hundred thousand entities. */
export async function exportEntities(catalog: Pick<CatalogClient, 'streamEntityPages'>, request: ExportRequest): Promise<string[]> {
  const { format, signal, onProgress } = request
  const chunks = format === 'csv' ? [toCsvLine(['ref', ...request.columns.map(({ id }) => id)])] : ['[']
  let done = 0
  for await (const entities of pagesOf(catalog, request)) {
    signal.throwIfAborted()
    chunks.push(format === 'csv' ? await toLines(entities.map(toEntityRow), request) : toItems(entities, done > 0))
    done += entities.length
    onProgress(done)
  }
  if (format === 'json') chunks.push('\n]\n')
  return chunks
}

async function* pagesOf(
  catalog: Pick<CatalogClient, 'streamEntityPages'>,
  { format, state: { filters, order }, viewer, mode, model, signal }: ExportRequest,
): AsyncGenerator<Entity[]> {
  const isHere = mode === 'none'
  // Where the browser filters, its search differs from the server's: everything is read and filtered here.
  const selection = selectionOf(isHere ? { ...filters, text: '' } : filters, viewer, model)
  if (isNothing(selection)) return
  const request = {
    ...toClientSelection(selection),
    orderFields: orderFieldOf(order, model.columns(filters.kind)),
    ...(!isHere && filters.text !== '' && { fullTextFilter: { term: filters.text.trim() } }),
    ...(format === 'csv' && { fields: fieldsOf(filters.kind, model, { whole: isHere }) }),
  }
  for await (const page of catalog.streamEntityPages(request, { signal })) {
    yield isHere ? page.filter(entity => meetsFilters(toEntityRow(entity), filters, viewer, model)) : page
  }
}

async function toLines(rows: readonly EntityRow[], { columns, sources, signal }: ExportRequest): Promise<string> {
  const loaded = await Promise.all(columns.map(({ load }) => load?.(rows, { ...sources, signal })))
  const cell = (row: EntityRow, { value }: IndexColumn, at: number) => {
    const values = loaded[at]
    return values ? values.get(row.resolved.entityRef) : value(row)
  }
  return rows.map(row => toCsvLine([row.resolved.entityRef, ...columns.map((column, at) => cell(row, column, at))])).join('')
}

function toItems(entities: readonly Entity[], isLater: boolean): string {
  if (entities.length === 0) return ''
  return `${isLater ? ',' : ''}\n${entities.map(entity => JSON.stringify(entity)).join(',\n')}`
}
