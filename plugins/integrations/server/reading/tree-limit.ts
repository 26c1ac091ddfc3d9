import { sourceInvalid } from './reading-errors.ts'
import type { TreeOptions } from './source-reader.ts'

const defaultMaxFiles = 10_000
const defaultMaxBytes = 100 * 2 ** 20

/** Counts the files of a tree while they are read, and refuses a tree that has too many or too large ones. */
export function createTreeLimit(
  target: string,
  { maxFiles = defaultMaxFiles, maxBytes = defaultMaxBytes }: Pick<TreeOptions, 'maxFiles' | 'maxBytes'>,
) {
  let files = 0
  let bytes = 0
  return (size: number): void => {
    files += 1
    bytes += size
    if (files > maxFiles) throw sourceInvalid(`${target} has more than ${maxFiles} files, which is all that is read`)
    if (bytes > maxBytes) throw sourceInvalid(`${target} has more than ${(maxBytes / 2 ** 20).toFixed(0)} MB, which is all that is read`)
  }
}
