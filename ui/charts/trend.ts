import type { TimedValue } from './series.ts'

/** A series as it is drawn. */
export interface TrendLine {
  readonly name: string
  readonly look: string
  readonly points: readonly TimedValue[]
}

/** A value to reach. */
export interface TrendGoal {
  readonly value: number
  readonly label: string
}

/** What is drawn, and what the table beside the drawing has. */
export interface TrendViewProps {
  readonly label: string
  readonly lines: readonly TrendLine[]
  readonly times: readonly number[]
  readonly write: (value: number) => string
  readonly height: number
}
