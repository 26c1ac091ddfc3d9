import { useText } from '@portico/core/web'
import { TableGrid, type TableSelection } from '@portico/ui'
import { useMemo, useRef } from 'react'
import { nameColumn, type IndexColumn } from './columns/column.ts'
import { fittingColumns, toTableColumns, wideFrom } from './columns/table-columns.tsx'
import type { EntityRow } from './entity-row.ts'
import styles from './EntityTable.module.css'
import type { IndexOrder } from './order.ts'
import { useWidth } from './use-width.ts'

export interface EntityTableProps {
  readonly label: string
  readonly rows: readonly EntityRow[]
  readonly columns: readonly IndexColumn[]
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

/** The list as rows, one line each. */
export function EntityTable({ rows, columns, order, onOrder, expected, estimatedWidth, ...rest }: EntityTableProps) {
  const text = useText()
  const frame = useRef<HTMLDivElement>(null)
  const width = useWidth(frame, estimatedWidth)
  const fitting = useSame(fittingColumns(columns, width))
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
      />
    </div>
  )
}

/** Most answers and widths need the same columns: rows are re-rendered only when the columns differ. */
function useSame(columns: readonly IndexColumn[]): readonly IndexColumn[] {
  // oxlint-disable-next-line react/exhaustive-deps -- the same ids are the same columns
  return useMemo(() => columns, [columns.map(({ id }) => id).join('\n')])
}

function keyOf({ resolved }: EntityRow): string {
  return resolved.entityRef
}

function ignore() {}
