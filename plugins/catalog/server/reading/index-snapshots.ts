import type { Logger } from '@portico/core/server'
import path from 'node:path'
import { createEntityIndex, type EntityIndex } from '../entity-index/entity-index.ts'
import { openSegmentFile, writeSegmentFile, type SegmentFile } from './segment-file.ts'
import type { SnapshotStore } from './snapshot-store.ts'

/** Raised when an index is made in another way, or has other columns for the same entities. */
export const snapshotVersion = 3

/** What a saved index says about itself. */
interface SnapshotFacts {
  readonly version: number
  /** The revision of the catalog that it holds. */
  readonly revision: number
  /** The last change up to there, by which the catalog is recognised. */
  readonly change: { readonly revision: number; readonly at: string }
  readonly entities: number
}

export interface SnapshotsDependencies {
  /** Where the server keeps files. */
  readonly folder: string
  readonly store: SnapshotStore
  readonly log: Logger
  /** How long the history is kept, in milliseconds: what was deleted since a snapshot is found there. */
  readonly retentionMs: () => number
  /** A catalog with fewer entities is read faster than it is worth to save. */
  readonly minEntities?: number
}

export type IndexSnapshots = ReturnType<typeof createIndexSnapshots>

/** Keeps the index on disk, so that after a restart only what has changed since is read from the database. */
export function createIndexSnapshots({ folder, store, log, retentionMs, minEntities = 1000 }: SnapshotsDependencies) {
  const file = path.join(folder, 'catalog', 'index.snapshot')

  /** Why a snapshot cannot be used. */
  async function refusalOf({ version, revision, change }: SnapshotFacts): Promise<string | undefined> {
    if (version !== snapshotVersion) return `it is of version ${version} and not ${snapshotVersion}`
    if (revision > (await store.revision())) return 'it is of a later revision than the catalog'
    if (!(await store.hasChange(change, retentionMs()))) return 'it is of another catalog, or older than the history'
    return undefined
  }

  async function read(saved: SegmentFile<SnapshotFacts>): Promise<{ readonly index: EntityIndex; readonly revision: number }> {
    const refusal = await refusalOf(saved.facts)
    if (refusal !== undefined) throw new Error(refusal)
    const index = createEntityIndex()
    await index.load(await saved.segments())
    if (index.size !== saved.facts.entities) throw new Error(`it has ${index.size} entities instead of ${saved.facts.entities}`)
    return { index, revision: saved.facts.revision }
  }

  return {
    /** The index as it was saved last, and its revision. Undefined where there is none that can be used. */
    async load(): Promise<{ readonly index: EntityIndex; readonly revision: number } | undefined> {
      const began = performance.now()
      let saved: SegmentFile<SnapshotFacts> | undefined
      try {
        saved = await openSegmentFile<SnapshotFacts>(file)
        if (!saved) return undefined
        const loaded = await read(saved)
        const { byteLength } = saved
        log.info(
          { entities: loaded.index.size, bytes: byteLength, ms: Math.round(performance.now() - began) },
          'the saved index was loaded',
        )
        return loaded
      } catch (error) {
        log.warn({ file, reason: (error as Error).message }, 'the saved index of the catalog is not used; it is made again')
        return undefined
      } finally {
        await saved?.close()
      }
    },

    /** Saves an index of a revision, unless it changes meanwhile. Returns whether it was saved, or is not worth it. */
    async save(index: EntityIndex, revision: () => number): Promise<boolean> {
      if (index.size < minEntities) return true
      const began = performance.now()
      try {
        await index.prepareKnown()
        const change = await store.lastChange(revision())
        if (!change) return true
        // What is newer than the revision is read again after a restart, which does no harm.
        const { segments, isCurrent } = index.freeze()
        const facts: SnapshotFacts = { version: snapshotVersion, revision: revision(), change, entities: index.size }
        const isSaved = await writeSegmentFile(file, facts, segments, isCurrent)
        const ms = Math.round(performance.now() - began)
        if (isSaved) log.info({ entities: facts.entities, revision: facts.revision, ms }, 'the index of the catalog was saved')
        return isSaved
      } catch (error) {
        log.warn({ error, file }, 'the index of the catalog could not be saved; after a restart it is made again')
        return true
      }
    },
  }
}
