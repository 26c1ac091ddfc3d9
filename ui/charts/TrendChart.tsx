import IconChartLine from '@tabler/icons-react/dist/esm/icons/IconChartLine.mjs'
import IconTable from '@tabler/icons-react/dist/esm/icons/IconTable.mjs'
import { useMemo, useState } from 'react'
import { ActionIcon } from '../ActionIcon.tsx'
import { useNumber } from '../locale.tsx'
import { uiMessages } from '../messages.ts'
import type { Tone } from '../Status.tsx'
import { useText } from '../text.tsx'
import series from './series.module.css'
import { byTime, seriesLooks, type SeriesPoint } from './series.ts'
import tones from './tones.module.css'
import styles from './TrendChart.module.css'
import type { TrendGoal, TrendLine } from './trend.ts'
import { TrendPlot } from './TrendPlot.tsx'
import { TrendTable } from './TrendTable.tsx'

export interface TrendSeries {
  readonly name: string
  readonly points: readonly SeriesPoint[]
  /** A colour with a meaning; otherwise lines are told apart by colours without one. */
  readonly tone?: Tone
}

export interface TrendChartProps {
  /** What the chart shows. */
  readonly label: string
  readonly series: readonly TrendSeries[]
  readonly format?: (value: number) => string
  /** In pixels; 180 by default. */
  readonly height?: number
  /** A value to reach, as a dashed line across. */
  readonly goal?: TrendGoal
  /** Ends of the scale; otherwise it fits the values. */
  readonly min?: number
  readonly max?: number
}

/** Numbers over time as lines. The pointer and the arrow keys read them one by one, and the same numbers are there as a table. */
export function TrendChart({ label, series: given, format, height = 180, goal, min, max }: TrendChartProps) {
  const text = useText()
  const number = useNumber()
  const write = format ?? (value => number(value))
  const [isTable, setTable] = useState(false)
  const lines = useMemo(() => given.map(toTrendLine), [given])
  const times = useMemo(() => timesOf(lines), [lines])
  if (times.length === 0) {
    return (
      <div className={styles.empty} style={{ minHeight: height }}>
        {text(uiMessages.noValues)}
      </div>
    )
  }
  return (
    <div className={styles.chart} role="group" aria-label={label}>
      <div className={styles.head}>
        {lines.length > 1 && <Legend lines={lines} />}
        <ActionIcon
          className={styles.switch!}
          aria-label={text(isTable ? uiMessages.showChart : uiMessages.showTable)}
          title={text(isTable ? uiMessages.showChart : uiMessages.showTable)}
          onClick={() => setTable(!isTable)}
        >
          {isTable ? <IconChartLine size={16} aria-hidden /> : <IconTable size={16} aria-hidden />}
        </ActionIcon>
      </div>
      {isTable ? (
        <TrendTable label={label} lines={lines} times={times} write={write} height={height} />
      ) : (
        <TrendPlot label={label} lines={lines} times={times} write={write} height={height} goal={goal} min={min} max={max} />
      )}
    </div>
  )
}

function Legend({ lines }: { readonly lines: readonly TrendLine[] }) {
  return (
    <ul className={styles.legend}>
      {lines.map(({ name, look }) => (
        <li key={name}>
          <span className={`${styles.mark} ${look}`} />
          {name}
        </li>
      ))}
    </ul>
  )
}

function toTrendLine({ name, points, tone }: TrendSeries, index: number): TrendLine {
  return { name, points: byTime(points), look: (tone ? tones[tone] : series[`series-${index % seriesLooks}`]) ?? '' }
}

/** Every moment at which a line has a value. */
function timesOf(lines: readonly TrendLine[]): readonly number[] {
  const times = lines.flatMap(({ points }) => points.filter(({ value }) => value !== undefined).map(({ time }) => time))
  return [...new Set(times)].toSorted((a, b) => a - b)
}
