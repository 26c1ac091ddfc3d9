export interface ZippedFile {
  readonly path: string
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly isExecutable?: boolean
}

const encoder = new TextEncoder()
// 1 January 1980, the first day of a ZIP file: the same files give the same archive.
const firstDay = 0x21
const utf8Names = 0x0800

/** A ZIP archive of files as they are, without compression. */
export function toZip(files: readonly ZippedFile[]): Blob {
  const parts: Uint8Array<ArrayBuffer>[] = []
  const directory: Uint8Array<ArrayBuffer>[] = []
  let offset = 0
  for (const { path, bytes, isExecutable = false } of files) {
    const name = encoder.encode(path)
    const shared = [
      20,
      0,
      utf8Names & 0xff,
      utf8Names >> 8,
      0,
      0,
      0,
      0,
      firstDay,
      0,
      ...four(crc32(bytes)),
      ...four(bytes.length),
      ...four(bytes.length),
      ...two(name.length),
      0,
      0,
    ]
    const head = Uint8Array.from([0x50, 0x4b, 3, 4, ...shared])
    parts.push(head, name, bytes)
    const mode = (isExecutable ? 0o100755 : 0o100644) << 16
    // The upper byte of the version says Unix, whose file modes follow.
    directory.push(Uint8Array.from([0x50, 0x4b, 1, 2, 20, 3, ...shared, 0, 0, 0, 0, 0, 0, ...four(mode), ...four(offset)]), name)
    offset += head.length + name.length + bytes.length
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0)
  const end = Uint8Array.from([
    0x50,
    0x4b,
    5,
    6,
    0,
    0,
    0,
    0,
    ...two(files.length),
    ...two(files.length),
    ...four(size),
    ...four(offset),
    0,
    0,
  ])
  return new Blob([...parts, ...directory, end], { type: 'application/zip' })
}

function two(value: number): number[] {
  return [value & 0xff, (value >> 8) & 0xff]
}

function four(value: number): number[] {
  return [value & 0xff, (value >> 8) & 0xff, (value >> 16) & 0xff, (value >>> 24) & 0xff]
}

const table = Array.from({ length: 256 }, (_, index) => {
  let value = index
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1
  return value
})

function crc32(bytes: Uint8Array): number {
  let value = 0xffffffff
  for (const byte of bytes) value = (table[(value ^ byte) & 0xff] ?? 0) ^ (value >>> 8)
  return (value ^ 0xffffffff) >>> 0
}
