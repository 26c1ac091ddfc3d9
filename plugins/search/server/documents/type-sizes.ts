import type { DocumentStore, TypeSize } from './document-store.ts'

// Counting reads every document: pages that are open while a run goes on must not have it done all the time.
const minMs = 2000

/** What each type takes, counted again only after documents have changed, and not more often than every two seconds. */
export function createTypeSizes(store: Pick<DocumentStore, 'revision' | 'sizes'>) {
  let counted: { readonly revision: number; readonly sizes: readonly TypeSize[] } | undefined
  let lookedAt = 0
  let counting: Promise<readonly TypeSize[]> | undefined

  async function count(): Promise<readonly TypeSize[]> {
    lookedAt = Date.now()
    const revision = await store.revision()
    const now = counted?.revision === revision ? counted : { revision, sizes: await store.sizes() }
    // Of two counts at a time the later one is kept.
    if (revision >= (counted?.revision ?? revision)) counted = now
    return now.sizes
  }

  return {
    async read(): Promise<readonly TypeSize[]> {
      if (counted && Date.now() - lookedAt < minMs) return counted.sizes
      if (counting) return counting
      const started = count().finally(() => counting === started && (counting = undefined))
      counting = started
      return started
    },
    /** The next read looks for changes, however soon it is, and shares no count that has begun before. */
    expire(): void {
      lookedAt = 0
      counting = undefined
    },
  }
}
