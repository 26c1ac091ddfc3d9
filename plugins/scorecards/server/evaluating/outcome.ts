import type { ResultInput } from '@portico/scorecards/common'
import type { CauseKey } from '../results/cells.ts'
import type { RawTimes } from './evaluation.ts'

const maxMessage = 200

/** What came of one check for one entity. */
export type Outcome = CauseKey & RawTimes

const noCause = { code: '', input: '', message: '' } as const
export const memberOf: Outcome = { ...noCause, state: 'member' }
export const passed: Outcome = { ...noCause, state: 'pass' }
export const unknown = (code: CauseKey['code'], message: string, about: RawTimes & { readonly input?: string } = {}): Outcome => ({
  state: 'unknown',
  code,
  input: '',
  message: message.slice(0, maxMessage),
  ...about,
})

/** A fact that the expression needs and that is not known. */
export class UnknownFact extends Error {
  readonly outcome: Outcome
  constructor(outcome: Outcome) {
    super(outcome.message)
    this.outcome = outcome
  }
}

/** Tells what many entities have in common. */
export function failMessage(name: string, value: ResultInput['value']): string {
  if (name === '') return 'The condition is not met'
  if (value === undefined) return `${name} is missing`
  const isShort = typeof value === 'boolean' || (typeof value === 'string' && value.length <= 40)
  return isShort ? `${name} is ${String(value)}` : `${name} does not meet the condition`
}

/** New entities are exempt from what they do not pass yet. */
export function inGrace(end: number): Outcome {
  return { state: 'exempt', code: 'grace', input: '', message: 'New: in its grace period', until: new Date(end).toISOString() }
}
