import type { CheckResult, ResultInput } from '@portico/scorecards/common'
import { useText } from '@portico/core/web'
import { useDate } from '@portico/ui'
import { resultMessages } from './result-messages.ts'
import styles from './ResultReasonText.module.css'

const maxInputs = 3
const maxValueLength = 60

/** Why a result is what it is: the reason of what is unknown or exempt, else what the check has read. */
export function ResultReasonText({ result: { reason, inputs } }: { result: Pick<CheckResult, 'reason' | 'inputs'> }) {
  const text = useText()
  const date = useDate()
  if (reason) {
    const day = { dateStyle: 'medium' } as const
    return (
      <span className={styles.reason} dir="auto">
        {reason.message}
        {reason.since !== undefined && <> {text(resultMessages.since, { moment: date(reason.since, day) })}</>}
        {reason.until !== undefined && <> {text(resultMessages.until, { moment: date(reason.until, day) })}</>}
      </span>
    )
  }
  return <Inputs inputs={inputs} />
}

function Inputs({ inputs }: { inputs: readonly ResultInput[] }) {
  const text = useText()
  return (
    <span className={styles.inputs}>
      {inputs.slice(0, maxInputs).map(({ name, value }) => (
        <span key={name} className={styles.input} title={`${name}: ${toWords(value, Infinity) ?? text(resultMessages.nothing)}`}>
          <code>{name}</code> {toWords(value) ?? <em>{text(resultMessages.nothing)}</em>}
        </span>
      ))}
      {inputs.length > maxInputs && <span className={styles.input}>{text(resultMessages.more, { count: inputs.length - maxInputs })}</span>}
    </span>
  )
}

/** A value as short words; undefined where there is none. A list of objects is only counted: nobody reads it in a line. */
export function toWords(value: unknown, max = maxValueLength): string | undefined {
  if (value === undefined || value === null) return undefined
  if (Array.isArray(value) && value.some(each => typeof each === 'object') && max < Infinity) return `[${value.length}]`
  const words = typeof value === 'string' ? value : JSON.stringify(value)
  return words.length > max ? `${words.slice(0, max)}…` : words
}
