import type { Score, StateCounts } from '@portico/scorecards/common'
import type { Cells } from '../results/cells.ts'
import { exemptCode, failCode, passCode, unknownCode, type CountedCheck } from './board.ts'

/** Results that are added up. */
export interface Tally {
  entities: number
  pass: number
  fail: number
  unknown: number
  exempt: number
  passWeight: number
  failWeight: number
  unknownWeight: number
}

export const emptyTally = (): Tally => ({
  entities: 0,
  pass: 0,
  fail: 0,
  unknown: 0,
  exempt: 0,
  passWeight: 0,
  failWeight: 0,
  unknownWeight: 0,
})

/** Adds the results of some checks; with -1, takes them away. False where none applies. */
export function addCells(tally: Tally, cells: Cells, checks: readonly CountedCheck[], codes: Uint8Array, sign: 1 | -1 = 1): boolean {
  let hasAny = false
  for (const { number, weight } of checks) {
    const code = codes[cells[number] ?? 0]
    if (code === passCode) {
      tally.pass += sign
      tally.passWeight += sign * weight
    } else if (code === failCode) {
      tally.fail += sign
      tally.failWeight += sign * weight
    } else if (code === unknownCode) {
      tally.unknown += sign
      tally.unknownWeight += sign * weight
    } else if (code === exemptCode) tally.exempt += sign
    else continue
    hasAny = true
  }
  if (hasAny) tally.entities += sign
  return hasAny
}

const rounded = (value: number) => Math.round(value * 10) / 10

/** The score, and how much of it is known. Unknown results count for neither side. */
export function toScore(tally: Tally): Score {
  const { passWeight, failWeight, unknownWeight, pass, fail, unknown, exempt } = tally
  const known = passWeight + failWeight
  const counts: StateCounts = { pass, fail, unknown, exempt }
  const all = known + unknownWeight
  const coverage = all > 1e-9 ? rounded((100 * known) / all) : unknown > 0 ? 0 : 100
  return known > 1e-9 ? { score: rounded((100 * passWeight) / known), coverage, counts } : { coverage, counts }
}
