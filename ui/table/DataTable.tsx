import { useId, useMemo, useState, type Key, type ReactNode } from 'react'
import { FilterChips } from '../ChipList.tsx'
import { downloadText } from '../download.ts'
import { EmptyState } from '../EmptyState.tsx'
import { useLocale, useNumber } from '../locale.tsx'
import { uiMessages } from '../messages.ts'
import { debounceMs } from '../pick/use-options.ts'
import { Progress } from '../Progress.tsx'
import { useText } from '../text.tsx'
import { arrangeRows } from './arrange-rows.ts'
import { columnId, type Column } from './column.ts'
import { toCsv } from './csv.ts'
import styles from './DataTable.module.css'
import { FilterPanel, type TableFilter } from './FilterPanel.tsx'
import { CursorPager, OffsetPager } from './Pager.tsx'
import { clientPageSizes, offsetPageSizes, toPage, type Paging } from './paging.ts'
import { TableGrid, type TableSelection } from './TableGrid.tsx'
import { TableMenu } from './TableMenu.tsx'
import { hasFilters, type TableState } from './table-state.ts'
import { TableToolbar } from './TableToolbar.tsx'
import { useTableState } from './use-table-state.ts'

export interface DataTableProps<Row> {
  /** The accessible name of the table. */
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => Key
  /** A heading above the rows, followed by their number. */
  readonly title?: ReactNode
  /** What to show instead of no rows. */
  readonly empty?: ReactNode
  /** Loading: rows already there stay, dimmed. */
  readonly loading?: boolean
  /** The rows could not be loaded. */
  readonly error?: ReactNode
  readonly search?: boolean
  readonly filters?: readonly TableFilter[]
  readonly paging?: Paging
  /** Searching, filtering and sorting are the server's work: `onStateChange` reports what to request, the rows are shown as they come. */
  readonly remote?: boolean
  /** What an earlier `onStateChange` reported; anything else is ignored. */
  readonly savedState?: unknown
  readonly onStateChange?: (state: TableState) => void
  readonly selection?: TableSelection
  /** Buttons at the end of each row, under the heading 'Actions'. */
  readonly actions?: (row: Row) => ReactNode
  readonly columnChooser?: boolean
  /** The name of the file, without its ending, that the table can be exported to. */
  readonly exportName?: string
  /** More controls in the bar. */
  readonly toolbar?: ReactNode
}

