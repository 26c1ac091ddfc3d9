import { lfsNotFollowed, readLfsPointer } from './git-lfs.ts'
import { sourceInvalid } from './reading-errors.ts'

const decoder = new TextDecoder('utf-8', { fatal: true })

/** The text of a file, which must be UTF-8. */
export function toText(bytes: Uint8Array, what: string): string {
  // Where a host has given out the pointer itself, its content can only be had with git.
  if (readLfsPointer(bytes)) throw lfsNotFollowed(what, 'store the file without Git LFS, or read it by a location of type git')
  const nothing = bytes.indexOf(0)
  if (nothing !== -1) throw sourceInvalid(`${what} is not text: byte ${nothing} is 0`)
  try {
    return decoder.decode(bytes)
  } catch {
    throw sourceInvalid(`${what} is not text: it is not written in UTF-8`)
  }
}
