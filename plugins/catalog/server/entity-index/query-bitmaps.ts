import type { EntityPredicate } from '@portico/catalog/common'
import { runInTurns, runNow } from '@portico/core/server/worker'
import { LRUCache } from 'lru-cache'
import { bitmapOf, combine, wordsOf, type BitmapSource } from './bitmaps.ts'

export interface FullText {
  readonly term: string
  readonly fields: readonly string[]
}

/** One byte per slot, and how many are 1. Valid until the index changes. */
export interface CountedBitmap {
  readonly bitmap: Uint8Array
  readonly count: number
}

const maxBitmaps = 48

/** The bitmaps of recent queries, until the index changes. */
export function createQueryBitmaps(source: BitmapSource) {
  const bitmaps = new LRUCache<string, CountedBitmap>({ max: maxBitmaps })

  return {
    clear: (): void => bitmaps.clear(),
    bitmapFor(predicate: EntityPredicate | undefined, fullText?: FullText): CountedBitmap {
      if (!predicate && !fullText) return { bitmap: source.live, count: source.size }
      const key = JSON.stringify([predicate, fullText])
      const known = bitmaps.get(key)
      if (known) return known
      const bitmap = bitmapOf(source, predicate)
      if (fullText) {
        const found = new Uint8Array(bitmap.length)
        for (const field of fullText.fields) {
          const column = source.column(field)
          if (column) column.cells.mark(found, runNow(column.dictionary.search(fullText.term)), { within: bitmap })
        }
        combine(bitmap, 'and', found)
      }
      const made = toCounted(bitmap)
      bitmaps.set(key, made)
      return made
    },
    /** Does what the first search for words would have to do, without holding up others. */
    async prepare(fullText: FullText | undefined): Promise<void> {
      for (const field of fullText?.fields ?? []) {
        const column = source.column(field)
        if (column) await runInTurns(column.dictionary.search(fullText!.term))
      }
    },
  }
}

/** A bitmap that was made in another way. */
export function toCounted(bitmap: Uint8Array): CountedBitmap {
  let count = 0
  // The highest byte is the sum of the four.
  for (const word of wordsOf(bitmap)) count += Math.imul(word, 0x01010101) >>> 24
  return { bitmap, count }
}
