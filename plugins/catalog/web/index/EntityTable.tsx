import { useText } from '@portico/core/web'
import { TableGrid, type TableSelection } from '@portico/ui'
import { useMemo, useRef } from 'react'
import { shownColumns, type ChosenColumns } from './column-choice.ts'
import { fittingColumns, titleOf, toColumns, wideFrom } from './columns.tsx'
import type { EntityRow } from './entity-row.ts'
import styles from './EntityTable.module.css'
import type { IndexFilters } from './filters.ts'
import { isOrdered, type IndexOrder } from './order.ts'
import { useWidth } from './use-width.ts'

export interface EntityTableProps {
  readonly label: string
  readonly rows: readonly EntityRow[]
  readonly kind: string
  readonly filters: IndexFilters
  readonly chosen: ChosenColumns
  readonly order: IndexOrder | undefined
  readonly onOrder: (order: IndexOrder | undefined) => void
  readonly loading: boolean
  readonly dense: boolean
  readonly expected: number
  readonly selection: TableSelection
  /** How wide the table will be, before it is laid out. */
  readonly reckonedWidth: number
}

const noWidths = {}

/** The list as rows, one line each. */
export function EntityTable({ rows, kind, filters, chosen, order, onOrder, expected, reckonedWidth, ...rest }: EntityTableProps) {
  const text = useText()
  const frame = useRef<HTMLDivElement>(null)
  const width = useWidth(frame, reckonedWidth)
  const { types } = filters
  const ids = useMemo(() => shownColumns(kind, rows, { types }, chosen), [kind, rows, types, chosen])
  // Most answers and widths need the same columns: rows are drawn anew only when the columns are others.
  const key = fittingColumns(ids, width).join()
  const isWide = width >= wideFrom
  const columns = useMemo(() => toColumns(key.split(',') as typeof ids, text, isWide), [key, text, isWide])
  const shown = order ?? { column: 'name' as const, descending: false }
  return (
    <div ref={frame} className={styles.frame}>
      <TableGrid
        {...rest}
        columns={columns}
        rows={rows}
        rowKey={keyOf}
        sort={{ column: text(titleOf(shown.column)), descending: shown.descending }}
        onSort={next => {
          const column = next ? ids.find(id => text(titleOf(id)) === next.column) : undefined
          onOrder(column !== undefined && isOrdered(column) ? { column, descending: next?.descending === true } : undefined)
        }}
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

function keyOf({ resolved }: EntityRow): string {
  return resolved.entityRef
}

function ignore() {}
