import { uiMessages } from '../messages.ts'
import { useNumber } from '../locale.tsx'
import type { Tone } from '../Status.tsx'
import { useText } from '../text.tsx'
import { boundsOf, byTime, toLine, type SeriesPoint } from './series.ts'
import styles from './Sparkline.module.css'
import tones from './tones.module.css'

export interface SparklineProps {
  /** What the values are. Screen readers get it with the last, the least and the greatest value. */
  readonly label: string
  readonly points: readonly SeriesPoint[]
  readonly format?: (value: number) => string
  readonly tone?: Tone
  readonly width?: number
  readonly height?: number
}

const edge = 3

/** A line as high as a word: how a number changed. */
export function Sparkline({ label, points, format, tone, width = 96, height = 24 }: SparklineProps) {
  const text = useText()
  const number = useNumber()
  const write = format ?? (value => number(value))
  const values = byTime(points)
  const bounds = boundsOf(values.map(({ value }) => value))
  const last = values.findLast(({ value }) => value !== undefined)
  if (!bounds || last?.value === undefined) return <span className={styles.none}>–</span>
  const [first, end] = [values[0]!.time, values.at(-1)!.time]
  const x = (time: number) => (end === first ? width - edge : edge + ((time - first) / (end - first)) * (width - 2 * edge))
  const y = (value: number) =>
    bounds.max === bounds.min ? height / 2 : edge + ((bounds.max - value) / (bounds.max - bounds.min)) * (height - 2 * edge)
  const words = text(uiMessages.sparkline, { label, last: write(last.value), min: write(bounds.min), max: write(bounds.max) })
  return (
    <svg className={`${styles.line} ${tones[tone ?? 'accent']}`} width={width} height={height} role="img" aria-label={words}>
      <title>{words}</title>
      <path d={toLine(values, x, y)} />
      <circle cx={x(last.time)} cy={y(last.value)} r={2.5} />
    </svg>
  )
}
