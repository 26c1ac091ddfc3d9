import { endianness } from 'node:os'
import { promisify } from 'node:util'
import { constants, zstdCompress, zstdDecompress } from 'node:zlib'
import type { Logger } from '../operations/log.ts'
import { runInTurns, type Steps } from '../work/steps.ts'
import type { PartStore } from './part-store.ts'
import { bytesOf, createSegmentReader, createSegmentWriter, type Segment, type SegmentReader, type SegmentWriter } from './segments.ts'

/** An index that can be saved in the arrays it lies in. */
export interface StorableIndex {
  /** How many things it finds. */
  readonly size: number
  /** Another number after each change of what is saved. */
  readonly version: number
  /** Does what makes the saved index worth more, such as sorting. */
  prepareSave?(): Promise<void>
  /** The arrays must not change before they are written. */
  save(out: SegmentWriter): void
  /** Only into one that is new; one that fails to load must not be used. */
  load(input: SegmentReader): Steps
}

/** What a saved index says about itself, in its first part. */
interface Metadata {
  /** Of what is in it. */
  readonly revision: number
  readonly size: number
  /** Of the segments, in bytes. */
  readonly lengths: readonly number[]
}

export interface SavedIndexDependencies<Index extends StorableIndex> {
  readonly store: PartStore
  readonly log: Logger
  /** What the log calls it: `the index of the catalog`. */
  readonly name: string
  /** Another one whenever an index is made in another way, or finds the same things by other values. */
  readonly version: string
  readonly create: () => Index
}

export type SavedIndex<Index extends StorableIndex> = ReturnType<typeof createSavedIndex<Index>>

const chunkBytes = 1 << 20
// Whoever waits for the load waits for everything.
const loadTurnMs = 10
const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)
const compression = { params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 } }

/** Keeps an index in the database, so that a server that starts reads what has changed since, and nothing else. */
export function createSavedIndex<Index extends StorableIndex>({ store, log, name, version, create }: SavedIndexDependencies<Index>) {
  // Its numbers are in the byte order of the machine.
  const ownVersion = `${version}-${endianness()}`
  let isRefused = false
  return {
    create,
    /** The index as it was saved last, and its revision. Undefined where there is none that can be used. */
    async load(latest: number): Promise<{ readonly index: Index; readonly revision: number } | undefined> {
      const began = performance.now()
      try {
        const saved = await read(store, ownVersion)
        if (!saved) return undefined
        const { revision, size } = saved.metadata
        if (revision > latest) throw new Error(`it is of revision ${revision}, which is later than ${latest}`)
        const index = create()
        const input = createSegmentReader(saved.buffers)
        await runInTurns(index.load(input), loadTurnMs)
        if (!input.isAtEnd || index.size !== size) throw new Error(`it has ${index.size} entries instead of ${size}`)
        log.info({ entries: size, revision, ms: Math.round(performance.now() - began) }, `${name} was loaded as it was saved`)
        return { index, revision }
      } catch (error) {
        isRefused = true
        log.warn({ error }, `${name} was saved, but cannot be used; it is made again`)
        return undefined
      }
    },

    /**
     * Saves an index, which must not change meanwhile, unless another replica has saved one from which fewer than `minChanged` differ.
     * Returns whether there is a good one now.
     */
    async save(index: Index, revision: number, { minChanged, signal }: { readonly minChanged: number; readonly signal: AbortSignal }) {
      const began = performance.now()
      try {
        await index.prepareSave?.()
        const wanted = { version: ownVersion, revision, minChanged: isRefused ? 0 : minChanged }
        const outcome = await store.replace(wanted, partsOf(index, revision, signal))
        const ms = Math.round(performance.now() - began)
        if (outcome === 'saved') {
          isRefused = false
          log.info({ entries: index.size, revision, ms }, `${name} was saved`)
        }
        return outcome !== 'busy'
      } catch (error) {
        if (!signal.aborted) log.warn({ error }, `${name} could not be saved; it is tried again`)
        return false
      }
    },
  }
}

/** The metadata, then all segments as one stream, compressed a chunk at a time. */
async function* partsOf(index: StorableIndex, revision: number, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const out = createSegmentWriter()
  index.save(out)
  const { version } = index
  const lengths = out.segments.map(({ byteLength }) => byteLength)
  yield Buffer.from(JSON.stringify({ revision, size: index.size, lengths } satisfies Metadata))
  for (const chunk of chunksOf(out.segments)) {
    signal.throwIfAborted()
    yield await compress(chunk, compression)
    // A query may change it, such as by one more column.
    if (index.version !== version) throw new Error('it has changed meanwhile')
  }
}

/** A chunk is valid until the next one is asked for. */
function* chunksOf(segments: readonly Segment[]): Generator<Uint8Array> {
  const chunk = new Uint8Array(chunkBytes)
  let filled = 0
  for (const segment of segments) {
    for (let bytes = bytesOf(segment); bytes.length > 0;) {
      const taken = bytes.subarray(0, chunkBytes - filled)
      chunk.set(taken, filled)
      filled += taken.length
      bytes = bytes.subarray(taken.length)
      if (filled < chunkBytes) continue
      yield chunk
      filled = 0
    }
  }
  if (filled > 0) yield chunk.subarray(0, filled)
}

async function read(store: PartStore, version: string) {
  let metadata: Metadata | undefined
  let buffers: ArrayBuffer[] = []
  let segment = 0
  let filled = 0
  await store.read(version, async part => {
    if (!metadata) {
      metadata = JSON.parse(part.toString()) as Metadata
      // Not cleared: all of it is read into.
      buffers = metadata.lengths.map(length => Buffer.allocUnsafeSlow(length).buffer)
      return
    }
    for (let bytes = await decompress(part, { maxOutputLength: chunkBytes }); bytes.length > 0;) {
      const buffer = buffers[segment]
      if (!buffer) throw new Error('it is longer than it says')
      const taken = bytes.subarray(0, buffer.byteLength - filled)
      new Uint8Array(buffer).set(taken, filled)
      filled += taken.length
      bytes = bytes.subarray(taken.length)
      if (filled < buffer.byteLength) continue
      segment += 1
      filled = 0
    }
  })
  if (!metadata) return undefined
  while (buffers[segment]?.byteLength === 0) segment += 1
  if (segment < buffers.length) throw new Error('it is shorter than it says')
  return { metadata, buffers }
}
