import { memo, type Key, type ReactNode } from 'react'
import { CheckboxBox } from '../CheckboxBox.tsx'
import { uiMessages } from '../messages.ts'
import { useText } from '../text.tsx'
import { columnId, toPlainText, valueOf, type Column } from './column.ts'
import styles from './TableBody.module.css'
import cells from './TableCells.module.css'

export interface TableRowProps<Row> {
  readonly row: Row
  readonly rowIndex?: number | undefined
  readonly columns: readonly Column<Row>[]
  readonly summarised: boolean
  readonly selected?: boolean | undefined
  readonly name: Key
  readonly onSelect?: ((key: Key) => void) | undefined
  readonly actions?: ((row: Row) => ReactNode) | undefined
}

/** One row. Re-rendered only when something of its own changes: a long table scrolls by moving rows, not by rendering them. */
export const TableRow = memo(DrawnRow) as typeof DrawnRow

function DrawnRow<Row>({ row, rowIndex, columns, summarised, selected, name, onSelect, actions }: TableRowProps<Row>) {
  const text = useText()
  return (
    <tr
      role="row"
      data-row={rowIndex}
      aria-rowindex={rowIndex === undefined ? undefined : rowIndex + 2}
      aria-selected={selected}
      className={`${styles.row} ${summarised ? styles.summarised : ''}`}
    >
      {onSelect && (
        <td role="cell" className={`${styles.cell} ${styles.tick} ${cells.tick}`}>
          <CheckboxBox
            aria-label={text(uiMessages.selectRow, { name: String(name) })}
            checked={selected === true}
            onChange={() => onSelect(name)}
          />
        </td>
      )}
      {columns.map((column, index) => {
        const words = column.cell ? undefined : toPlainText(valueOf(column, row))
        const classes = [
          styles.cell,
          index === 0 && styles.first,
          column.align === 'end' && cells.end,
          column.highlight && styles.highlight,
          column.grow && styles.grow,
          column.unclipped && styles.unclipped,
          summarised && index > 0 && !column.summary && cells.detail,
        ]
        return (
          <td
            key={columnId(column)}
            role="cell"
            data-title={column.titleHidden ? '' : column.title}
            title={words}
            className={classes.filter(Boolean).join(' ')}
            style={typeof column.cellStyle === 'function' ? column.cellStyle(row) : column.cellStyle}
          >
            {column.cell ? column.cell(row) : words}
          </td>
        )
      })}
      {actions && (
        <td role="cell" data-title={text(uiMessages.actions)} className={`${styles.cell} ${cells.end} ${cells.actions}`}>
          {actions(row)}
        </td>
      )}
    </tr>
  )
}

/** Skeletons of the rows to come. */
export function SkeletonBody({ columns, rows }: { columns: number; rows: number }) {
  return (
    <tbody aria-hidden>
      {Array.from({ length: rows }, (_, row) => (
        <tr key={row} className={`${styles.row} ${styles.summarised}`}>
          {Array.from({ length: columns }, (_unused, column) => (
            <td key={column} className={`${styles.cell} ${column === 0 ? styles.first : column > 1 ? styles.bones : ''}`}>
              <div className={styles.bone} style={{ width: `${40 + ((row * 31 + column * 47) % 50)}%` }}>
                {'\u00a0'}
              </div>
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  )
}
