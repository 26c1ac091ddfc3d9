import { isRecord } from '@portico/core/common'
import type { Observable, Stored, UserStorage } from '@portico/core/web'
import { whenKnown } from '../when-known.ts'

/** How far a user is with the card 'Start here'. */
export interface StartState {
  /** The ids of the steps that were done. */
  readonly done: readonly string[]
  /** The card was dismissed, or has said that everything is done. */
  readonly isClosed: boolean
}

export const startKey = { bucket: 'home', key: 'start' } as const
const maxDone = 100

/** Reads what is stored, as far as it can be understood. */
export function toStartState(value: unknown): StartState {
  const { done, isClosed } = isRecord(value) ? value : {}
  const ids = Array.isArray(done) ? done.filter(id => typeof id === 'string').slice(0, maxDone) : []
  return { done: ids, isClosed: isClosed === true }
}

/** Records steps one after the other: each needs what the one before has stored. */
export function createStepRecorder(storage: UserStorage) {
  const bucket = storage.bucket(startKey.bucket)
  const stored: Observable<Stored<unknown>> = bucket.observe(startKey.key)
  let queue = Promise.resolve()
  return (ids: readonly string[]): Promise<void> => {
    queue = queue
      .catch(() => undefined)
      .then(async () => {
        const { done, isClosed } = toStartState(await whenKnown(stored))
        const missing = ids.filter(id => !done.includes(id))
        if (missing.length > 0 && !isClosed) await bucket.set(startKey.key, { done: [...done, ...missing], isClosed })
      })
    return queue
  }
}
