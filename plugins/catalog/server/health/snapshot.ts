import { kindOf, relationsOf, type Entity, type KindDefinition } from '@portico/catalog/common'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { HealthStore } from './health-store.ts'
import type { ProblemRow } from './problem-row.ts'

// What depends on the clock, such as sources that are overdue, is looked at again after so long.
const maxAgeMs = 30_000

/** Everything that is wrong at a moment, and what is needed to tell to whom it may be told. */
export interface Snapshot {
  readonly stamp: string
  readonly rows: readonly ProblemRow[]
  /** Refs of documents that failed. */
  readonly failedRefs: ReadonlySet<string>
  /** Refs of the entities that come from the sources in question. */
  readonly refsOfSources: () => Promise<ReadonlyMap<number, readonly string[]>>
  /** The owners that failed documents name, by problem. */
  readonly ownersOfDocuments: () => Promise<ReadonlyMap<string, readonly string[]>>
  /** Which failed documents pass a test. */
  readonly documentsThat: (passes: (document: unknown) => boolean) => Promise<ReadonlySet<string>>
}

/** The latest snapshot, taken anew when something has changed since. Those who ask at once share one. */
export function createSnapshots({
  store,
  kinds,
  graceMs,
}: {
  readonly store: HealthStore
  readonly kinds: () => readonly KindDefinition[]
  /** How long a source may be overdue before that is a problem. */
  readonly graceMs: () => number
}) {
  let latest: { readonly snapshot: Snapshot; readonly takenAt: number } | undefined
  let taking: Promise<Snapshot> | undefined

  async function eachDocument(run: (id: string, document: unknown) => void): Promise<void> {
    for await (const batch of store.documents()) {
      for (const { id, document } of batch) run(id, JSON.parse(document) as unknown)
      await nextTurn()
    }
  }

  async function take(stamp: string): Promise<Snapshot> {
    const ownedKinds = kinds()
      .filter(({ relations }) => relations.some(({ type }) => type === 'ownedBy'))
      .map(({ kind }) => kind.toLowerCase())
    const rows = await store.problems({ ownedKinds, graceMs: graceMs() })
    // What is about an entity of the catalog is that entity's; anything else is that of all that comes from the source.
    const ofSources = rows.filter(({ type, entityId }) => entityId === undefined || type === 'name-conflict')
    const sourceIds = [...new Set(ofSources.flatMap(({ sourceId }) => sourceId ?? []))]
    return {
      stamp,
      rows,
      failedRefs: new Set(rows.flatMap(({ type, ref }) => (type === 'failed-document' && ref !== undefined ? [ref] : []))),
      refsOfSources: once(() => store.entitiesOf(sourceIds)),
      ownersOfDocuments: once(async () => {
        const owners = new Map<string, readonly string[]>()
        await eachDocument((id, document) => owners.set(id, ownersOf(document, kinds())))
        return owners
      }),
      async documentsThat(passes) {
        const found = new Set<string>()
        await eachDocument((id, document) => passes(document) && found.add(id))
        return found
      },
    }
  }

  async function latestSnapshot(): Promise<Snapshot> {
    if (taking) return taking
    const stamp = await store.stamp()
    if (latest?.snapshot.stamp === stamp && Date.now() - latest.takenAt < maxAgeMs) return latest.snapshot
    const takenAt = Date.now()
    taking ??= take(stamp).finally(() => (taking = undefined))
    const snapshot = await taking
    latest = { snapshot, takenAt }
    return snapshot
  }

  return {
    latest: latestSnapshot,
    /** One that has everything that was written before the call: a snapshot that is being taken may have begun earlier. */
    async next(): Promise<Snapshot> {
      await taking?.catch(() => undefined)
      return latestSnapshot()
    },
  }
}

export type Snapshots = ReturnType<typeof createSnapshots>

function once<T>(compute: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= compute()
    made.catch(() => (made = undefined))
    return made
  }
}

/** The owners that a document names, also where other things in it are wrong. */
function ownersOf(document: unknown, kinds: readonly KindDefinition[]): string[] {
  try {
    const entity = document as Entity
    return kindOf(entity, kinds) ? relationsOf(entity, kinds).flatMap(({ type, target }) => (type === 'ownedBy' ? [target] : [])) : []
  } catch {
    return []
  }
}
