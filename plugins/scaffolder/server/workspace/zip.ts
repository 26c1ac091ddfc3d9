import { crc32, deflateRawSync } from 'node:zlib'

// A zip file needs a date; this is the earliest that it can say.
const date = 0x21

/** A zip file, with names in UTF-8. */
export function zip(entries: readonly { readonly name: string; readonly bytes: Buffer }[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, bytes } of entries) {
    const encoded = Buffer.from(name)
    const packed = deflateRawSync(bytes)
    const facts = factsOf(bytes, packed, encoded)
    const head = Buffer.concat([Buffer.from('504b0304', 'hex'), facts, Buffer.alloc(2), encoded])
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(20, 4)
    facts.copy(entry, 6)
    entry.writeUInt32LE(offset, 42)
    directory.push(Buffer.concat([entry, encoded]))
    parts.push(head, packed)
    offset += head.length + packed.length
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, ...directory, end])
}

/** What the local header and the directory share: version, flags, method, time, date, checksum, sizes and the length of the name. */
function factsOf(bytes: Buffer, packed: Buffer, name: Buffer): Buffer {
  const facts = Buffer.alloc(24)
  facts.writeUInt16LE(20, 0)
  facts.writeUInt16LE(0x0800, 2)
  facts.writeUInt16LE(8, 4)
  facts.writeUInt16LE(date, 8)
  facts.writeUInt32LE(crc32(bytes), 10)
  facts.writeUInt32LE(packed.length, 14)
  facts.writeUInt32LE(bytes.length, 18)
  facts.writeUInt16LE(name.length, 22)
  return facts
}
