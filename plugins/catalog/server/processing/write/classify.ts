import type { StoredEntity } from './entity-store.ts'
import type { FailedEntity, ProcessedEntity } from '../process/process-source.ts'

/** A document that was processed, and whose it is. */
export interface Claimant {
  readonly id: number
  readonly sourceId: number
  readonly entity: ProcessedEntity
  /** Its source has never been read before, nor tried to be. */
  readonly isFirstReading: boolean
}

export interface FailedClaimant {
  readonly id: number
  readonly sourceId: number
  readonly entity: FailedEntity
}

export interface Classified {
  readonly created: readonly Claimant[]
  readonly updated: readonly (Claimant & { readonly stored: StoredEntity })[]
  /** The document reads differently and means the same. */
  readonly rewritten: readonly Claimant[]
  /** The name belongs to another source. */
  readonly refused: readonly Claimant[]
  /** Entities whose name another source has back. */
  readonly displaced: readonly StoredEntity[]
  /** The last good version stays, with the error. */
  readonly invalid: readonly (FailedClaimant & { readonly stored: StoredEntity })[]
  /** There is no good version. */
  readonly unprocessed: readonly FailedClaimant[]
}

/**
 * Decides what becomes of each document, given what is there. The source that was known first has the name: sources are numbered in that
 * order. One that is read for the first time has its names back from sources that were known later and only read sooner; a source that has
 * been read before has had its turn. Each entity is written once: of several documents of one source the last counts.
 */
export function classify(
  claimants: readonly Claimant[],
  failed: readonly FailedClaimant[],
  existing: ReadonlyMap<number, StoredEntity>,
): Classified {
  const created: Claimant[] = []
  const updated: (Claimant & { stored: StoredEntity })[] = []
  const rewritten: Claimant[] = []
  const refused: Claimant[] = []
  const displaced: StoredEntity[] = []
  const winners = new Map<number, Claimant>()
  for (const claimant of claimants.toSorted((left, right) => left.sourceId - right.sourceId)) {
    const holder = winners.get(claimant.id)?.sourceId ?? existing.get(claimant.id)?.sourceId
    const isOvertaken = claimant.isFirstReading && holder !== undefined && claimant.sourceId < holder
    if (holder === undefined || holder === claimant.sourceId || isOvertaken) winners.set(claimant.id, claimant)
    else refused.push(claimant)
  }
  for (const claimant of winners.values()) {
    const { id, sourceId, entity } = claimant
    const stored = existing.get(id)
    if (!stored) created.push(claimant)
    else if (stored.sourceId !== sourceId || !isSame(stored, entity)) updated.push({ ...claimant, stored })
    else if (stored.inputHash !== entity.inputHash) rewritten.push(claimant)
    if (stored?.sourceId !== undefined && stored.sourceId !== sourceId) displaced.push(stored)
  }
  const invalid: (FailedClaimant & { stored: StoredEntity })[] = []
  const unprocessed: FailedClaimant[] = []
  for (const claimant of failed) {
    const stored = existing.get(claimant.id)
    if (!stored || stored.sourceId !== claimant.sourceId || winners.has(claimant.id)) unprocessed.push(claimant)
    else if (JSON.stringify(stored.errors) !== JSON.stringify(claimant.entity.errors)) invalid.push({ ...claimant, stored })
  }
  return { created, updated, rewritten, refused, displaced, invalid, unprocessed }
}

function isSame(stored: StoredEntity, entity: ProcessedEntity): boolean {
  return stored.coreHash === entity.coreHash && !stored.isOrphan && stored.errors.length === 0 && stored.isRoot === (entity.isRoot ?? false)
}