/** Rows and columns, from a handful to very many. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowKey, title, empty, loading = false, error, filters, paging, remote = false, selection, actions } = props
  const text = useText()
  const locale = useLocale()
  const number = useNumber()
  const id = useId()
  const [state, change] = useTableState(props.savedState, columns, props.onStateChange)
  const [page, setPage] = useState(0)
  const narrow = (part: Partial<TableState>) => {
    setPage(0)
    change(part)
  }

  const isShown = (column: Column<Row>) => state.shown[columnId(column)] ?? !column.initiallyHidden
  const shownColumns = useMemo(
    () => columns.filter(column => state.shown[columnId(column)] ?? !column.initiallyHidden),
    [columns, state.shown],
  )
  const { search, sort } = state
  const arranged = useMemo(
    () => (remote ? rows : arrangeRows(rows, columns, { search, filters: state.filters, sort }, locale)),
    [remote, rows, columns, search, state.filters, sort, locale],
  )
  const pageSize = state.pageSize ?? clientPageSizes[0]
  const current = paging?.form === 'client' ? toPage(arranged, page, pageSize) : { rows: arranged, page: 0 }
  const visible = current.rows

  const titleOf = (column: string) => columns.find(each => columnId(each) === column)?.title ?? column
  const active = Object.entries(state.filters).flatMap(([column, values]) =>
    values.map(value => ({ key: `${column}\n${value}`, name: titleOf(column), value })),
  )
  const narrowed = search !== '' || hasFilters(state.filters)
  const count = paging?.form === 'client' || !paging ? arranged.length : paging.count
  const hasBar =
    title !== undefined || props.search || filters || props.columnChooser || props.exportName !== undefined || props.toolbar || selection

  return (
    <div className={styles.frame}>
      {hasBar && (
        <TableToolbar
          title={title}
          count={error || (loading && rows.length === 0) ? undefined : count}
          search={
            props.search ? { value: search, delayMs: remote ? debounceMs : 0, onChange: words => narrow({ search: words }) } : undefined
          }
          filters={
            filters && {
              panelId: `${id}-filters`,
              open: state.filtersOpen,
              active: active.length,
              onToggle: () => change({ filtersOpen: !state.filtersOpen }),
            }
          }
          selected={selection && { count: selection.selected.size, actions: selection.actions }}
          menu={
            (props.columnChooser || props.exportName !== undefined) && (
              <TableMenu
                columns={columns}
                isShown={isShown}
                onToggle={props.columnChooser ? (name, shown) => change({ shown: { ...state.shown, [name]: shown } }) : undefined}
                onReset={() => change({ shown: {}, widths: {} })}
                onExport={
                  props.exportName === undefined
                    ? undefined
                    : () => downloadText(`${props.exportName}.csv`, toCsv(shownColumns, arranged), 'text/csv')
                }
              />
            )
          }
        >
          {props.toolbar}
        </TableToolbar>
      )}
      {!state.filtersOpen && active.length > 0 && filters && (
        <div className={styles.chips}>
          <FilterChips
            chips={active}
            onRemove={key => narrow({ filters: withoutValue(state.filters, key) })}
            onClear={() => narrow({ filters: {} })}
          />
        </div>
      )}
      <div className={styles.beside}>
        {filters && state.filtersOpen && (
          <FilterPanel
            id={`${id}-filters`}
            filters={filters}
            columns={columns}
            rows={rows}
            selected={state.filters}
            onChange={next => narrow({ filters: next })}
          />
        )}
        <div className={styles.main}>
          {error && !loading && <div className={styles.message}>{error}</div>}
          {!error && !loading && visible.length === 0 && <NoRows narrowed={narrowed && (remote || rows.length > 0)} empty={empty} />}
          {(loading || (!error && visible.length > 0)) && (
            <TableGrid
              label={label}
              columns={shownColumns}
              rows={visible}
              rowKey={rowKey}
              loading={loading}
              sort={sort}
              onSort={next => narrow({ sort: next })}
              widths={state.widths}
              onWidths={widths => change({ widths })}
              selection={selection}
              actions={actions}
              summarised={columns.some(({ summary }) => summary)}
            />
          )}
          {loading && (
            <div className={styles.busy}>
              <Progress look="inline" />
            </div>
          )}
        </div>
      </div>
      {paging?.form === 'client' && arranged.length > clientPageSizes[0] && (
        <OffsetPager
          offset={current.page * pageSize}
          limit={pageSize}
          count={arranged.length}
          sizes={clientPageSizes}
          onChange={({ offset, limit }) => {
            setPage(Math.floor(offset / limit))
            if (limit !== pageSize) change({ pageSize: limit })
          }}
        />
      )}
      {paging?.form === 'offset' && <OffsetPager {...paging} sizes={paging.sizes ?? offsetPageSizes} />}
      {paging?.form === 'cursor' && <CursorPager {...paging} shown={visible.length} />}
      <span className={styles.announcer} role="status">
        {narrowed && !loading
          ? text(uiMessages.range, { from: Math.min(1, count ?? 0), to: number(visible.length), count: number(count ?? visible.length) })
          : ''}
      </span>
    </div>
  )
}

function NoRows({ narrowed, empty }: { narrowed: boolean; empty: ReactNode }) {
  const text = useText()
  if (narrowed) {
    return (
      <EmptyState size="small" title={text(uiMessages.noMatches)}>
        {text(uiMessages.noMatchesHint)}
      </EmptyState>
    )
  }
  return <div className={styles.none}>{empty ?? text(uiMessages.noRecords)}</div>
}

function withoutValue(filters: TableState['filters'], key: string): TableState['filters'] {
  return Object.fromEntries(Object.entries(filters).map(([name, values]) => [name, values.filter(value => `${name}\n${value}` !== key)]))
}
