import { useText } from '@portico/core/web'
import { performanceLimits, type Performance, type Queue, type TableSize } from '@portico/devtools/common'
import { DataTable, InfoCard, Status } from '@portico/ui'
import { figureColumn } from './duration-columns.tsx'
import { performanceMessages } from './messages.ts'
import { useUnits } from './use-units.ts'

/** Tables by size, and queues of jobs. */
export function DatabaseCards({ database, queues }: Pick<Performance, 'database' | 'queues'>) {
  const text = useText()
  return (
    <>
      <InfoCard title={text(performanceMessages.queues)} flush>
        <QueueTable queues={queues} />
      </InfoCard>
      <InfoCard title={text(performanceMessages.tables)} flush>
        <TableTable tables={database.tables} />
      </InfoCard>
    </>
  )
}

function QueueTable({ queues }: { queues: readonly Queue[] }) {
  const text = useText()
  const { number, seconds } = useUnits()
  const nameOf = ({ plugin, name }: Queue) => `${plugin}/${name}`
  const count = (id: string, title: string, of: (queue: Queue) => number) => figureColumn(id, title, of, number)
  return (
    <DataTable
      label={text(performanceMessages.queues)}
      rows={queues}
      rowKey={nameOf}
      empty={text(performanceMessages.noQueues)}
      columns={[
        { id: 'queue', title: text(performanceMessages.queue), grow: true, value: nameOf },
        count('waiting', text(performanceMessages.waits), queue => queue.waiting),
        count('running', text(performanceMessages.works), queue => queue.running),
        {
          ...count('oldest', text(performanceMessages.oldest), queue => queue.oldestSeconds),
          cell: ({ oldestSeconds }) =>
            oldestSeconds > performanceLimits.queueOldestSeconds ? (
              <Status kind="warning">{seconds(oldestSeconds)}</Status>
            ) : (
              seconds(oldestSeconds)
            ),
        },
        count('failed', text(performanceMessages.failedOfDay), queue => queue.failed),
      ]}
    />
  )
}

function TableTable({ tables }: { tables: readonly TableSize[] }) {
  const text = useText()
  const { bytes, number } = useUnits()
  const nameOf = ({ schema, table }: TableSize) => `${schema}.${table}`
  const column = (id: string, title: string, of: (table: TableSize) => number, show = number) => figureColumn(id, title, of, show)
  return (
    <DataTable
      label={text(performanceMessages.tables)}
      rows={tables}
      rowKey={nameOf}
      paging={{ form: 'client' }}
      columns={[
        { id: 'table', title: text(performanceMessages.table), grow: true, value: nameOf },
        column('rows', text(performanceMessages.rows), table => table.rows),
        column('dead', text(performanceMessages.deadRows), table => table.deadRows),
        column('size', text(performanceMessages.size), table => table.tableBytes, bytes),
        column('indexes', text(performanceMessages.indexes), table => table.indexBytes, bytes),
        column('scans', text(performanceMessages.wholeScans), table => table.wholeScans),
      ]}
    />
  )
}
