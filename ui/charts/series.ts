/** One value of a series. Without a value, the line has a gap. */
export interface SeriesPoint {
  readonly at: string | Date
  readonly value: number | undefined
}

export interface Bounds {
  readonly min: number
  readonly max: number
}

/** How many colours series.module.css has. */
export const seriesLooks = 6

/** A point of a drawing, at a time in milliseconds. */
export interface TimedValue {
  readonly time: number
  readonly value: number | undefined
}

/** The points by time; those without a readable time are left out. */
export function byTime(points: readonly SeriesPoint[]): readonly TimedValue[] {
  return points
    .map(({ at, value }) => ({ time: new Date(at).getTime(), value: Number.isFinite(value) ? value : undefined }))
    .filter(({ time }) => !Number.isNaN(time))
    .toSorted((a, b) => a.time - b.time)
}

/** The smallest and largest of the values; undefined without values. */
export function boundsOf(values: Iterable<number | undefined>): Bounds | undefined {
  let [min, max] = [Infinity, -Infinity]
  for (const value of values) {
    if (value === undefined) continue
    min = Math.min(min, value)
    max = Math.max(max, value)
  }
  return min > max ? undefined : { min, max }
}

/** About `count` round numbers that cover the bounds: their steps are 1, 2 or 5 times a power of ten. */
export function toTicks({ min, max }: Bounds, count = 4): readonly number[] {
  if (min === max) return toTicks(min === 0 ? { min: 0, max: 1 } : { min: min - Math.abs(min) / 2, max: max + Math.abs(max) / 2 }, count)
  const rough = (max - min) / count
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 5].find(factor => factor * power >= rough) ?? 10) * power
  const first = Math.floor(min / step)
  const ticks: number[] = []
  // A sum of steps would gather errors of rounding.
  for (let at = first; at <= first + 2 * count + 2; at++) {
    ticks.push(Number((at * step).toPrecision(12)))
    if (at * step >= max) break
  }
  return ticks
}

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const timeSteps = [1, 2, 5, 10, 30]
  .map(count => count * minute)
  .concat(
    [1, 3, 6, 12].map(count => count * hour),
    [1, 2, 7, 14, 30, 91, 182, 365, 730, 1825].map(count => count * day),
  )

/** At most `count` moments between two, at round times of the reader's clock. */
export function toTimeTicks({ min, max }: Bounds, count: number): readonly number[] {
  const step = timeSteps.find(length => (max - min) / length <= count) ?? (max - min) / count
  if (step <= 0) return [min]
  const zone = new Date(min).getTimezoneOffset() * minute
  const ticks: number[] = []
  for (let at = Math.ceil((min - zone) / step) * step + zone; at <= max && ticks.length <= count; at += step) ticks.push(at)
  return ticks
}

/** How a moment is written at the axis: by the clock within two days, then by the day, then by the month. */
export function axisDate({ min, max }: Bounds): Intl.DateTimeFormatOptions {
  if (max - min <= 2 * day) return { hour: '2-digit', minute: '2-digit' }
  return max - min <= 730 * day ? { day: 'numeric', month: 'short' } : { month: 'short', year: 'numeric' }
}

/** The line through the points, with gaps where there is no value. A point between gaps becomes a dot. */
export function toLine(points: readonly TimedValue[], x: (time: number) => number, y: (value: number) => number): string {
  let isDrawing = false
  let line = ''
  for (const { time, value } of points) {
    if (value === undefined) {
      isDrawing = false
      continue
    }
    const place = `${round(x(time))} ${round(y(value))}`
    line += isDrawing ? `L${place}` : `M${place}h0`
    isDrawing = true
  }
  return line
}

/** The value that was known at a moment: that of the last point until then. */
export function valueAt(points: readonly TimedValue[], time: number): number | undefined {
  return points.findLast(point => point.time <= time)?.value
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
