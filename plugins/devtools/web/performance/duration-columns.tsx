import { useText } from '@portico/core/web'
import { performanceLimits, type RouteTimes } from '@portico/devtools/common'
import { Status, type Column } from '@portico/ui'
import { performanceMessages } from './messages.ts'
import { useUnits } from './use-units.ts'

type Durations = Pick<RouteTimes, 'count' | 'failures' | 'totalMs' | 'p50Ms' | 'p99Ms' | 'maxMs'>

/** A column of numbers, sorted by the number and shown with its unit. */
export function figureColumn<Row>(id: string, title: string, of: (row: Row) => number, show: (value: number) => string): Column<Row> {
  return { id, title, align: 'end', value: of, cell: row => show(of(row)) }
}

/** How often, how long, and how long in all. */
export function useDurationColumns<Row extends Durations>(): readonly Column<Row>[] {
  const text = useText()
  const { ms, number } = useUnits()
  const time = (id: string, title: string, of: (row: Row) => number) => figureColumn(id, title, of, ms)
  return [
    figureColumn('calls', text(performanceMessages.calls), row => row.count, number),
    {
      id: 'failures',
      title: text(performanceMessages.failures),
      align: 'end',
      value: row => row.failures,
      cell: row => (row.failures > 0 ? <Status kind="error">{number(row.failures)}</Status> : number(0)),
      initiallyHidden: true,
    },
    time('median', text(performanceMessages.median), row => row.p50Ms),
    {
      ...time('p99', text(performanceMessages.p99), row => row.p99Ms),
      cell: row => (row.p99Ms > performanceLimits.routeP99Ms ? <Status kind="warning">{ms(row.p99Ms)}</Status> : ms(row.p99Ms)),
    },
    time('max', text(performanceMessages.max), row => row.maxMs),
    time('total', text(performanceMessages.total), row => row.totalMs),
  ]
}
