import type { ReactNode } from 'react'
import { Link } from '../Link.tsx'
import type { Tone } from '../Status.tsx'
import styles from './HeatTable.module.css'
import tones from './tones.module.css'

export interface HeatCell {
  /** What the cell says: a number or a word. Colour alone says nothing. */
  readonly words: string
  readonly tone: Tone
  /** How strong the colour is, from 0 to 1; 0.5 by default. */
  readonly strength?: number
  /** A second, small text: of how much the first is known. */
  readonly note?: string
  /** More, on hover. */
  readonly title?: string
  readonly to?: string
}

export interface HeatLine {
  readonly id: string
  readonly title: ReactNode
}

export interface HeatTableProps<Row extends HeatLine, Column extends HeatLine> {
  readonly label: string
  /** What the rows are, above the first column. */
  readonly corner: string
  readonly rows: readonly Row[]
  readonly columns: readonly Column[]
  /** The cell where a row and a column meet; undefined where there is nothing to say. */
  readonly cellOf: (row: Row, column: Column) => HeatCell | undefined
}

/** A table whose cells are coloured by how good they are. The first column and the head stay in view. */
export function HeatTable<Row extends HeatLine, Column extends HeatLine>(props: HeatTableProps<Row, Column>) {
  const { label, corner, rows, columns, cellOf } = props
  return (
    <div className={styles.scroller} role="region" aria-label={label} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col" className={styles.corner}>
              {corner}
            </th>
            {columns.map(column => (
              <th key={column.id} scope="col">
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <tr key={row.id}>
              <th scope="row">{row.title}</th>
              {columns.map(column => (
                <Cell key={column.id} cell={cellOf(row, column)} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Cell({ cell }: { readonly cell: HeatCell | undefined }) {
  if (!cell) return <td className={styles.empty}>–</td>
  const { words, note, tone, strength = 0.5, title, to } = cell
  const share = 8 + Math.round(Math.min(1, Math.max(0, strength)) * 30)
  const colour = `color-mix(in oklab, currentColor ${share}%, var(--surface))`
  const content = (
    <>
      {words}
      {note !== undefined && <small className={styles.note}>{note}</small>}
    </>
  )
  return (
    <td
      className={`${tones[tone]} ${tone === 'unknown' ? styles.hatched : ''}`}
      title={title}
      style={tone === 'unknown' ? undefined : { backgroundColor: colour }}
    >
      {to === undefined ? (
        <span className={styles.words}>{content}</span>
      ) : (
        <Link to={to} className={styles.words}>
          {content}
        </Link>
      )}
    </td>
  )
}
