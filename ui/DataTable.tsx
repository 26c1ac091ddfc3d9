import type { Key, ReactNode } from 'react'
import styles from './DataTable.module.css'
import { uiMessages } from './messages.ts'
import { useText } from './text.tsx'

export interface Column<Row> {
  readonly title: string
  readonly cell: (row: Row) => ReactNode
  /** `end` for numbers: right-aligned, digits of equal width. */
  readonly align?: 'start' | 'end'
  /** The title is for screen readers only: a column of buttons. */
  readonly titleHidden?: boolean
}

export interface DataTableProps<Row> {
  /** What the table is about, for those who do not see where it stands. */
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => Key
  /** What to show instead of no rows. */
  readonly empty?: ReactNode
}

/** A small table of rows that are all there. */
export function DataTable<Row>({ label, columns, rows, rowKey, empty }: DataTableProps<Row>) {
  const text = useText()
  if (rows.length === 0) return <div className={styles.none}>{empty ?? text(uiMessages.noRecords)}</div>
  return (
    <div className={styles.scroll}>
      {/* The roles are the native ones, written out because a phone's layout would lose them. */}
      <table className={styles.table} role="table" aria-label={label}>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(({ title, align, titleHidden }) => (
              <th key={title} role="columnheader" scope="col" className={`${styles.head} ${align === 'end' ? styles.end : ''}`}>
                {titleHidden ? <span className={styles.hidden}>{title}</span> : title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map(row => (
            <tr key={rowKey(row)} role="row">
              {columns.map(({ title, cell, align, titleHidden }) => (
                <td
                  key={title}
                  role="cell"
                  data-title={titleHidden ? '' : title}
                  className={`${styles.cell} ${align === 'end' ? styles.end : ''}`}
                >
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
