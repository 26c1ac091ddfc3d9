import { parseDuration } from '@portico/core/common'
import { Cron } from 'croner'
import type { Duration, Schedule, TaskDescription } from './scheduler.ts'

export type TaskSettings = ReturnType<typeof toTaskSettings>

// A timer may fire a moment early, or a clock be a little off: the same minute must not come twice.
const cronGuardMs = 500

/** Checks a schedule and makes it ready for use. Throws an error that says what is wrong with it. */
export function toTaskSettings(id: string, schedule: Schedule) {
  const { frequency, scope = 'global' } = schedule
  const refuse = (what: string, value: unknown): never => {
    throw new Error(`The scheduled task '${id}' has ${what}: ${JSON.stringify(value)}`)
  }
  const toMs = (what: string, value: Duration): number => parseDuration(value) ?? refuse(`${what} that is not a duration`, value)
  const timeoutMs = toMs('a timeout', schedule.timeout)
  if (timeoutMs <= 0) refuse('a timeout that is not positive', schedule.timeout)
  const initialDelayMs = schedule.initialDelay === undefined ? 0 : toMs('an initial delay', schedule.initialDelay)
  if (scope !== 'global' && scope !== 'local') refuse('a scope that is neither global nor local', scope)

  const isObject = typeof frequency === 'object' && frequency !== null
  const cron =
    isObject && 'cron' in frequency
      ? toCron(frequency.cron, () => refuse('a frequency that is not a cron expression', frequency))
      : undefined
  const isManual = isObject && 'trigger' in frequency
  if (isManual && frequency.trigger !== 'manual') refuse('a frequency with an unknown trigger', frequency)
  const frequencyMs = cron || isManual ? undefined : toMs('a frequency', frequency as Duration)
  if (frequencyMs !== undefined && frequencyMs <= 0) refuse('a frequency that is not positive', frequency)

  function nextDelayMs(now: number, startedAt: number): number | undefined {
    if (frequencyMs !== undefined) return Math.max(startedAt + frequencyMs - now, 0)
    const next = cron?.nextRun(new Date(now + cronGuardMs))
    return next ? Math.max(next.getTime() - now, 0) : undefined
  }

  return {
    scope,
    timeoutMs,
    initialDelayMs,
    cadence: cron ? (cron.getPattern() ?? '') : isManual ? 'manual' : toIsoDuration(frequencyMs ?? 0),
    /** How long after now the first run is due; undefined: only when triggered. */
    firstDelayMs(now: number): number | undefined {
      if (frequencyMs !== undefined) return initialDelayMs
      const delay = nextDelayMs(now + initialDelayMs, now)
      return delay === undefined ? undefined : delay + initialDelayMs
    },
    /** How long after now the next run is due, when one started then. A run that lasted longer than the frequency is followed at once, by one. */
    nextDelayMs,
  }
}

/** The settings as the scheduler route returns them. */
export function describeSettings({ cadence, timeoutMs, initialDelayMs }: TaskSettings): TaskDescription['settings'] {
  return {
    version: 2,
    cadence,
    timeoutAfterDuration: toIsoDuration(timeoutMs),
    ...(initialDelayMs > 0 && { initialDelayDuration: toIsoDuration(initialDelayMs) }),
  }
}

function toCron(pattern: string, refuse: () => never): Cron {
  try {
    return new Cron(pattern, { paused: true })
  } catch {
    return refuse()
  }
}

/** Milliseconds as ISO 8601 writes them: `P1DT2H`, `PT5M`, `PT0.5S`. */
export function toIsoDuration(ms: number): string {
  const days = Math.floor(ms / 86_400_000)
  const hours = Math.floor(ms / 3_600_000) % 24
  const minutes = Math.floor(ms / 60_000) % 60
  const seconds = (ms % 60_000) / 1000
  const time = (hours ? `${hours}H` : '') + (minutes ? `${minutes}M` : '') + (seconds || ms === 0 ? `${seconds}S` : '')
  return `P${days ? `${days}D` : ''}${time ? `T${time}` : ''}`
}
