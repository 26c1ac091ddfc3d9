import { inputError } from '@portico/core/common'
import type { ReadOptions, ReadResult, SourceReader } from './source-reader.ts'

/** All readers as one. */
export interface Readers {
  readonly types: readonly string[]
  read(type: string, target: string, options: ReadOptions): Promise<ReadResult>
  resolve(type: string, target: string, base: string): string
  isSameRepository(type: string, target: string, base: string): boolean
}

/** Asks the reader that knows the type; of several, the first that accepts the target. */
export function createReaders(readers: readonly SourceReader[]): Readers {
  function readerOf(type: string, target: string): SourceReader {
    const ofType = readers.filter(reader => reader.type === type)
    const found = ofType.find(reader => reader.accepts?.(target) ?? true)
    if (found) return found
    const types = [...new Set(readers.map(reader => reader.type))].join(', ')
    const what =
      ofType.length > 0 ? `No reader takes '${target}'` : `Locations of type '${type}' cannot be read; the types here are ${types}`
    throw inputError(what, { code: 'catalog.no-reader' })
  }

  return {
    types: [...new Set(readers.map(reader => reader.type))],
    read: async (type, target, options) => readerOf(type, target).read(target, options),
    resolve: (type, target, base) => readerOf(type, base).resolve(target, base),
    isSameRepository: (type, target, base) => readerOf(type, base).isSameRepository(target, base),
  }
}
