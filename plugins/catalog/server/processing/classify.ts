import type { StoredEntity } from './entity-store.ts'
import type { FailedEntity, ProcessedEntity } from './process-source.ts'

/** A document that was processed, and whose it is. */
export interface Claimant {
  readonly id: number
  readonly sourceId: number
  readonly entity: ProcessedEntity
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
  /** The last good version stays, with the error. */
  readonly marred: readonly (FailedClaimant & { readonly stored: StoredEntity })[]
  /** There is no good version. */
  readonly unprocessed: readonly FailedClaimant[]
}

/** Decides what becomes of each document, given what is there. Who comes first has the name. */
export function classify(
  claimants: readonly Claimant[],
  failed: readonly FailedClaimant[],
  existing: ReadonlyMap<number, StoredEntity>,
): Classified {
  const created: Claimant[] = []
  const updated: (Claimant & { stored: StoredEntity })[] = []
  const rewritten: Claimant[] = []
  const refused: Claimant[] = []
  const holders = new Map<number, number>()
  for (const claimant of claimants) {
    const { id, sourceId, entity } = claimant
    const stored = existing.get(id)
    const holder = holders.get(id) ?? stored?.sourceId
    if (holder !== undefined && holder !== sourceId) {
      refused.push(claimant)
      continue
    }
    holders.set(id, sourceId)
    if (!stored) created.push(claimant)
    else if (!isSame(stored, entity)) updated.push({ ...claimant, stored })
    else if (stored.inputHash !== entity.inputHash) rewritten.push(claimant)
  }
  const marred: (FailedClaimant & { stored: StoredEntity })[] = []
  const unprocessed: FailedClaimant[] = []
  for (const claimant of failed) {
    const stored = existing.get(claimant.id)
    if (!stored || stored.sourceId !== claimant.sourceId) unprocessed.push(claimant)
    else if (JSON.stringify(stored.errors) !== JSON.stringify(claimant.entity.errors)) marred.push({ ...claimant, stored })
  }
  return { created, updated, rewritten, refused, marred, unprocessed }
}

function isSame(stored: StoredEntity, entity: ProcessedEntity): boolean {
  return stored.coreHash === entity.coreHash && !stored.isOrphan && stored.errors.length === 0 && stored.isRoot === (entity.isRoot ?? false)
}
