import { isRecord } from './values.ts'

const unitMs = {
  years: 365 * 86_400_000,
  months: 30 * 86_400_000,
  weeks: 7 * 86_400_000,
  days: 86_400_000,
  hours: 3_600_000,
  minutes: 60_000,
  seconds: 1000,
  milliseconds: 1,
} as const

/** The maximum of setTimeout, about 24 days: it fires at once for anything longer. */
export const maxTimerMs = 2 ** 31 - 1

export type DurationUnit = keyof typeof unitMs

/** The units a duration object may have, the longest first. */
export const durationUnits = Object.keys(unitMs) as readonly DurationUnit[]

const shortNames: Readonly<Record<DurationUnit, readonly string[]>> = {
  years: ['y', 'yr', 'yrs', 'year', 'years'],
  months: ['mo', 'month', 'months'],
  weeks: ['w', 'week', 'weeks'],
  days: ['d', 'day', 'days'],
  hours: ['h', 'hr', 'hrs', 'hour', 'hours'],
  minutes: ['m', 'min', 'mins', 'minute', 'minutes'],
  seconds: ['s', 'sec', 'secs', 'second', 'seconds'],
  milliseconds: ['ms', 'msec', 'msecs', 'millisecond', 'milliseconds'],
}

const number = String.raw`(\d+(?:[.,]\d+)?)`
const isoPattern = new RegExp(
  `^P(?=\\S)(?:${number}Y)?(?:${number}M)?(?:${number}W)?(?:${number}D)?(?:T(?=\\d)(?:${number}H)?(?:${number}M)?(?:${number}S)?)?$`,
  'i',
)
const shortPattern = /^(\d+(?:\.\d+)?)\s*([a-z]+)$/i

function isoToMs(text: string): number | undefined {
  const match = isoPattern.exec(text)
  if (!match) return undefined
  return match.slice(1).reduce((sum, amount, index) => {
    const unit = durationUnits[index]
    return amount === undefined || !unit ? sum : sum + Number(amount.replace(',', '.')) * unitMs[unit]
  }, 0)
}

function shortToMs(text: string): number | undefined {
  const match = shortPattern.exec(text)
  const name = match?.[2]?.toLowerCase()
  if (!match || !name) return undefined
  const unit = durationUnits.find(candidate => shortNames[candidate].includes(name))
  return unit && Number(match[1]) * unitMs[unit]
}

function objectToMs(parts: Readonly<Record<string, unknown>>): number | undefined {
  const entries = Object.entries(parts).filter(([, amount]) => amount !== undefined)
  if (entries.length === 0) return undefined
  let sum = 0
  for (const [name, amount] of entries) {
    if (!Object.hasOwn(unitMs, name) || typeof amount !== 'number' || !Number.isFinite(amount) || amount < 0) return undefined
    sum += amount * unitMs[name as DurationUnit]
  }
  return sum
}

/**
 * Milliseconds of a duration as config files write it: `PT30S`, `30s` or `{ seconds: 30 }`, and plain milliseconds from code.
 * Years have 365 days and months 30. Undefined where the value is not a duration.
 */
export function parseDuration(value: unknown): number | undefined {
  let ms: number | undefined
  if (typeof value === 'number') ms = value >= 0 ? value : undefined
  else if (typeof value === 'string') ms = isoToMs(value.trim()) ?? shortToMs(value.trim())
  else if (isRecord(value)) ms = objectToMs(value)
  return ms !== undefined && Number.isFinite(ms) ? Math.round(ms) : undefined
}
