import { parseDuration } from '@portico/core/common'
import { useText } from '@portico/core/web'
import { Code, useNumber } from '@portico/ui'
import { devtoolsMessages } from '../messages.ts'

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
  ['millisecond', 1],
] as const

/** How often a task runs: a length of time in words, a cron expression as it is, or that it is only triggered by hand. */
export function Cadence({ value }: { value: string }) {
  const text = useText()
  const number = useNumber()
  if (value === 'manual') return text(devtoolsMessages.whenTriggered)
  const ms = parseDuration(value)
  if (ms === undefined) return <Code>{value}</Code>
  return text(devtoolsMessages.every, { duration: toDurationWords(ms, number) })
}

/** In the longest unit that needs no fraction: `90 minutes`, `1 hour`. */
function toDurationWords(ms: number, number: ReturnType<typeof useNumber>): string {
  const [unit, size] = units.find(([, length]) => ms >= length && ms % length === 0) ?? ['millisecond', 1]
  return number(ms / size, { style: 'unit', unit, unitDisplay: 'long' })
}
