import { tooLarge } from '@portico/core/server/outbound'
import { hash } from 'node:crypto'
import { inflateSync } from 'node:zlib'
import { sourceInvalid, sourceUnreadable } from './reading-errors.ts'

export interface PackLimits {
  readonly maxObjectBytes: number
  /** The total size of all unpacked objects. */
  readonly maxTotalBytes: number
}

const headBytes = 12
const sumBytes = 20
const [offsetDelta, refDelta] = [6, 7]

/**
 * Refuses a pack that is truncated, or that is small and would unpack to more than memory can hold: isomorphic-git unpacks whatever
 * it gets in memory, and checks the checksum only afterwards.
 */
export function checkPack(pack: Buffer, what: string, { maxObjectBytes, maxTotalBytes }: PackLimits): void {
  const end = pack.length - sumBytes
  const isWhole =
    end >= headBytes && pack.toString('latin1', 0, 4) === 'PACK' && hash('sha1', pack.subarray(0, end)) === pack.toString('hex', end)
  if (!isWhole) throw sourceUnreadable(`${what} sent a pack that is truncated or damaged`)
  const count = pack.readUInt32BE(8)
  let at = headBytes
  let total = 0
  for (let number = 0; number < count; number++) {
    const object = readObject(pack.subarray(0, end), at, maxObjectBytes)
    if (!object) throw sourceUnreadable(`${what} sent a pack that is damaged`)
    total += object.bytes
    if (object.bytes > maxObjectBytes) throw sourceInvalid(tooLarge(`A file of ${what}`, object.bytes, maxObjectBytes))
    if (total > maxTotalBytes) throw sourceInvalid(tooLarge(what, total, maxTotalBytes))
    at = object.end
  }
}

/** The final size of the object at an offset, and where the next begins; undefined where there is none. */
function readObject(pack: Buffer, start: number, max: number): { readonly bytes: number; readonly end: number } | undefined {
  const first = pack[start] ?? 0
  const type = (first >> 4) & 7
  const size = readNumber(pack, start, 4)
  if (size.value > max) return { bytes: size.value, end: size.end }
  const begin = type === refDelta ? size.end + sumBytes : type === offsetDelta ? readNumber(pack, size.end, 7).end : size.end
  try {
    const options = { info: true, maxOutputLength: Math.max(size.value, 1) }
    const { buffer, engine } = inflateSync(pack.subarray(begin), options) as unknown as { buffer: Buffer; engine: { bytesWritten: number } }
    if (buffer.length !== size.value || engine.bytesWritten === 0) return undefined
    // A delta begins with the length of its base, and the length of the result.
    const isDelta = type === offsetDelta || type === refDelta
    const bytes = isDelta ? readNumber(buffer, readNumber(buffer, 0, 7).end, 7).value : size.value
    return { bytes: Math.max(bytes, size.value), end: begin + engine.bytesWritten }
  } catch {
    return undefined
  }
}

/** A variable-length integer of git: some bits of the first byte and seven of each further one, the lowest first, while the highest bit is set. */
function readNumber(bytes: Buffer, start: number, firstBits: number): { readonly value: number; readonly end: number } {
  let at = start
  let byte = bytes[at++] ?? 0
  let value = byte & (2 ** firstBits - 1)
  for (let factor = 2 ** firstBits; byte & 0x80 && at < bytes.length; factor *= 128) {
    byte = bytes[at++] ?? 0
    value += (byte & 0x7f) * factor
  }
  return { value, end: at }
}
