import type { EntityPredicate } from '@portico/catalog/common'
import { runInTurns } from '@portico/core/server/worker'
import { LRUCache } from 'lru-cache'
import { countOf, maskOf, type MaskSource } from './masks.ts'

export interface FullText {
  readonly term: string
  readonly fields: readonly string[]
}

/** One byte per slot, and how many are 1. Valid until the index changes. */
export interface CountedMask {
  readonly mask: Uint8Array
  readonly count: number
}

const maxMasks = 48

/** The masks of what was asked lately, until the index changes. */
export function createQueryMasks(source: MaskSource) {
  const masks = new LRUCache<string, CountedMask>({ max: maxMasks })

  return {
    clear: (): void => masks.clear(),
    maskFor(predicate: EntityPredicate | undefined, fullText?: FullText): CountedMask {
      if (!predicate && !fullText) return { mask: source.live, count: source.size }
      const key = JSON.stringify([predicate, fullText])
      const known = masks.get(key)
      if (known) return known
      const mask = maskOf(source, predicate)
      if (fullText) {
        const found = new Uint8Array(mask.length)
        for (const field of fullText.fields) source.column(field)?.markContaining(found, fullText.term, mask)
        for (let i = 0; i < mask.length; i++) mask[i] = mask[i]! & found[i]!
      }
      const made = toCounted(mask)
      masks.set(key, made)
      return made
    },
    /** Does what the first search for words would have to do, without holding up others. */
    async prepare(fullText: FullText | undefined): Promise<void> {
      for (const field of fullText?.fields ?? []) {
        const column = source.column(field)
        if (column) await runInTurns(column.prepareContaining(fullText!.term))
      }
    },
  }
}

/** A mask that was made in another way. */
export function toCounted(mask: Uint8Array): CountedMask {
  return { mask, count: countOf(mask) }
}
