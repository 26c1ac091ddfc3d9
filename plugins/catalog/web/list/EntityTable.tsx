import { useText } from '@portico/core/web'
import { TableGrid, type TableSelection } from '@portico/ui'
import { useEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { nameColumn, type IndexColumn } from './columns/column.ts'
import type { ChosenColumns } from './columns/column-choice.ts'
import { fittingColumns, toTableColumns, wideFrom, type FittedColumns } from './columns/table-columns.tsx'
import type { EntityRow } from './entity-row.ts'
import styles from './EntityTable.module.css'
import type { IndexOrder } from './order.ts'

/** Widths are rounded to steps, so that not every pixel re-renders everything. */
const stepPx = 20

/**
 * The width of an element: estimated until it was laid out, because measuring before would lay the page out twice. 0 where nothing is
 * laid out.
 */
function useWidth(element: RefObject<HTMLElement | null>, reckoned: number): number {
  const [width, setWidth] = useState(() => (typeof ResizeObserver === 'undefined' ? 0 : toSteps(reckoned)))
  useEffect(() => {
    if (!element.current || typeof ResizeObserver === 'undefined') return
    const watching = new ResizeObserver(([entry]) => entry && setWidth(toSteps(entry.contentRect.width)))
    watching.observe(element.current)
    return () => watching.disconnect()
  }, [element])
  return width
}

function toSteps(width: number): number {
  return Math.max(0, Math.floor(width / stepPx) * stepPx)
}

export interface EntityTableProps {
  readonly label: string
  readonly rows: readonly EntityRow[]
  readonly columns: readonly IndexColumn[]
  /** What the reader has chosen to see. */
  readonly chosen: ChosenColumns
  readonly order: IndexOrder | undefined
  readonly onOrder: (order: IndexOrder | undefined) => void
  readonly loading: boolean
  readonly dense: boolean
  readonly expected: number
  readonly selection: TableSelection
  /** The estimated width of the table, before layout. */
  readonly estimatedWidth: number
}

const noWidths = {}

/** The list as rows: one line each where there is room, two where there is not. */
export function EntityTable({ rows, columns, chosen, order, onOrder, expected, estimatedWidth, ...rest }: EntityTableProps) {
  const text = useText()
  const frame = useRef<HTMLDivElement>(null)
  const width = useWidth(frame, estimatedWidth)
  const fitting = useSame(fittingColumns(columns, width, chosen))
  const { isTight } = fitting
  const isWide = width >= wideFrom
  const shown = useMemo(() => toTableColumns(fitting, text, isWide), [fitting, text, isWide])
  return (
    <div ref={frame} className={styles.frame}>
      <TableGrid
        {...rest}
        columns={shown}
        rows={rows}
        rowKey={keyOf}
        sort={order ?? { column: nameColumn, descending: false }}
        onSort={onOrder}
        widths={noWidths}
        onWidths={ignore}
        actions={undefined}
        summarised
        skeletonRows={expected}
        flowing
        twoLines={isTight}
      />
    </div>
  )
}

/** Most answers and widths need the same columns: rows are re-rendered only when the columns differ. */
function useSame(fitted: FittedColumns): FittedColumns {
  // oxlint-disable-next-line react/exhaustive-deps -- the same ids are the same columns
  return useMemo(() => fitted, [fitted.columns.map(({ id }) => id).join('\n'), fitted.isTight])
}

function keyOf({ resolved }: EntityRow): string {
  return resolved.entityRef
}

function ignore() {}
