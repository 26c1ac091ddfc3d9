import { useCallback, useLayoutEffect, useMemo, useRef, type CSSProperties, type Key, type ReactNode, type RefObject } from 'react'
import { columnId, type Column } from './column.ts'
import styles from './DataTable.module.css'
import { toFixedTracks, toFlowingColumns, toTracks } from './flowing-columns.ts'
import { RowBlockList, type RowBlocks } from './RowBlocks.tsx'
import { SkeletonBody, TableRow } from './TableBody.tsx'
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
  /** Where a table that flows has little room: columns share it by their least widths, and words take up to two lines unless rows are dense. */
  readonly twoLines?: boolean
}

export interface GridProps<Row> extends TableGridProps<Row> {
  /** The drawn blocks of very many rows. */
  readonly rowBlocks?: RowBlocks<Row>
  readonly scroller?: RefObject<HTMLDivElement | null>
  /** Rows that pass under the pointer are not marked. */
  readonly isScrolling?: boolean
}

/** A table with all its rows, or the drawn blocks of very many. */
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
  twoLines = false,
  rowBlocks,
  isScrolling = false,
  scroller: givenScroller,
  ...sizes
}: GridProps<Row>) {
  const ownScroller = useRef<HTMLDivElement>(null)
  const scroller = givenScroller ?? ownScroller
  const columns = useMemo(() => (flowing ? toFlowingColumns(given) : given), [flowing, given])
  const windowed = rowBlocks !== undefined
  const sizing = useColumnWidths(scroller, columns, windowed, sizes.widths, sizes.onWidths)
  const toggleRow = useToggle(selection)
  const edges = { ticks: selection !== undefined, actions: actions !== undefined }
  // A table lays out all its rows together; once the widths are known each block does so alone.
  const isInBlocks = windowed && sizing.fixed
  const blockTracks = isInBlocks ? tracksStyle(toFixedTracks(columns, sizing, edges)) : {}
  const look = { columns, rowKey, summarised, selected: selection?.selected, onSelect: selection && toggleRow, actions }
  return (
    <div
      ref={scroller}
      className={styles.scroll}
      data-windowed={windowed || undefined}
      data-flowing={flowing || undefined}
      data-scrolling={isScrolling || undefined}
    >
      {/* The roles are the native ones, written out because a phone's layout would lose them. */}
      <table
        role="table"
        aria-label={label}
        aria-busy={loading || undefined}
        aria-rowcount={windowed ? rows.length + 1 : undefined}
        className={`${styles.table} ${sizing.fixed ? styles.fixed : ''} ${loading && rows.length > 0 ? styles.stale : ''}`}
        style={flowing ? tracksStyle(toTracks(columns, edges, twoLines)) : { ...sizing.tableStyle, ...blockTracks }}
        data-fixed={sizing.fixed || undefined}
        data-blocks={isInBlocks || undefined}
        data-dense={dense || undefined}
        data-two-lines={twoLines || undefined}
      >
        {sizing.fixed && !isInBlocks && (
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
          summarised={summarised}
          selection={selection && toHeadSelection(selection, rows.map(rowKey))}
        />
        {rows.length === 0 ? (
          <SkeletonBody columns={columns.length + (selection ? 1 : 0) + (actions ? 1 : 0)} rows={skeletonRows} />
        ) : rowBlocks ? (
          <RowBlockList blocks={rowBlocks} {...look} />
        ) : (
          <tbody role="rowgroup">
            {rows.map(row => (
              <TableRow
                key={rowKey(row)}
                name={rowKey(row)}
                row={row}
                columns={columns}
                summarised={summarised}
                selected={selection?.selected.has(rowKey(row))}
                onSelect={look.onSelect}
                actions={actions}
              />
            ))}
          </tbody>
        )}
      </table>
    </div>
  )
}

function tracksStyle(tracks: string): CSSProperties {
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
