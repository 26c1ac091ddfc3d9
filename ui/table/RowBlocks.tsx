import { memo, type CSSProperties, type Key, type ReactNode, type Ref } from 'react'
import type { Column } from './column.ts'
import styles from './TableBody.module.css'
import { TableRow } from './TableBody.tsx'

/** Some rows of a long table that are drawn, and skipped, together. */
export interface RowBlock<Row> {
  readonly index: number
  /** The number of its first row in the table. */
  readonly first: number
  readonly rows: readonly Row[]
}

/** The blocks that are drawn, and how high those above and below are. */
export interface RowBlocks<Row> {
  readonly items: readonly RowBlock<Row>[]
  readonly before: number
  readonly after: number
  readonly measure?: Ref<HTMLTableSectionElement>
}

/** What all rows of a table are drawn by. */
export interface RowLook<Row> {
  readonly columns: readonly Column<Row>[]
  readonly rowKey: (row: Row) => Key
  readonly summarised: boolean
  readonly selected: ReadonlySet<Key> | undefined
  readonly onSelect: ((key: Key) => void) | undefined
  readonly actions: ((row: Row) => ReactNode) | undefined
}

/** The rows of a table that is drawn in blocks. */
export function RowBlockList<Row>({ blocks: { items, before, after, measure }, ...look }: RowLook<Row> & { blocks: RowBlocks<Row> }) {
  return (
    <>
      <Spacer height={before} />
      {items.map(({ index, first, rows }) => (
        <Block key={index} index={index} first={first} rows={rows} measure={measure} {...look} />
      ))}
      <Spacer height={after} />
    </>
  )
}

interface BlockProps<Row> extends RowLook<Row>, RowBlock<Row> {
  readonly measure: Ref<HTMLTableSectionElement> | undefined
}

const Block = memo(DrawnBlock, isSameBlock) as typeof DrawnBlock

function DrawnBlock<Row>({ index, first, rows, measure, rowKey, selected, ...look }: BlockProps<Row>) {
  return (
    <tbody ref={measure} role="rowgroup" data-block={index} className={styles.block} style={{ '--rows': rows.length } as CSSProperties}>
      {rows.map((row, offset) => (
        <TableRow
          key={rowKey(row)}
          name={rowKey(row)}
          row={row}
          rowIndex={first + offset}
          selected={selected?.has(rowKey(row))}
          {...look}
        />
      ))}
    </tbody>
  )
}

/** Slices of the same rows are the same. The key of a row comes from the row, so the function that tells it may be another. */
function isSameBlock<Row>(one: BlockProps<Row>, other: BlockProps<Row>): boolean {
  const { rows, rowKey: _rowKey, ...rest } = one
  return (
    rows.length === other.rows.length &&
    rows.every((row, at) => row === other.rows[at]) &&
    (Object.keys(rest) as (keyof typeof rest)[]).every(name => rest[name] === other[name])
  )
}

/** Takes the height of the blocks that are not drawn. */
function Spacer({ height }: { height: number }) {
  return height === 0 ? undefined : <tbody aria-hidden className={styles.spacer} style={{ height }} />
}
