import type { ResultInput } from '@portico/scorecards/common'
import type { CauseKey } from '../results/cells.ts'

/** What the checks of one entity have read, each once. */
export function createKnownInputs() {
  const places = new Map<string, number>()
  const list: ResultInput[] = []
  return {
    list,
    place(key: string, make: () => ResultInput): number {
      const known = places.get(key)
      if (known !== undefined) return known
      places.set(key, list.length)
      return list.push(make()) - 1
    },
  }
}
export type KnownInputs = ReturnType<typeof createKnownInputs>

/** Causes, each once. */
export function createKnownCauses() {
  const places = new Map<string, number>()
  const list: CauseKey[] = []
  return {
    list,
    place({ state, code, input, message }: CauseKey): number {
      const key = `${state}\n${code}\n${input}\n${message}`
      const known = places.get(key)
      if (known !== undefined) return known
      places.set(key, list.length)
      return list.push({ state, code, input, message }) - 1
    },
  }
}
