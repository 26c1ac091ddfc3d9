import {
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  type CSSProperties,
  type Key,
  type ReactNode,
  type Ref,
  type RefObject,
} from 'react'
import { columnId, type Column } from './column.ts'
import styles from './DataTable.module.css'
import { toFlowingColumns, toTracks } from './flowing-columns.ts'
import { SkeletonBody, SpacerRow, TableRow } from './TableBody.tsx'
import { TableHead } from './TableHead.tsx'
import type { TableSort, TableState } from './table-state.ts'
import { useColumnWidths } from './use-column-widths.ts'

export const rowHeight = 36

/** Which rows are marked. */
export interface TableSelection {
  readonly selected: ReadonlySet<Key>
  readonly onChange: (selected: ReadonlySet<Key>) => void
  /** What can be done with the selected rows. */
  readonly actions?: ReactNode
}

export interface TableGridProps<Row> {
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => Key
  readonly loading: boolean
  readonly sort: TableSort | undefined
  readonly onSort: (sort: TableSort | undefined) => void
  readonly widths: TableState['widths']
  readonly onWidths: (widths: TableState['widths']) => void
  readonly selection: TableSelection | undefined
  readonly actions: ((row: Row) => ReactNode) | undefined
  readonly summarised: boolean
  /** Rows of 28 px instead of 36. */
  readonly dense?: boolean
  /** How many rows are expected, while none are there. */
  readonly skeletonRows?: number
  /** The page scrolls, not the table; its heads stay under the header of the page. */
  readonly flowing?: boolean
}

/** Which of very many rows are drawn, and how high those above and below are. */
export interface RowWindow {
  readonly first: number
  /** One past the last. */
  readonly end: number
  readonly before: number
  readonly after: number
  readonly measureRow?: Ref<HTMLTableRowElement>
}

export interface GridProps<Row> extends TableGridProps<Row> {
  readonly rowWindow?: RowWindow
  readonly scroller?: RefObject<HTMLDivElement | null>
}

/** A table with all its rows, or those of a window. */
export function Grid<Row>({
  label,
  columns: given,
  rows,
  rowKey,
  loading,
  sort,
  onSort,
  selection,
  actions,
  summarised,
  dense = false,
  skeletonRows = 8,
  flowing = false,
  rowWindow,
  scroller: givenScroller,
  ...sizes
}: GridProps<Row>) {
  const ownScroller = useRef<HTMLDivElement>(null)
  const scroller = givenScroller ?? ownScroller
  const columns = useMemo(() => (flowing ? toFlowingColumns(given) : given), [flowing, given])
  const windowed = rowWindow !== undefined
  const { first, end, before, after, measureRow } = rowWindow ?? { first: 0, end: rows.length, before: 0, after: 0 }
  const sizing = useColumnWidths(scroller, columns, windowed, sizes.widths, sizes.onWidths)
  const toggleRow = useToggle(selection)
  return (
    <div ref={scroller} className={styles.scroll} data-windowed={windowed || undefined} data-flowing={flowing || undefined}>
      {/* The roles are the native ones, written out because a phone's layout would lose them. */}
      <table
        role="table"
        aria-label={label}
        aria-busy={loading || undefined}
        aria-rowcount={windowed ? rows.length + 1 : undefined}
        className={`${styles.table} ${sizing.fixed ? styles.fixed : ''} ${loading && rows.length > 0 ? styles.stale : ''}`}
        style={
          flowing ? flowingStyle(toTracks(columns, { ticks: selection !== undefined, actions: actions !== undefined })) : sizing.tableStyle
        }
        data-fixed={sizing.fixed || undefined}
        data-dense={dense || undefined}
      >
        {sizing.fixed && (
          <colgroup>
            {selection && <col style={{ width: 40 }} />}
            {columns.map(columnId).map(id => (
              <col key={id} style={{ width: sizing.widthOf(id) }} />
            ))}
            {actions && <col style={{ width: 120 }} />}
          </colgroup>
        )}
        <TableHead
          columns={columns}
          sort={sort}
          onSort={onSort}
          resizing={flowing ? undefined : sizing}
          actions={actions !== undefined}
          selection={selection && toHeadSelection(selection, rows.map(rowKey))}
        />
        {rows.length === 0 ? (
          <SkeletonBody columns={columns.length + (selection ? 1 : 0) + (actions ? 1 : 0)} rows={skeletonRows} />
        ) : (
          <tbody role="rowgroup">
            <SpacerRow height={before} />
            {rows.slice(first, end).map((row, offset) => (
              <TableRow
                key={rowKey(row)}
                name={rowKey(row)}
                row={row}
                rowIndex={windowed ? first + offset : undefined}
                measure={measureRow}
                columns={columns}
                summarised={summarised}
                selected={selection?.selected.has(rowKey(row))}
                onSelect={selection && toggleRow}
                actions={actions}
              />
            ))}
            <SpacerRow height={after} />
          </tbody>
        )}
      </table>
    </div>
  )
}

function flowingStyle(tracks: string): CSSProperties {
  return { '--table-columns': tracks } as CSSProperties
}

/** Selects or deselects a row. The function stays the same, so that selecting one row re-renders only that row. */
function useToggle(selection: TableSelection | undefined) {
  const latest = useRef(selection)
  useLayoutEffect(() => {
    latest.current = selection
  })
  return useCallback((key: Key) => {
    const next = new Set(latest.current?.selected)
    if (!next.delete(key)) next.add(key)
    latest.current?.onChange(next)
  }, [])
}

function toHeadSelection({ selected, onChange }: TableSelection, keys: readonly Key[]) {
  const here = new Set(keys)
  const chosen = keys.filter(key => selected.has(key)).length
  const state = chosen === 0 ? ('none' as const) : chosen === keys.length ? ('all' as const) : ('some' as const)
  return {
    state,
    onToggle: () => onChange(new Set(state === 'all' ? [...selected].filter(key => !here.has(key)) : [...selected, ...keys])),
  }
}
