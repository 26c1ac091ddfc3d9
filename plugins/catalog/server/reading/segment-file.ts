import { bytesOf } from '@portico/core/server/worker'
import { open, type FileHandle } from 'node:fs/promises'
import { endianness } from 'node:os'
import { crc32 } from 'node:zlib'
import { replaceFile } from './replace-file.ts'

const magic = `portico ${endianness()}\n`
// The magic text, the length of the header, and its checksum.
const preambleSize = magic.length + 8
const maxHeaderSize = 64_000_000
// Segments up to this are written together.
const groupSize = 1 << 20
// What is read or written, and looked at for the checksum, in one go.
const pieceSize = 1 << 21
// The kernel takes 1,024.
const maxViews = 1000
// So many are under way at a time: while a server starts, each would wait for whatever else it has to do.
const maxReads = 8

interface Header<F> {
  readonly facts: F
  /** Of the segments, in bytes. */
  readonly lengths: readonly number[]
}

/**
 * Writes a file of segments in one go. Returns false where it is no longer wanted; that is asked between pieces, because the segments are
 * those of the living index.
 */
export async function writeSegmentFile(
  file: string,
  facts: object,
  segments: readonly ArrayBufferView[],
  isWanted: () => boolean,
): Promise<boolean> {
  return replaceFile(file, async handle => (await writeAll(handle, facts, segments, isWanted)) && isWanted())
}

async function writeAll(
  handle: FileHandle,
  facts: object,
  segments: readonly ArrayBufferView[],
  isWanted: () => boolean,
): Promise<boolean> {
  const header = Buffer.from(JSON.stringify({ facts, lengths: segments.map(({ byteLength }) => byteLength) } satisfies Header<object>))
  const preamble = Buffer.alloc(preambleSize)
  preamble.write(magic, 'latin1')
  preamble.writeUInt32LE(header.length, magic.length)
  preamble.writeUInt32LE(crc32(header), magic.length + 4)
  await handle.writeFile(Buffer.concat([preamble, header]))
  let checksum = 0
  // Used for every group: joined anew, all of them together would be as large as the index.
  const joined = Buffer.allocUnsafeSlow(groupSize)
  for (const group of groupsOf(segments.map(bytesOf))) {
    const bytes = group.length === 1 ? group[0]! : joinInto(joined, group)
    for (let at = 0; at < bytes.length; at += pieceSize) {
      const piece = bytes.subarray(at, at + pieceSize)
      if (!isWanted()) return false
      checksum = crc32(piece, checksum)
      await handle.writeFile(piece)
    }
  }
  const trailer = Buffer.alloc(4)
  trailer.writeUInt32LE(checksum)
  await handle.writeFile(trailer)
  return true
}

function joinInto(buffer: Buffer, parts: readonly Uint8Array[]): Buffer {
  let length = 0
  for (const part of parts) {
    buffer.set(part, length)
    length += part.length
  }
  return buffer.subarray(0, length)
}

/** A file of segments that is open. */
export interface SegmentFile<F> {
  readonly facts: F
  readonly byteLength: number
  /** All segments. Throws unless they are as they were written. */
  segments(): Promise<ArrayBuffer[]>
  close(): Promise<void>
}

/** Opens a file of segments and reads what it says about itself. Undefined where there is none; throws where it is no such file. */
export async function openSegmentFile<F>(file: string): Promise<SegmentFile<F> | undefined> {
  const handle = await open(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (!handle) return undefined
  try {
    const { facts, lengths, start } = await readHeader<F>(handle)
    const { size } = await handle.stat()
    const end = lengths.reduce((sum, length) => sum + length, start)
    if (size !== end + 4) throw new Error(`it has ${size} bytes instead of ${end + 4}`)
    return { facts, byteLength: size, segments: () => readSegments(handle, lengths, start), close: () => handle.close() }
  } catch (error) {
    await handle.close()
    throw error
  }
}

async function readHeader<F>(handle: FileHandle): Promise<Header<F> & { readonly start: number }> {
  const preamble = Buffer.from(await readExactly(handle, 0, preambleSize))
  if (preamble.toString('latin1', 0, magic.length) !== magic) throw new Error('it is of another kind or another machine')
  const length = preamble.readUInt32LE(magic.length)
  if (length > maxHeaderSize) throw new Error('its header is too long')
  const header = Buffer.from(await readExactly(handle, preambleSize, length))
  if (crc32(header) !== preamble.readUInt32LE(magic.length + 4)) throw new Error('its header is damaged')
  return { ...(JSON.parse(header.toString()) as Header<F>), start: preambleSize + length }
}

async function readSegments(handle: FileHandle, lengths: readonly number[], start: number): Promise<ArrayBuffer[]> {
  // Not cleared: all of it is read into.
  const segments = lengths.map(length => Buffer.allocUnsafeSlow(length).buffer)
  const reads: { readonly views: readonly Uint8Array[]; readonly done: Promise<void> }[] = []
  let checksum = 0
  let at = start

  async function takeFirst(): Promise<void> {
    const first = reads.shift()
    await first?.done
    for (const view of first?.views ?? []) checksum = crc32(view, checksum)
  }

  for (const views of viewsOf(segments)) {
    const done = readInto(handle, at, views)
    // The first that fails is what counts.
    done.catch(() => {})
    reads.push({ views, done })
    at += views.reduce((sum, view) => sum + view.length, 0)
    if (reads.length === maxReads) await takeFirst()
  }
  while (reads.length > 0) await takeFirst()
  const [wanted] = new Uint32Array(await readExactly(handle, at, 4))
  if (checksum !== wanted) throw new Error('it is damaged')
  return segments
}

/** Views of all the buffers in order, so many bytes at a time. */
function* viewsOf(buffers: readonly ArrayBuffer[]): Generator<Uint8Array[]> {
  let views: Uint8Array[] = []
  let size = 0
  for (const buffer of buffers) {
    for (let at = 0; at < buffer.byteLength;) {
      const length = Math.min(buffer.byteLength - at, pieceSize - size)
      views.push(new Uint8Array(buffer, at, length))
      at += length
      size += length
      if (size < pieceSize && views.length < maxViews) continue
      yield views
      views = []
      size = 0
    }
  }
  if (views.length > 0) yield views
}

async function readExactly(handle: FileHandle, start: number, length: number): Promise<ArrayBuffer> {
  const buffer = new ArrayBuffer(length)
  await readInto(handle, start, [new Uint8Array(buffer)])
  return buffer
}

/** Fills the views one after the other. */
async function readInto(handle: FileHandle, start: number, views: readonly Uint8Array[]): Promise<void> {
  let at = start
  for (let rest = views; rest.length > 0;) {
    const { bytesRead } = await handle.readv(rest, at)
    if (bytesRead === 0) throw new Error('it is cut off')
    at += bytesRead
    rest = after(rest, bytesRead)
  }
}

/** What is left of the views after so many bytes. */
function after(views: readonly Uint8Array[], bytes: number): Uint8Array[] {
  let skipped = 0
  let whole = 0
  while (whole < views.length && skipped + views[whole]!.length <= bytes) skipped += views[whole++]!.length
  const [next, ...rest] = views.slice(whole)
  return next ? [next.subarray(bytes - skipped), ...rest] : []
}

/** Small neighbours together, large ones alone. */
function* groupsOf<T extends { readonly length: number }>(parts: readonly T[]): Generator<T[]> {
  let group: T[] = []
  let size = 0
  for (const part of parts) {
    if (group.length > 0 && size + part.length > groupSize) {
      yield group
      group = []
      size = 0
    }
    group.push(part)
    size += part.length
  }
  if (group.length > 0) yield group
}
