import { sourceInvalid } from './source-reader.ts'

/** What is said of a file that nobody should have to read. */
export function tooLarge(what: string, bytes: number, most: number): string {
  return `${what} has ${(bytes / 2 ** 20).toFixed(1)} MB, more than the ${(most / 2 ** 20).toFixed(0)} MB that are read`
}

const decoder = new TextDecoder('utf-8', { fatal: true })

/** The text of a file, which must be UTF-8. */
export function toText(bytes: Uint8Array, what: string): string {
  const nothing = bytes.indexOf(0)
  if (nothing !== -1) throw sourceInvalid(`${what} is no text: byte ${nothing} is 0`)
  try {
    return decoder.decode(bytes)
  } catch {
    throw sourceInvalid(`${what} is no text: it is not written in UTF-8`)
  }
}
