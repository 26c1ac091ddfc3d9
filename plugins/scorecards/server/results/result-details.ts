import type { ResultInput, ResultReason, ResultState } from '@portico/scorecards/common'
import type { CauseKey } from './cells.ts'

/** What is stored of a result besides its cause: why, and what was read. */
export interface ResultDetail {
  readonly state: ResultState
  readonly reason?: ResultReason | undefined
  readonly inputs: readonly ResultInput[]
}

/** Why, as people are told; nothing for what passes or fails. */
export function reasonOf(
  { state, code, input, message }: CauseKey,
  times: Pick<ResultReason, 'since' | 'until'> = {},
): ResultReason | undefined {
  return code === '' || state === 'fail' ? undefined : { code, message, ...(input !== '' && { input }), ...times }
}

type StoredInput = readonly [name: string, value: ResultInput['value'] | null, at?: string]
/** An input is its place among those of the entity. */
type StoredDetail = readonly [state: ResultState, inputs: readonly number[], reason?: ResultReason]
interface StoredDetails {
  readonly inputs: readonly StoredInput[]
  readonly checks: Readonly<Record<string, StoredDetail>>
}

/** Details by the number of the check, as JSON. What many checks have read is in it once. */
export function encodeDetails(details: ReadonlyMap<number, ResultDetail>): string {
  const places = new Map<ResultInput, number>()
  const values: StoredInput[] = []
  const placeOf = (input: ResultInput): number => {
    const known = places.get(input)
    if (known !== undefined) return known
    const { name, value = null, at } = input
    places.set(input, values.length)
    return values.push(at === undefined ? [name, value] : [name, value, at]) - 1
  }
  const checks: Record<string, StoredDetail> = {}
  for (const [check, { state, reason, inputs }] of details)
    checks[check] = reason ? [state, inputs.map(placeOf), reason] : [state, inputs.map(placeOf)]
  return JSON.stringify({ inputs: values, checks } satisfies StoredDetails)
}

export function decodeDetails(text: string): Map<number, ResultDetail> {
  const stored = JSON.parse(text) as StoredDetails
  const inputs = stored.inputs.map(([name, value, at]): ResultInput => ({ name, value: value ?? null, ...(at !== undefined && { at }) }))
  return new Map(
    Object.entries(stored.checks).map(([check, [state, places, reason]]) => [
      Number(check),
      { state, reason, inputs: places.map(place => inputs[place]!) },
    ]),
  )
}
