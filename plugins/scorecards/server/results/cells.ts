import type { ReasonCode, ResultState } from '@portico/scorecards/common'

/**
 * What is known of an entity, as small as possible: by the number of a check the number of the cause of its result. 0: the check does not apply.
 * Scorecards and campaigns have numbers, too: their cause says that the entity belongs to them.
 */
export type Cells = Uint16Array

/** `member` is that of scorecards and campaigns. */
export type CauseState = ResultState | 'member'

export interface CauseKey {
  readonly state: CauseState
  /** Of the reason; '' for a pass and a fail. */
  readonly code: ReasonCode | ''
  /** What it is about; '' for a pass. */
  readonly input: string
  readonly message: string
}

export const causeKeyOf = ({ state, code, input, message }: CauseKey): string => `${state}\n${code}\n${input}\n${message}`

/** Cells as they are stored: `12.3,14.1` in base 36. */
export function encodeCells(cells: Cells): string {
  const parts: string[] = []
  cells.forEach((cause, check) => {
    if (cause !== 0) parts.push(`${check.toString(36)}.${cause.toString(36)}`)
  })
  return parts.join(',')
}

/** Without garbage: a first evaluation reads millions of them. */
export function decodeCells(text: string): Cells {
  if (text === '') return new Uint16Array(0)
  const cells = new Uint16Array(Number.parseInt(text.slice(text.lastIndexOf(',') + 1), 36) + 1)
  let [check, number] = [0, 0]
  for (let at = 0; at <= text.length; at++) {
    const code = at < text.length ? text.charCodeAt(at) : comma
    if (code === dot) [check, number] = [number, 0]
    else if (code === comma) {
      cells[check] = number
      number = 0
    } else number = number * 36 + (code < letterA ? code - digit0 : code - letterA + 10)
  }
  return cells
}
const [comma, dot, digit0, letterA] = [44, 46, 48, 97] as const

/** What differs: the number of the check, the cause before, the cause now. */
export type CellChange = readonly [check: number, from: number, to: number]

export function differenceOf(from: Cells, to: Cells): CellChange[] {
  const changes: CellChange[] = []
  for (let check = 0; check < Math.max(from.length, to.length); check++) {
    const [before, after] = [from[check] ?? 0, to[check] ?? 0]
    if (before !== after) changes.push([check, before, after])
  }
  return changes
}

export const encodeDifference = (changes: readonly CellChange[]): string =>
  changes.map(change => change.map(part => part.toString(36)).join('.')).join(',')

export function decodeDifference(text: string): CellChange[] {
  if (text === '') return []
  return text.split(',').map(part => {
    const [check = 0, from = 0, to = 0] = part.split('.').map(each => Number.parseInt(each, 36))
    return [check, from, to]
  })
}

/** Cells with a change applied; made longer where they must be. */
export function withChanges(cells: Cells, changes: readonly CellChange[]): Cells {
  const length = Math.max(cells.length, ...changes.map(([check]) => check + 1))
  const changed = new Uint16Array(length)
  changed.set(cells)
  for (const [check, , to] of changes) changed[check] = to
  return changed
}
