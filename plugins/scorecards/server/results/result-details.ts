import type { ResultInput, ResultReason, ResultState } from '@portico/scorecards/common'

/** What is stored of a result besides its cause: why, and what was read. */
export interface ResultDetail {
  readonly state: ResultState
  readonly reason?: ResultReason | undefined
  readonly inputs: readonly ResultInput[]
}

type StoredInput = readonly [name: string, value: ResultInput['value'] | null, at?: string]
type StoredDetail = readonly [state: ResultState, inputs: readonly StoredInput[], reason?: ResultReason]

/** Details by the number of the check, as JSON. */
export function encodeDetails(details: ReadonlyMap<number, ResultDetail>): string {
  const stored: Record<string, StoredDetail> = {}
  for (const [check, { state, reason, inputs }] of details) {
    const values = inputs.map(({ name, value, at }): StoredInput => (at === undefined ? [name, value ?? null] : [name, value ?? null, at]))
    stored[check] = reason ? [state, values, reason] : [state, values]
  }
  return JSON.stringify(stored)
}

export function decodeDetails(text: string): Map<number, ResultDetail> {
  const stored = JSON.parse(text) as Record<string, StoredDetail>
  return new Map(
    Object.entries(stored).map(([check, [state, inputs, reason]]) => [
      Number(check),
      { state, reason, inputs: inputs.map(([name, value, at]) => ({ name, value: value ?? null, ...(at !== undefined && { at }) })) },
    ]),
  )
}
