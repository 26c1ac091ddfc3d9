import { inputError } from '@portico/core/common'
import type { Readers } from '@portico/integrations/server'
import path from 'node:path'

export interface InputFile {
  readonly name: string
  readonly text: string
}

/**
 * Reads files that a caller has sent instead of those of this machine, which such files must not reach. What they name on the web is read
 * as ever.
 */
export function createFileReaders(files: readonly InputFile[], readers: Readers): Readers {
  const texts = new Map(files.map(({ name, text }) => [name, text]))

  return {
    ...readers,
    async read(type, target, options) {
      if (type !== 'file') return readers.read(type, target, options)
      const text = texts.get(target)
      if (text === undefined) throw inputError(`${target} is not among the files that were given`, { code: 'catalog.file-not-given' })
      return { files: [{ target, text }] }
    },
    linksOf: (type, target) => (type === 'file' ? {} : readers.linksOf(type, target)),
    resolve: (type, target, base) =>
      type === 'file' ? path.posix.join(path.posix.dirname(base), target) : readers.resolve(type, target, base),
    isSameRepository: (type, target, base) => type === 'file' || readers.isSameRepository(type, target, base),
  }
}

/** The same readers, which also write down what they read, by location ref. */
export function createRecordingReaders(readers: Readers, texts: Map<string, string>): Readers {
  return {
    ...readers,
    async read(type, target, options) {
      const result = await readers.read(type, target, options)
      if (!result.notModified) for (const file of result.files) texts.set(`${type}:${file.target}`, file.text)
      return result
    },
  }
}
