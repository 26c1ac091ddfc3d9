import type { ResultInput } from '@portico/scorecards/common'
import type { CauseKey } from '../results/cells.ts'
import type { RawTimes } from './evaluation.ts'

const maxMessage = 200
const maxShownValue = 40

/** What came of one check for one entity. */
export type Outcome = CauseKey & RawTimes

const noCause = { code: '', input: '', message: '' } as const
export const memberOf: Outcome = { ...noCause, state: 'member' }
export const passed: Outcome = { ...noCause, state: 'pass' }

export function unknown(code: CauseKey['code'], message: string, about: RawTimes & { readonly input?: string } = {}): Outcome {
  return { state: 'unknown', code, input: '', message: message.slice(0, maxMessage), ...about }
}

/** Tells what many entities have in common. */
export function failed(name: string, value: ResultInput['value']): Outcome {
  const isShown = typeof value === 'boolean' || (typeof value === 'string' && value.length <= maxShownValue)
  const words = value === undefined ? 'is missing' : isShown ? `is ${String(value)}` : 'does not meet the condition'
  return { state: 'fail', code: '', input: name, message: name === '' ? 'The condition is not met' : `${name} ${words}` }
}

/** New entities are exempt from what they do not pass yet. */
export function inGrace(end: number): Outcome {
  return { state: 'exempt', code: 'grace', input: '', message: 'New: in its grace period', until: new Date(end).toISOString() }
}

/** A list with each thing once, by a key. */
export function createPlaces<T>() {
  const places = new Map<string, number>()
  const list: T[] = []
  return {
    list,
    place(key: string, make: () => T): number {
      const known = places.get(key)
      if (known !== undefined) return known
      places.set(key, list.length)
      return list.push(make()) - 1
    },
  }
}
export type Places<T> = ReturnType<typeof createPlaces<T>>
