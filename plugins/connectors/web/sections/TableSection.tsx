import type { FactColumn, ViewFact } from '@portico/connectors/common'
import { useText } from '@portico/core/web'
import { DataTable, type Column } from '@portico/ui'
import { useState } from 'react'
import { toolMessages } from '../messages.ts'
import { columnsOf, itemsOf, textOf, type Item } from './fact-words.ts'
import { ItemCell } from './ItemCell.tsx'
import { ItemRows, Nothing, RestButton } from './ItemRows.tsx'
import styles from './Sections.module.css'

const compactRows = 3
const firstRows = 8

interface TableSectionProps {
  readonly fact: ViewFact
  readonly rows: number | undefined
  readonly isCompact: boolean
}

/** The items of a list: a table, or in a card the first of them in two lines each. */
export function TableSection({ fact, rows, isCompact }: TableSectionProps) {
  const items = itemsOf(fact.value?.value)
  const columns = columnsOf(fact, items)
  if (isCompact) return <CompactRows fact={fact} columns={columns} count={rows ?? compactRows} />
  if (items.length === 0) return <Nothing fact={fact} />
  return <WholeTable fact={fact} items={items} columns={columns} count={rows ?? firstRows} />
}

/** The column that says which item it is. */
function leadOf(columns: readonly FactColumn[]): FactColumn | undefined {
  return columns.find(({ type }) => type === 'link') ?? columns.find(({ type }) => type === 'text') ?? columns[0]
}

/** All items, once a reader wants more than the first. */
function WholeTable({ fact, items, columns, count }: RowsProps & { readonly items: readonly Item[] }) {
  const text = useText()
  const [isWhole, setWhole] = useState(items.length <= count)
  const lead = leadOf(columns)
  return (
    <>
      <DataTable
        label={fact.title}
        columns={columns.map((column, index) => toColumn(column, column === lead, index))}
        rows={isWhole ? items : items.slice(0, count)}
        rowKey={item => items.indexOf(item)}
        search={isWhole && items.length > count}
        paging={{ form: 'client' }}
        empty={text(toolMessages.none)}
      />
      {!isWhole && <RestButton onClick={() => setWhole(true)}>{text(toolMessages.showAll, { count: items.length })}</RestButton>}
    </>
  )
}

function toColumn(column: FactColumn, isLead: boolean, index: number): Column<Item> {
  const isNumber = column.type === 'number' || column.type === 'duration'
  return {
    id: column.name,
    title: column.title,
    value: item => item[column.name],
    cell: item => <ItemCell item={item} column={column} />,
    highlight: isLead,
    summary: index > 0 && index < 4,
    ...(isNumber && { align: 'end' as const }),
  }
}

/** What says little without its name. */
const titled = new Set<FactColumn['type']>(['number', 'duration', 'date'])

interface RowsProps {
  readonly fact: ViewFact
  readonly columns: readonly FactColumn[]
  readonly count: number
}

/** What the first column says, and below it the others that have a value. */
function CompactRows({ fact, columns, count }: RowsProps) {
  const lead = leadOf(columns)
  if (!lead) return <Nothing fact={fact} />
  return (
    <ItemRows fact={fact} count={count}>
      {item => (
        <>
          <span className={styles.lead}>
            <ItemCell item={item} column={lead} />
          </span>
          <span className={styles.details}>
            {columns
              .filter(column => column !== lead && textOf(item, column.name) !== undefined)
              .map(column => (
                <span key={column.name} title={column.title}>
                  {titled.has(column.type) && `${column.title} `}
                  <ItemCell item={item} column={column} />
                </span>
              ))}
          </span>
        </>
      )}
    </ItemRows>
  )
}
