/** A packet of OpenPGP (RFC 9580). */
export interface Packet {
  readonly tag: number
  readonly body: Buffer
}

const lineLength = 64

/** The packets of a key. Those of unknown length do not occur in keys. */
export function readPackets(bytes: Buffer): Packet[] {
  const packets: Packet[] = []
  let at = 0
  while (at < bytes.length) {
    const first = bytes[at] ?? 0
    const { length, from } = first & 0x40 ? newLength(bytes, at + 1) : oldLength(bytes, at + 1, first & 3)
    if ((first & 0x80) === 0 || from + length > bytes.length) throw new Error('The key for signing commits is damaged')
    packets.push({ tag: first & 0x40 ? first & 0x3f : (first >> 2) & 15, body: bytes.subarray(from, from + length) })
    at = from + length
  }
  return packets
}

function newLength(bytes: Buffer, at: number): { readonly length: number; readonly from: number } {
  const first = bytes[at] ?? 0
  if (first < 192) return { length: first, from: at + 1 }
  if (first < 224) return { length: ((first - 192) << 8) + (bytes[at + 1] ?? 0) + 192, from: at + 2 }
  return { length: first === 255 ? bytes.readUInt32BE(at + 1) : Infinity, from: at + 5 }
}

function oldLength(bytes: Buffer, at: number, kind: number): { readonly length: number; readonly from: number } {
  const size = [1, 2, 4, 0][kind] ?? 0
  return { length: size === 0 ? Infinity : bytes.readUIntBE(at, size), from: at + size }
}

export function packet(tag: number, body: Buffer): Buffer {
  const { length } = body
  const size = length < 192 ? [length] : [192 + ((length - 192) >> 8), (length - 192) & 0xff]
  return Buffer.concat([Buffer.from([0xc0 | tag, ...size]), body])
}

/** Reads the fields of a packet one after the other. */
export function createPacketReader(body: Buffer) {
  let at = 0
  function take(length: number): Buffer {
    if (at + length > body.length) throw new Error('The key for signing commits is damaged')
    at += length
    return body.subarray(at - length, at)
  }
  return {
    at: () => at,
    take,
    byte: () => take(1)[0] ?? 0,
    /** A number of any size: its length in bits, then its bytes. */
    mpi: () => take(Math.ceil(take(2).readUInt16BE() / 8)),
  }
}

export type PacketReader = ReturnType<typeof createPacketReader>

/** A number as packets hold it, without leading zeros. */
export function mpi(bytes: Buffer): Buffer {
  const start = bytes.findIndex(byte => byte !== 0)
  const digits = start === -1 ? Buffer.alloc(0) : bytes.subarray(start)
  const bits = digits.length === 0 ? 0 : digits.length * 8 - Math.clz32(digits[0] ?? 0) + 24
  return Buffer.concat([Buffer.from([bits >> 8, bits & 0xff]), digits])
}

/** The bytes of a text such as `-----BEGIN PGP PRIVATE KEY BLOCK-----`. */
export function fromArmor(text: string, kind: string): Buffer {
  const [, inside] = new RegExp(`-----BEGIN PGP ${kind}-----\\r?\\n([\\s\\S]*?)-----END PGP ${kind}-----`).exec(text) ?? []
  if (inside === undefined) throw new Error(`The key for signing commits does not begin with -----BEGIN PGP ${kind}-----`)
  // Headers end with an empty line; the line with = holds a checksum.
  const lines = inside.split(/\r?\n/)
  const data = lines.slice(lines.findIndex(line => line.trim() === '') + 1).filter(line => !line.startsWith('='))
  return Buffer.from(data.join(''), 'base64')
}

export function toArmor(kind: string, bytes: Buffer): string {
  const text = bytes.toString('base64')
  const lines = text.match(new RegExp(`.{1,${lineLength}}`, 'g')) ?? []
  return `-----BEGIN PGP ${kind}-----\n\n${lines.join('\n')}\n=${checksum(bytes)}\n-----END PGP ${kind}-----\n`
}

/** CRC-24, as the format wants it. */
function checksum(bytes: Buffer): string {
  let crc = 0xb704ce
  for (const byte of bytes) {
    crc ^= byte << 16
    for (let bit = 0; bit < 8; bit += 1) {
      crc <<= 1
      if (crc & 0x1000000) crc ^= 0x1864cfb
    }
  }
  return Buffer.from([(crc >> 16) & 0xff, (crc >> 8) & 0xff, crc & 0xff]).toString('base64')
}
