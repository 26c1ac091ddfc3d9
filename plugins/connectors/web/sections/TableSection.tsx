import type { FactColumn, ViewFact } from '@portico/connectors/common'
import { useText } from '@portico/core/web'
import { DataTable, type Column } from '@portico/ui'
import { toolMessages } from '../messages.ts'
import { columnsOf, itemsOf, type Item } from './fact-words.ts'
import { ItemCell } from './ItemCell.tsx'
import { FactMark } from './FactMark.tsx'
import styles from './Sections.module.css'

const compactRows = 3
const searchFrom = 10

interface TableSectionProps {
  readonly fact: ViewFact
  readonly rows: number | undefined
  readonly isCompact: boolean
}

/** The items of a list: a table, or in a card the first of them in two lines each. */
export function TableSection({ fact, rows, isCompact }: TableSectionProps) {
  const text = useText()
  const items = itemsOf(fact.value?.value)
  const columns = columnsOf(fact, items)
  if (items.length === 0) return <Nothing fact={fact} />
  if (isCompact) return <CompactRows fact={fact} items={items} columns={columns} count={rows ?? compactRows} />
  return (
    <>
      <DataTable
        label={fact.title}
        columns={columns.map(toColumn)}
        rows={items}
        rowKey={item => items.indexOf(item)}
        search={items.length >= searchFrom}
        {...(items.length > searchFrom && { paging: { form: 'client' as const } })}
        empty={text(toolMessages.none)}
      />
      <FactMark fact={fact} />
    </>
  )
}

function toColumn(column: FactColumn, index: number): Column<Item> {
  const isNumber = column.type === 'number' || column.type === 'duration'
  return {
    id: column.name,
    title: column.title,
    value: item => item[column.name],
    cell: item => <ItemCell item={item} column={column} />,
    highlight: index === 0,
    ...(isNumber && { align: 'end' as const }),
  }
}

/** A list without items, or one that was never read. */
export function Nothing({ fact }: { readonly fact: ViewFact }) {
  const text = useText()
  return (
    <span className={styles.muted}>
      {text(fact.value === undefined ? toolMessages.unknown : toolMessages.none)}
      <FactMark fact={fact} />
    </span>
  )
}

interface CompactRowsProps {
  readonly fact: ViewFact
  readonly items: readonly Item[]
  readonly columns: readonly FactColumn[]
  readonly count: number
}

/** What the first column says, and below it the others that have a value. */
function CompactRows({ fact, items, columns, count }: CompactRowsProps) {
  const text = useText()
  const lead = columns.find(({ type }) => type === 'link') ?? columns[0]
  const others = columns.filter(column => column !== lead)
  if (!lead) return undefined
  return (
    <>
      <ul className={styles.rows} aria-label={fact.title}>
        {items.slice(0, count).map((item, index) => (
          <li key={index} className={styles.row}>
            <span className={styles.lead}>
              <ItemCell item={item} column={lead} />
            </span>
            <span className={styles.details}>
              {others
                .filter(({ name }) => item[name] !== undefined && item[name] !== null && item[name] !== '')
                .map(column => (
                  <span key={column.name} title={column.title}>
                    <ItemCell item={item} column={column} />
                  </span>
                ))}
            </span>
          </li>
        ))}
      </ul>
      {items.length > count && <p className={styles.muted}>{text(toolMessages.more, { count: items.length - count })}</p>}
      <FactMark fact={fact} />
    </>
  )
}
