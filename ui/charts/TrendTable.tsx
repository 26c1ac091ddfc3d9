import { useDate } from '../locale.tsx'
import { uiMessages } from '../messages.ts'
import { useText } from '../text.tsx'
import { valueAt } from './series.ts'
import type { TrendViewProps } from './trend.ts'
import styles from './TrendChart.module.css'

const maxRows = 200

/** The values of a chart in words, the last first. */
export function TrendTable({ label, lines, times, write, height }: TrendViewProps) {
  const text = useText()
  const date = useDate()
  return (
    <div className={styles.scroller} style={{ maxHeight: height }} role="region" aria-label={label} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{text(uiMessages.time)}</th>
            {lines.map(({ name }) => (
              <th key={name} scope="col" className={styles.figure}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {times
            .toReversed()
            .slice(0, maxRows)
            .map(time => (
              <tr key={time}>
                <th scope="row">{date(new Date(time), { dateStyle: 'medium', timeStyle: 'short' })}</th>
                {lines.map(({ name, points }) => {
                  const value = valueAt(points, time)
                  return (
                    <td key={name} className={styles.figure}>
                      {value === undefined ? '–' : write(value)}
                    </td>
                  )
                })}
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  )
}
