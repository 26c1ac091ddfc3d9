import type { Entry } from 'ldapts'

/** A picture that is larger is left out: it would be part of everything that shows the person. */
export const maxPictureBytes = 48 * 1024

/** The values of an attribute as text, whose name may have any letter case. Bytes that are no text are left out. */
export function texts(entry: Entry, name: string): string[] {
  return values(entry, name)
    .map(value => (Buffer.isBuffer(value) ? toGuid(name, value) : value))
    .filter(value => value !== undefined && value !== '' && !value.includes('\0')) as string[]
}

export function text(entry: Entry, name: string): string | undefined {
  return texts(entry, name)[0]
}

/** An address as it is, an image as a data URL; `tooLarge` for an image beyond the limit, undefined for anything else. */
export function picture(entry: Entry, name: string): string | 'tooLarge' | undefined {
  const [value] = values(entry, name)
  if (typeof value === 'string')
    return /^(https?:\/\/|data:image\/)/i.test(value) && value.length <= maxPictureBytes * 2 ? value : undefined
  const type = value && imageType(value)
  if (!type) return undefined
  return value.length > maxPictureBytes ? 'tooLarge' : `data:${type};base64,${value.toString('base64')}`
}

/** What transformers may use of an entry: its texts. */
export function recordOf(entry: Entry): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.keys(entry).map(name => {
      const all = texts(entry, name)
      return [name, all.length === 1 ? all[0]! : all]
    }),
  )
}

/** Distinguished names differ in letter case and blanks and mean the same. */
export function normalDn(dn: string): string {
  return dn.toLowerCase().replaceAll(/\s*([,=])\s*/g, '$1')
}

/** A filter as servers take it: people write it over several lines, with blanks between its parts. */
export function normalFilter(filter: string): string {
  return filter
    .trim()
    .replaceAll(/\s*[\r\n]\s*/g, '')
    .replaceAll(/\s+(?=\()/g, '')
    .replaceAll(/\)\s+/g, ')')
    .replaceAll(/\(\s*([&|!]?)\s*/g, '($1')
}

function values(entry: Entry, name: string): (string | Buffer)[] {
  const key = Object.keys(entry).find(each => each.toLowerCase() === name.toLowerCase())
  const value = key === undefined ? undefined : entry[key]
  return Array.isArray(value) ? value : value === undefined ? [] : [value]
}

/** The ids of Active Directory are bytes, the first three parts of them in reverse. */
function toGuid(name: string, bytes: Buffer): string | undefined {
  if (name.toLowerCase() !== 'objectguid' || bytes.length !== 16) return undefined
  const hex = (start: number, end: number, isReversed = false) => {
    const part = bytes.subarray(start, end)
    return (isReversed ? Buffer.from(part).reverse() : part).toString('hex')
  }
  return [hex(0, 4, true), hex(4, 6, true), hex(6, 8, true), hex(8, 10), hex(10, 16)].join('-')
}

function imageType(bytes: Buffer): string | undefined {
  const start = bytes.toString('latin1', 0, 12)
  if (start.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (/^GIF8[79]a/.test(start)) return 'image/gif'
  return start.startsWith('RIFF') && start.endsWith('WEBP') ? 'image/webp' : undefined
}
