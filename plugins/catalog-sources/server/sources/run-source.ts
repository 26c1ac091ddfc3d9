import type { Entity } from '@portico/catalog/common'
import type { DryRun, SourceRun } from '@portico/catalog-sources/common'
import { AppError } from '@portico/core/common'
import { hash } from 'node:crypto'
import { tooManyRemoved } from '../errors.ts'
import type { Snapshot } from './source-store.ts'
import type { Found, Skipped } from './found.ts'

/** What is different from the last run. */
export interface Difference {
  readonly entities: readonly Entity[]
  readonly snapshot: Snapshot
  readonly added: readonly string[]
  readonly changed: readonly string[]
  readonly removed: readonly string[]
  readonly skipped: readonly Skipped[]
  /** How people know an entity: a Location by what it leads to. */
  readonly labelOf: (ref: string) => string
}

const maxListed = 50
// Below this, a share says little: two of three teams may well be gone.
const minRemoved = 5

/** Compares what a source has now with what it had. Of two entities with one name the first counts. */
export function compare({ entities, skipped }: Found, before: Snapshot): Difference {
  const snapshot: Record<string, string> = {}
  const kept: Entity[] = []
  const twice: Skipped[] = []
  for (const entity of entities) {
    const ref = refOf(entity)
    if (ref in snapshot) {
      twice.push({ what: ref, why: 'the source has it twice' })
      continue
    }
    snapshot[ref] = hash('sha256', JSON.stringify(entity)).slice(0, 32)
    kept.push(entity)
  }
  const refs = Object.keys(snapshot)
  const targets = new Map(
    kept.flatMap(entity => (typeof entity.spec?.['target'] === 'string' ? [[refOf(entity), entity.spec['target']]] : [])),
  )
  return {
    labelOf: ref => targets.get(ref) ?? ref,
    entities: kept,
    snapshot,
    added: refs.filter(ref => !(ref in before)),
    changed: refs.filter(ref => ref in before && before[ref] !== snapshot[ref]),
    removed: Object.keys(before).filter(ref => !(ref in snapshot)),
    skipped: [...skipped, ...twice],
  }
}

/** Throws when a run would remove more than the config allows: that is more often a mistake of the source than the truth. */
export function checkRemoved({ removed }: Difference, before: Snapshot, maxShare: number): void {
  const known = Object.keys(before).length
  if (removed.length >= minRemoved && removed.length > known * maxShare) throw tooManyRemoved(removed.length, known, maxShare)
}

export function toRun(startedAt: number, difference: Difference | undefined, error?: unknown): SourceRun {
  const { entities = [], added = [], changed = [], removed = [], skipped = [] } = difference ?? {}
  const failed = error !== undefined
  const isRefused = error instanceof AppError && error.code === 'catalog-sources.too-many-removed'
  return {
    startedAt: new Date(startedAt).toISOString(),
    durationMs: Date.now() - startedAt,
    result: isRefused ? 'refused' : failed ? 'failed' : 'completed',
    found: entities.length,
    added: failed ? 0 : added.length,
    changed: failed ? 0 : changed.length,
    removed: failed ? 0 : removed.length,
    skippedCount: skipped.length,
    skippedPeople: skipped.filter(({ isPerson }) => isPerson).length,
    // People first: each of them is somebody who cannot be found.
    skipped: skipped.toSorted((a, b) => Number(b.isPerson ?? false) - Number(a.isPerson ?? false)).slice(0, maxListed),
    ...(failed && { error: error instanceof Error ? error.message : String(error), advice: adviceFor(error) }),
  }
}

/** A run in which the source told that it has nothing new. What was left out last time still is. */
export function toUnchangedRun(startedAt: number, found: number, last: SourceRun | undefined): SourceRun {
  const { skippedCount = 0, skippedPeople = 0, skipped = [] } = last ?? {}
  const counts = { found, added: 0, changed: 0, removed: 0, skippedCount, skippedPeople, skipped }
  return {
    startedAt: new Date(startedAt).toISOString(),
    durationMs: Date.now() - startedAt,
    result: 'completed',
    isUnchanged: true,
    ...counts,
  }
}

export function toDryRun(startedAt: number, difference: Difference, error: unknown): DryRun {
  const { added, changed, removed, labelOf } = difference
  const run = toRun(startedAt, difference, error)
  return {
    run: { ...run, added: added.length, changed: changed.length, removed: removed.length },
    added: added.slice(0, maxListed).map(labelOf),
    changed: changed.slice(0, maxListed).map(labelOf),
    removed: removed.slice(0, maxListed).map(labelOf),
  }
}

/** What somebody who runs the portal can do about a failure. */
function adviceFor(error: unknown): string {
  if (!(error instanceof AppError)) return 'This looks like a defect: the log has the details.'
  const { hostStatus } = error.details
  if (error.code === 'catalog-sources.too-many-removed') return 'Look at a dry run. If it is right, run the source with force.'
  if (hostStatus === 401) return 'Renew the credentials of the host in integrations: they are wrong or have expired.'
  if (hostStatus === 403) return 'Give the credentials of the host the scopes to list what this source reads.'
  if (error.name === 'NotFoundError')
    return 'Check the names in catalog.providers: the host does not know them, or hides them from these credentials.'
  if (/rate limit/i.test(error.message))
    return 'Nothing: the next run begins when the host allows it. A GitHub app has a larger budget than a token.'
  return 'The next run tries again. If it fails for long, check the address of the host and whether it can be reached from here.'
}

function refOf({ kind, metadata }: Entity): string {
  return `${kind}:${metadata.namespace ?? 'default'}/${metadata.name}`.toLowerCase()
}
