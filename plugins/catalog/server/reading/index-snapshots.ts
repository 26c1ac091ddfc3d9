import type { Logger } from '@portico/core/server'
import { partBytes, type PartStore } from '@portico/core/server/worker'
import { open, stat } from 'node:fs/promises'
import { endianness } from 'node:os'
import path from 'node:path'
import { createEntityIndex, type EntityIndex } from '../entity-index/entity-index.ts'
import { replaceFile } from './replace-file.ts'
import { openSegmentFile, writeSegmentFile, type SegmentFile } from './segment-file.ts'
import type { SnapshotStore } from './snapshot-store.ts'

/** Raised when an index is made in another way, or has other columns for the same entities. */
export const snapshotVersion = 3
// Its numbers are in the byte order of the machine.
const copiedVersion = `${snapshotVersion}-${endianness()}`
// A copy that is larger takes the database longer than its worth. There, new replicas read all entities, unless they are given a disk.
const maxCopiedBytes = 256_000_000
// A copy is replaced when this share of the catalog has changed since.
const worthCopyingShare = 0.05

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
  readonly copies: PartStore
  readonly log: Logger
  /** How long the history is kept, in milliseconds: what was deleted since a snapshot is found there. */
  readonly retentionMs: () => number
  /** A catalog with fewer entities is read faster than it is worth to save. */
  readonly minEntities?: number
}

interface LoadedIndex {
  readonly index: EntityIndex
  readonly revision: number
}

export type IndexSnapshots = ReturnType<typeof createIndexSnapshots>

/**
 * Keeps the index on disk, so that after a restart only what has changed since is read from the database. A copy of the file is kept in the
 * database, for replicas that start with an empty folder.
 */
export function createIndexSnapshots({ folder, store, copies, log, retentionMs, minEntities = 1000 }: SnapshotsDependencies) {
  const file = path.join(folder, 'catalog', 'index.snapshot')
  // The copy could not be used.
  let isRefused = false

  /** Why a snapshot cannot be used. */
  async function refusalOf({ version, revision, change }: SnapshotFacts): Promise<string | undefined> {
    if (version !== snapshotVersion) return `it is of version ${version} and not ${snapshotVersion}`
    if (revision > (await store.revision())) return 'it is of a later revision than the catalog'
    if (!(await store.hasChange(change, retentionMs()))) return 'it is of another catalog, or older than the history'
    return undefined
  }

  async function read(saved: SegmentFile<SnapshotFacts>): Promise<LoadedIndex> {
    const refusal = await refusalOf(saved.facts)
    if (refusal !== undefined) throw new Error(refusal)
    const index = createEntityIndex()
    await index.load(await saved.segments())
    if (index.size !== saved.facts.entities) throw new Error(`it has ${index.size} entities instead of ${saved.facts.entities}`)
    return { index, revision: saved.facts.revision }
  }

  async function loadFile(): Promise<LoadedIndex | undefined> {
    const began = performance.now()
    let saved: SegmentFile<SnapshotFacts> | undefined
    try {
      saved = await openSegmentFile<SnapshotFacts>(file)
      if (!saved) return undefined
      const loaded = await read(saved)
      const { byteLength } = saved
      log.info({ entities: loaded.index.size, bytes: byteLength, ms: Math.round(performance.now() - began) }, 'the saved index was loaded')
      return loaded
    } catch (error) {
      log.warn({ file, reason: (error as Error).message }, 'the saved index of the catalog is not used')
      return undefined
    } finally {
      await saved?.close()
    }
  }

  /** The copy of another replica as the file of this one. Returns whether there was one. */
  async function fetchCopy(): Promise<boolean> {
    const began = performance.now()
    try {
      const isFetched = await replaceFile(file, async handle => {
        let bytes = 0
        let written = Promise.resolve()
        await copies.read(copiedVersion, part => {
          bytes += part.length
          const own = Buffer.from(part)
          written = written.then(() => handle.writeFile(own))
          // It is awaited below.
          written.catch(() => {})
        })
        await written
        return bytes > 0
      })
      if (isFetched) log.info({ ms: Math.round(performance.now() - began) }, 'the saved index was read from the database')
      return isFetched
    } catch (error) {
      log.warn({ error, file }, 'the saved index of the catalog could not be read from the database; it is made again')
      return false
    }
  }

  /** Returns false where it is worth another attempt. */
  async function copy(revision: number, entities: number): Promise<boolean> {
    const began = performance.now()
    try {
      if ((await stat(file)).size > maxCopiedBytes) return true
      const minChanged = isRefused ? 0 : Math.ceil(entities * worthCopyingShare)
      const outcome = await copies.replace({ version: copiedVersion, revision, minChanged }, partsOf(file))
      const ms = Math.round(performance.now() - began)
      if (outcome === 'saved') {
        isRefused = false
        log.info({ entities, revision, ms }, 'the index of the catalog was saved in the database')
      }
      return outcome !== 'busy'
    } catch (error) {
      log.warn({ error }, 'the index of the catalog could not be saved in the database; it is tried again')
      return false
    }
  }

  async function isCopied(): Promise<boolean> {
    return (await stat(file)).size > maxCopiedBytes || copies.has(copiedVersion)
  }

  return {
    /** The index as it was saved last, its revision, and whether the database has it too. Undefined where there is none that can be used. */
    async load(): Promise<(LoadedIndex & { readonly isCopied: boolean }) | undefined> {
      const own = await loadFile()
      if (own) return { ...own, isCopied: await isCopied() }
      if (!(await fetchCopy())) return undefined
      const fetched = await loadFile()
      isRefused = !fetched
      return fetched && { ...fetched, isCopied: true }
    },

    /** Saves an index of a revision, unless it changes meanwhile. Returns whether it was saved everywhere, or is not worth it. */
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
        if (!isSaved) return false
        log.info({ entities: facts.entities, revision: facts.revision, ms }, 'the index of the catalog was saved')
        return await copy(facts.revision, facts.entities)
      } catch (error) {
        log.warn({ error, file }, 'the index of the catalog could not be saved; after a restart it is made again')
        return true
      }
    },
  }
}

/** A file in parts. A part is valid until the next one is asked for. */
async function* partsOf(file: string): AsyncGenerator<Uint8Array> {
  const handle = await open(file)
  try {
    const part = Buffer.allocUnsafeSlow(partBytes)
    for (;;) {
      const { bytesRead } = await handle.read(part)
      if (bytesRead === 0) return
      yield part.subarray(0, bytesRead)
    }
  } finally {
    await handle.close()
  }
}
