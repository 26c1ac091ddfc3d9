import { defineService } from '@portico/core/server'
import type { DocumentStore } from '../documents/document-store.ts'
import type { ExemptionStore } from '../exemptions/exemption-store.ts'
import { decodeCells, differenceOf, encodeCells, encodeDifference } from '../results/cells.ts'
import type { Causes } from '../results/cause-store.ts'
import type { PendingStore } from '../results/pending-store.ts'
import { decodeDetails, encodeDetails } from '../results/result-details.ts'
import type { PastRow, PastStore } from './past-store.ts'

/** A result that was another one until a moment; since then it is as the first evaluation found it. */
export interface PastResult {
  readonly entityRef: string
  readonly check: string
  readonly until: Date
  readonly was: 'fail' | 'unknown'
}

export interface PastExemption {
  readonly entityRef: string
  readonly check: string
  readonly reason: string
  readonly askedBy: string
  readonly until: string
  /** Who approved it; it is asked for otherwise. */
  readonly approvedBy?: string
}

/** For those who move over from another portal: what was known before. */
export interface ScorecardsPast {
  /**
   * Puts results before the first evaluation, and exemptions, once for each database. False: something is not evaluated yet, so it is too early.
   */
  bringIn(past: {
    readonly from: Date
    readonly results: readonly PastResult[]
    readonly exemptions: readonly PastExemption[]
  }): Promise<boolean>
}

export const scorecardsPast = defineService<ScorecardsPast>('scorecards.past')

export interface PastDependencies {
  readonly store: PastStore
  readonly documentStore: Pick<DocumentStore, 'mark'>
  readonly exemptions: ExemptionStore
  readonly pending: Pick<PendingStore, 'count'>
  readonly causes: Pick<Causes, 'load' | 'checkId' | 'numbersOf'>
  readonly evaluate: (refs: readonly string[]) => Promise<void>
}

const messages = { fail: 'The condition was not met', unknown: 'It was not known' } as const

export function createScorecardsPast({ store, documentStore, exemptions, pending, causes, evaluate }: PastDependencies): ScorecardsPast {
  return {
    async bringIn(past) {
      if (await documentStore.mark('past')) return true
      await causes.load()
      const firsts = await store.firstChanges()
      const named = [...past.results, ...past.exemptions]
      const isEvaluated = (ref: string) => firsts.some(first => first.ref === ref)
      if (
        (await pending.count()) > 0 ||
        named.some(({ entityRef, check }) => !isEvaluated(entityRef) || causes.checkId(check) === undefined)
      )
        return false
      const [fail = 0, unknown = 0] = await causes.numbersOf([
        { state: 'fail', code: '', input: '', message: messages.fail },
        { state: 'unknown', code: 'fact-missing', input: '', message: messages.unknown },
      ])
      const rows = firsts.flatMap((first): PastRow[] => {
        const own = past.results.filter(({ entityRef }) => entityRef === first.ref).sort((a, b) => a.until.getTime() - b.until.getTime())
        const cells = decodeCells(first.cells)
        const details = decodeDetails(first.details)
        const before = cells.slice()
        const told = new Map(details)
        for (const { check, was } of own) {
          const number = causes.checkId(check)!
          if ((cells[number] ?? 0) === 0) continue
          before[number] = was === 'fail' ? fail : unknown
          told.set(number, {
            state: was,
            inputs: [],
            ...(was === 'unknown' && { reason: { code: 'fact-missing', message: messages.unknown } }),
          })
        }
        const base = { entityId: first.entityId, facets: first.facets }
        const begin = {
          ...base,
          at: past.from,
          cells: encodeCells(before),
          difference: encodeDifference(differenceOf(new Uint16Array(0), before)),
        }
        const steps: PastRow[] = [{ ...begin, details: encodeDetails(told), isFull: true }]
        for (const { check, until } of own) {
          const number = causes.checkId(check)!
          const earlier = before.slice()
          before[number] = cells[number] ?? 0
          const difference = encodeDifference(differenceOf(earlier, before))
          const detail = details.get(number)
          steps.push({
            ...base,
            at: until,
            cells: encodeCells(before),
            difference,
            details: encodeDetails(new Map(detail ? [[number, detail]] : [])),
            isFull: false,
          })
        }
        return steps
      })
      await store.bringIn(
        rows,
        firsts.map(({ id }) => id),
      )
      for (const { entityRef, check, reason, askedBy, until, approvedBy } of past.exemptions) {
        const id = await exemptions.add({ check, entityRef, reason, until, askedBy })
        if (id !== undefined && approvedBy !== undefined) await exemptions.decide(id, 'asked', { state: 'approved', by: approvedBy })
      }
      await evaluate(past.exemptions.map(({ entityRef }) => entityRef))
      return true
    },
  }
}
