import type { Logger } from '@portico/core/server'
import { bytesOf, createSegmentReader, createSegmentWriter, partBytes, type PartStore } from '@portico/core/server/worker'
import { hash } from 'node:crypto'
import { endianness } from 'node:os'
import { createSearchIndex, type SearchIndex, type TypeRules } from '../../index/search-index.ts'

/** Raised when an index is made in another way, or has other words for the same documents. */
export const snapshotVersion = 1

/** What a saved index says about itself, in its first part. */
interface SnapshotFacts {
  /** Of the documents in it. */
  readonly revision: number
  readonly documents: number
  /** Of the segments, in bytes. */
  readonly lengths: readonly number[]
}

export interface SnapshotsDependencies {
  readonly store: PartStore
  readonly log: Logger
  readonly types: Readonly<Record<string, TypeRules>>
  readonly rulesOf: (type: string) => TypeRules
}

export type IndexSnapshots = ReturnType<typeof createIndexSnapshots>

/** Keeps the index in the database, so that a server that starts reads what has changed since and does not take all texts apart again. */
export function createIndexSnapshots({ store, log, types, rulesOf }: SnapshotsDependencies) {
  const version = versionOf(types)
  let isRefused = false
  return {
    /** The index as it was saved last, and its revision. Undefined where there is none that can be used. */
    async load(): Promise<{ readonly index: SearchIndex; readonly revision: number } | undefined> {
      const began = performance.now()
      try {
        const saved = await readSegments(store, version)
        if (!saved) return undefined
        const { facts, buffers } = saved
        const input = createSegmentReader(buffers)
        const index = createSearchIndex(rulesOf)
        index.load(input)
        if (!input.isAtEnd || index.size !== facts.documents)
          throw new Error(`it has ${index.size} documents instead of ${facts.documents}`)
        log.info({ documents: index.size, ms: Math.round(performance.now() - began) }, 'the saved search index was loaded')
        return { index, revision: facts.revision }
      } catch (error) {
        isRefused = true
        log.warn({ error }, 'the saved search index is not used; it is made again')
        return undefined
      }
    },

    /**
     * Saves an index, which must not change meanwhile, unless another replica has saved one from which fewer documents differ. Returns whether
     * there is a good one now.
     */
    async save(index: SearchIndex, revision: number, minChanged: number): Promise<boolean> {
      const began = performance.now()
      try {
        const wanted = { version, revision, minChanged: isRefused ? 0 : minChanged }
        const outcome = await store.replace(wanted, partsOf(index, revision))
        const ms = Math.round(performance.now() - began)
        if (outcome === 'saved') {
          isRefused = false
          log.info({ documents: index.size, revision, ms }, 'the search index was saved')
        }
        return outcome !== 'busy'
      } catch (error) {
        log.warn({ error }, 'the search index could not be saved; it is tried again')
        return false
      }
    },
  }
}

/** How an index is made depends on what the fields of each type mean. Its numbers are in the byte order of the machine. */
function versionOf(types: Readonly<Record<string, TypeRules>>): string {
  const fields = Object.entries(types)
    .map(([type, rules]) => [type, Object.entries(rules.fields).toSorted()])
    .toSorted()
  return `${snapshotVersion}-${endianness()}-${hash('sha256', JSON.stringify(fields)).slice(0, 16)}`
}

/** The facts, then all segments as one stream, cut into parts. A part is valid until the next one is asked for. */
function* partsOf(index: SearchIndex, revision: number): Generator<Uint8Array> {
  const out = createSegmentWriter()
  index.save(out)
  const facts: SnapshotFacts = { revision, documents: index.size, lengths: out.segments.map(({ byteLength }) => byteLength) }
  yield Buffer.from(JSON.stringify(facts))
  const part = Buffer.allocUnsafeSlow(partBytes)
  let filled = 0
  for (const segment of out.segments) {
    const bytes = bytesOf(segment)
    for (let at = 0; at < bytes.length;) {
      const piece = bytes.subarray(at, at + partBytes - filled)
      part.set(piece, filled)
      at += piece.length
      filled += piece.length
      if (filled < partBytes) continue
      yield part
      filled = 0
    }
  }
  if (filled > 0) yield part.subarray(0, filled)
}

async function readSegments(store: PartStore, version: string) {
  let facts: SnapshotFacts | undefined
  let buffers: ArrayBuffer[] = []
  let segment = 0
  let filled = 0
  await store.read(version, part => {
    if (!facts) {
      facts = JSON.parse(part.toString()) as SnapshotFacts
      // Not cleared: all of it is read into.
      buffers = facts.lengths.map(length => Buffer.allocUnsafeSlow(length).buffer)
      return
    }
    for (let at = 0; at < part.length;) {
      const buffer = buffers[segment]
      if (!buffer) throw new Error('it is longer than it says')
      const piece = part.subarray(at, at + buffer.byteLength - filled)
      new Uint8Array(buffer).set(piece, filled)
      at += piece.length
      filled += piece.length
      if (filled < buffer.byteLength) continue
      segment += 1
      filled = 0
    }
  })
  if (!facts) return undefined
  while (buffers[segment]?.byteLength === 0) segment += 1
  if (segment < buffers.length) throw new Error('it is shorter than it says')
  return { facts, buffers }
}
