import { useText } from '@portico/core/web'
import { performanceLimits, type Performance } from '@portico/devtools/common'
import { DataTable, InfoCard, Status, StructuredMetadata } from '@portico/ui'
import { performanceMessages } from './messages.ts'
import { useUnits } from './use-units.ts'

/** The event loop, processors, memory and the database in one look. */
export function ProcessCard({ performance: { process, pool, database } }: { performance: Performance }) {
  const text = useText()
  const { ms, share, bytes, decimal, number } = useUnits()
  const { eventLoop } = process
  return (
    <InfoCard title={text(performanceMessages.process)}>
      <StructuredMetadata
        facts={{
          [text(performanceMessages.eventLoopDelay)]: (
            <>
              <Status kind={eventLoop.p99Ms > performanceLimits.eventLoopP99Ms ? 'warning' : 'ok'}>
                {`${ms(eventLoop.p99Ms)} ${text(performanceMessages.p99)}`}
              </Status>
              <div>{text(performanceMessages.delays, { p50: ms(eventLoop.p50Ms), max: ms(eventLoop.maxMs) })}</div>
            </>
          ),
          [text(performanceMessages.eventLoopBusy)]: share(eventLoop.busyShare),
          [text(performanceMessages.processor)]: text(performanceMessages.processorOf, {
            used: decimal(process.processorShare),
            all: number(process.processors),
          }),
          [text(performanceMessages.resident)]: bytes(process.residentBytes),
          [text(performanceMessages.pool)]: text(performanceMessages.poolStatus, {
            used: number(pool.used),
            waiting: number(pool.waiting),
            max: number(pool.max),
          }),
          [text(performanceMessages.databaseSize)]: text(performanceMessages.databaseStatus, {
            size: bytes(database.sizeBytes),
            version: database.version,
          }),
          [text(performanceMessages.cacheHits)]: database.cacheHitShare === undefined ? undefined : share(database.cacheHitShare),
        }}
      />
    </InfoCard>
  )
}

type Part = Performance['process']['memory'][number]

/** What the memory of the process consists of. */
export function MemoryCard({ memory }: { memory: readonly Part[] }) {
  const text = useText()
  const { bytes } = useUnits()
  const nameOf = ({ part, name = '' }: Part) => text(performanceMessages[part], { name })
  return (
    <InfoCard title={text(performanceMessages.memory)} flush>
      <DataTable
        label={text(performanceMessages.memory)}
        rows={memory}
        rowKey={part => `${part.part} ${part.name} ${part.bytes}`}
        columns={[
          { id: 'part', title: text(performanceMessages.part), cell: nameOf },
          { id: 'size', title: text(performanceMessages.size), align: 'end', value: part => part.bytes, cell: part => bytes(part.bytes) },
        ]}
      />
    </InfoCard>
  )
}
