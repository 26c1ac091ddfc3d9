import { useMemo, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { useDate } from '../locale.tsx'
import { boundsOf, axisDate, toLine, toTicks, toTimeTicks, valueAt } from './series.ts'
import type { TrendGoal, TrendViewProps } from './trend.ts'
import styles from './TrendChart.module.css'
import { useElementWidth } from './use-element-width.ts'

export interface TrendPlotProps extends TrendViewProps {
  readonly goal: TrendGoal | undefined
  readonly min: number | undefined
  readonly max: number | undefined
}

const letterPx = 7.5
const [above, below, right] = [8, 22, 8]

/** The drawing of a chart. For the keyboard and screen readers it is a slider over the moments that have values. */
export function TrendPlot({ label, lines, times, write, height, goal, min, max }: TrendPlotProps) {
  const date = useDate()
  const [width, box] = useElementWidth(480)
  const [chosen, choose] = useState<number>()
  const ticks = useMemo(() => ticksOf(lines, goal?.value, min, max), [lines, goal?.value, min, max])
  const left = 14 + letterPx * Math.max(...ticks.map(tick => write(tick).length))
  const span = { min: times[0]!, max: times.at(-1)! }
  const scale = { min: ticks[0]!, max: ticks.at(-1)! }
  const x = (time: number) =>
    span.max === span.min ? (left + width - right) / 2 : left + ((time - span.min) / (span.max - span.min)) * (width - left - right)
  const y = (value: number) => above + ((scale.max - value) / (scale.max - scale.min)) * (height - above - below)
  const timeTicks = toTimeTicks(span, Math.max(1, Math.floor((width - left) / 90)))
  const time = chosen === undefined ? undefined : times[chosen]
  // A single value has no line that would show it.
  const dotted = times.length === 1 ? times[0] : time
  const describe = (moment: number) =>
    [date(new Date(moment)), ...valuesAt(moment).map(({ name, words }) => `${name}: ${words}`)].join(', ')

  function valuesAt(moment: number) {
    return lines.flatMap(({ name, look, points }) => {
      const value = valueAt(points, moment)
      return value === undefined ? [] : [{ name, look, value, words: write(value) }]
    })
  }
  function followPointer(event: PointerEvent<HTMLElement>) {
    const at = event.clientX - event.currentTarget.getBoundingClientRect().left
    choose(nearest(times, at, x))
  }
  function followKeys(event: KeyboardEvent) {
    const next = nextChoice(event.key, chosen ?? times.length - 1, times.length)
    if (event.key === 'Escape') choose(undefined)
    else if (next !== undefined) {
      event.preventDefault()
      choose(next)
    }
  }
  return (
    <div
      ref={box}
      className={styles.plot}
      style={{ height }}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={times.length - 1}
      aria-valuenow={chosen ?? times.length - 1}
      aria-valuetext={describe(time ?? span.max)}
      onPointerMove={followPointer}
      onPointerDown={followPointer}
      onPointerLeave={() => choose(undefined)}
      onKeyDown={followKeys}
      onBlur={() => choose(undefined)}
    >
      <svg width={width} height={height} aria-hidden>
        {ticks.map(tick => (
          <g key={tick}>
            <line className={styles.grid} x1={left} x2={width - right} y1={y(tick)} y2={y(tick)} />
            <text className={styles.words} x={left - 8} y={y(tick) + 4} textAnchor="end">
              {write(tick)}
            </text>
          </g>
        ))}
        {timeTicks.map(tick => (
          <text key={tick} className={styles.words} x={x(tick)} y={height - 4} textAnchor={anchorAt(x(tick), left, width)}>
            {date(new Date(tick), axisDate(span))}
          </text>
        ))}
        {goal && (
          <g>
            <line className={styles.goal} x1={left} x2={width - right} y1={y(goal.value)} y2={y(goal.value)} />
            <text className={styles.words} x={width - right} y={y(goal.value) + (y(goal.value) < 20 ? 12 : -4)} textAnchor="end">
              {goal.label}
            </text>
          </g>
        )}
        {time !== undefined && <line className={styles.cursor} x1={x(time)} x2={x(time)} y1={above} y2={height - below} />}
        {lines.map(line => (
          <path key={line.name} className={`${styles.line} ${line.look}`} d={toLine(line.points, x, y)} />
        ))}
        {dotted !== undefined &&
          valuesAt(dotted).map(({ name, look, value }) => (
            <circle key={name} className={`${styles.dot} ${look}`} cx={x(dotted)} cy={y(value)} r={4} />
          ))}
      </svg>
      {time !== undefined && (
        <div className={styles.tip} style={x(time) > width / 2 ? { right: width - x(time) + 12 } : { left: x(time) + 12 }} aria-hidden>
          <span className={styles.moment}>{date(new Date(time), { dateStyle: 'medium', timeStyle: 'short' })}</span>
          {valuesAt(time).map(({ name, look, words }) => (
            <span key={name} className={styles.reading}>
              <span className={`${styles.mark} ${look}`} />
              {lines.length > 1 && name}
              <b>{words}</b>
            </span>
          ))}
        </div>
      )}
    </div>
  )
}

/** Round numbers around the values. The scale begins at zero unless all values are far from it. */
function ticksOf(
  lines: TrendPlotProps['lines'],
  goal: number | undefined,
  min: number | undefined,
  max: number | undefined,
): readonly number[] {
  const found = boundsOf([goal, ...lines.flatMap(({ points }) => points.map(({ value }) => value))]) ?? { min: 0, max: 1 }
  const lower = found.min > 0 && found.min < found.max / 2 ? 0 : found.min
  return toTicks({ min: Math.min(min ?? lower, found.min), max: Math.max(max ?? found.max, found.max) })
}

function nearest(times: readonly number[], at: number, x: (time: number) => number): number {
  let best = 0
  for (const [index, time] of times.entries()) if (Math.abs(x(time) - at) < Math.abs(x(times[best]!) - at)) best = index
  return best
}

function nextChoice(key: string, at: number, count: number): number | undefined {
  const page = Math.max(1, Math.round(count / 10))
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: at - 1,
    ArrowDown: at - 1,
    ArrowRight: at + 1,
    ArrowUp: at + 1,
    PageDown: at - page,
    PageUp: at + page,
    Home: 0,
    End: count - 1,
  }
  const next = steps[key]
  return next === undefined ? undefined : Math.min(count - 1, Math.max(0, next))
}

/** Words at the ends of the axis do not reach out of the drawing. */
function anchorAt(at: number, left: number, width: number): 'start' | 'middle' | 'end' {
  if (at < left + 16) return 'start'
  return at > width - right - 24 ? 'end' : 'middle'
}
