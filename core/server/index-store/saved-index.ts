import { endianness } from 'node:os'
import { promisify } from 'node:util'
import { constants, zstdCompress, zstdDecompress } from 'node:zlib'
import type { Logger } from '../operations/log.ts'
import { runInTurns, type Steps } from '../work/steps.ts'
import type { PartStore } from './part-store.ts'

/** An index that can be saved in the arrays it lies in. */
export interface StorableIndex {
  /** How many things it finds. */
  readonly size: number
  /** Another number after each change of what is saved. */
  readonly version: number
  /** Does what makes the saved index worth more, such as sorting. */
  prepareSave?(): Promise<void>
  /** Plain objects, lists, texts, numbers and typed arrays. The arrays must not change before they are written. */
  save(): object
  /** Only into one that is new, which owns the arrays; one that fails to load must not be used. */
  load(saved: object): Steps
}

/** The first part of a saved index. In its JSON, arrays have a name and a length; what is in them follows in the other parts. */
interface Head {
  /** Of what is in it. */
  readonly revision: number
  readonly size: number
  readonly saved: object
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
        const head = await read(store, ownVersion)
        if (!head) return undefined
        const { revision, size, saved } = head
        if (revision > latest) throw new Error(`it is of revision ${revision}, which is later than ${latest}`)
        const index = create()
        await runInTurns(index.load(saved), loadTurnMs)
        if (index.size !== size) throw new Error(`it has ${index.size} entries instead of ${size}`)
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

/** How much memory the arrays of an index take. */
export function bytesOf(index: StorableIndex): number {
  return separated(index.save()).arrays.reduce((sum, { byteLength }) => sum + byteLength, 0)
}

const arrayTypes = { Uint8Array, Uint16Array, Uint32Array, Int32Array, Float64Array }

interface EmptyArray {
  readonly arrayType: keyof typeof arrayTypes
  readonly length: number
}

/** JSON in which arrays are empty, and the bytes of the arrays, in the order in which they stand there. */
function separated(saved: object): { readonly json: string; readonly arrays: readonly Uint8Array[] } {
  const arrays: Uint8Array[] = []
  const json = JSON.stringify(saved, (_, value: unknown) => {
    if (!ArrayBuffer.isView(value)) return value
    arrays.push(toBytes(value))
    return { arrayType: value.constructor.name, length: (value as Uint8Array).length }
  })
  return { json, arrays }
}

/** Makes room for the arrays, and gives their bytes to whoever fills them. */
function joined(json: string): { readonly head: Head; readonly arrays: Uint8Array[] } {
  const arrays: Uint8Array[] = []
  const head = JSON.parse(json, (_, value: unknown) => {
    if (typeof value !== 'object' || value === null || !('arrayType' in value)) return value
    const { arrayType, length } = value as EmptyArray
    const array = new arrayTypes[arrayType](length)
    arrays.push(toBytes(array))
    return array
  }) as Head
  return { head, arrays: arrays.filter(({ length }) => length > 0) }
}

const toBytes = ({ buffer, byteOffset, byteLength }: ArrayBufferView) => new Uint8Array(buffer, byteOffset, byteLength)

/** The head, then all arrays as one stream, compressed a chunk at a time. */
async function* partsOf(index: StorableIndex, revision: number, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const { version } = index
  const { json, arrays } = separated({ revision, size: index.size, saved: index.save() } satisfies Head)
  yield Buffer.from(json)
  for (const chunk of chunksOf(arrays)) {
    signal.throwIfAborted()
    yield await compress(chunk, compression)
    // A query may change it, such as by one more column.
    if (index.version !== version) throw new Error('it has changed meanwhile')
  }
}

/** A chunk is valid until the next one is asked for. */
function* chunksOf(arrays: readonly Uint8Array[]): Generator<Uint8Array> {
  const chunk = new Uint8Array(chunkBytes)
  let filled = 0
  for (const array of arrays) {
    for (let bytes = array; bytes.length > 0;) {
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

async function read(store: PartStore, version: string): Promise<Head | undefined> {
  let found: ReturnType<typeof joined> | undefined
  await store.read(version, async part => {
    if (!found) return void (found = joined(part.toString()))
    const { arrays } = found
    for (let bytes = await decompress(part, { maxOutputLength: chunkBytes }); bytes.length > 0;) {
      if (!arrays[0]) throw new Error('it is longer than it says')
      const taken = bytes.subarray(0, arrays[0].length)
      arrays[0].set(taken)
      bytes = bytes.subarray(taken.length)
      // What is left of the array.
      arrays[0] = arrays[0].subarray(taken.length)
      if (arrays[0].length === 0) arrays.shift()
    }
  })
  if (found && found.arrays.length > 0) throw new Error('it is shorter than it says')
  return found?.head
}
