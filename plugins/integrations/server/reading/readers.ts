import { inputError } from '@portico/core/common'
import type {
  LastChange,
  ReadOptions,
  ReadResult,
  SearchResult,
  SourceLinks,
  SourceReader,
  TreeOptions,
  TreeResult,
} from './source-reader.ts'

/** All readers as one: what any plugin reads with. */
export interface Readers {
  readonly types: readonly string[]
  /** A text, or, where the target is a pattern, the targets that match it. */
  read(type: string, target: string, options: ReadOptions): Promise<ReadResult>
  /** The targets that match a pattern. */
  search(type: string, pattern: string, options: ReadOptions): Promise<SearchResult>
  /** The files below a folder. */
  readTree(type: string, target: string, options: TreeOptions): Promise<TreeResult>
  lastChange(type: string, target: string, options: ReadOptions): Promise<LastChange>
  linksOf(type: string, target: string): SourceLinks
  /** The same file or folder in another branch, or at a tag. */
  atRef(type: string, target: string, ref: string): string
  /** Throws an error for an invalid target, as far as that is visible without reading it. */
  check(type: string, target: string): void
  resolve(type: string, target: string, base: string): string
  isSameRepository(type: string, target: string, base: string): boolean
}

/** Uses the reader of the type; of several, the first that accepts the target. */
export function createReaders(readers: readonly SourceReader[]): Readers {
  function readerOf(type: string, target: string): SourceReader {
    const ofType = readers.filter(reader => reader.type === type)
    const found = ofType.find(reader => reader.accepts?.(target) ?? true)
    if (found) return found
    const types = [...new Set(readers.map(reader => reader.type))].join(', ')
    const what =
      ofType.length > 0 ? `No reader takes '${target}'` : `Locations of type '${type}' cannot be read; the types here are ${types}`
    throw inputError(what, { code: 'integrations.no-reader' })
  }

  return {
    types: [...new Set(readers.map(reader => reader.type))],
    read: async (type, target, options) => readerOf(type, target).read(target, options),
    async search(type, pattern, options) {
      const result = await readerOf(type, pattern).read(pattern, options)
      if (result.notModified) return result
      const { files, targets = files.map(({ target }) => target), ...rest } = result
      return { ...rest, targets }
    },
    async readTree(type, target, options) {
      const { readTree } = readerOf(type, target)
      if (!readTree) throw inputError(`Locations of type '${type}' have no folders that could be read`, { code: 'integrations.no-tree' })
      return readTree(target, options)
    },
    lastChange: async (type, target, options) => (await readerOf(type, target).lastChange?.(target, options)) ?? {},
    linksOf: (type, target) => readers.find(reader => reader.type === type && (reader.accepts?.(target) ?? true))?.linksOf?.(target) ?? {},
    atRef(type, target, ref) {
      const { atRef } = readerOf(type, target)
      if (!atRef) throw inputError(`'${target}' is not in a repository with branches`, { code: 'integrations.no-refs' })
      return atRef(target, ref)
    },
    check(type, target) {
      const reader = readerOf(type, target)
      reader.resolve(target, target)
      reader.check?.(target)
    },
    resolve: (type, target, base) => readerOf(type, base).resolve(target, base),
    isSameRepository: (type, target, base) => readerOf(type, base).isSameRepository(target, base),
  }
}
