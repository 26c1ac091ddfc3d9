export interface ImageSize {
  readonly width: number
  readonly height: number
}

/** How much of a file tells its size: in a JPEG other data may stand before it. */
export const imageHeadBytes = 65_536

/**
 * The size of an image in the pixels that a browser gives it, from the first bytes of its file. Undefined where these do not tell: a photo may be
 * shown turned, and an SVG without a size of its own takes that of its place.
 */
export function readImageSize(file: Uint8Array): ImageSize | undefined {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  const size = sizeOf(bytes)
  return size && size.width > 0 && size.height > 0 ? size : undefined
}

function sizeOf(bytes: Buffer): ImageSize | undefined {
  if (bytes.length < 30) return undefined
  const start = bytes.toString('latin1', 0, 16)
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
  if (start.startsWith('GIF8')) return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }
  if (start.startsWith('RIFF') && start.endsWith('WEBPVP8 '))
    return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
  if (start.startsWith('RIFF') && start.endsWith('WEBPVP8L')) return losslessWebp(bytes.readUInt32LE(21))
  if (start.startsWith('RIFF') && start.endsWith('WEBPVP8X')) return extendedWebp(bytes)
  if (start.startsWith('\xff\xd8\xff')) return jpegSize(bytes)
  return svgSize(bytes.toString('utf8', 0, 2048))
}

function losslessWebp(bits: number): ImageSize {
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
}

function extendedWebp(bytes: Buffer): ImageSize | undefined {
  const hasExif = (bytes[20]! & 0x08) !== 0
  return hasExif ? undefined : { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
}

/** From segment to segment until the one that begins the picture. */
function jpegSize(bytes: Buffer): ImageSize | undefined {
  for (let at = 2; at + 9 < bytes.length; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes[at + 1]!
    if (bytes[at] !== 0xff || marker < 0xc0) return undefined
    const isTurned = marker === 0xe1 && bytes.toString('latin1', at + 4, at + 8) === 'Exif'
    if (isTurned) return undefined
    const isFrame = marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) }
  }
  return undefined
}

function svgSize(text: string): ImageSize | undefined {
  const [tag] = /<svg\s[^>]*>/i.exec(text) ?? []
  const lengthOf = (name: string) => Number(new RegExp(`\\s${name}=["'](\\d{1,5}(?:\\.\\d+)?)(?:px)?["']`).exec(tag ?? '')?.[1] ?? 0)
  return { width: Math.round(lengthOf('width')), height: Math.round(lengthOf('height')) }
}
