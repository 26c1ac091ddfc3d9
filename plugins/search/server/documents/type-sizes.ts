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
    if (counted?.revision !== revision) counted = { revision, sizes: await store.sizes() }
    return counted.sizes
  }

  return {
    async read(): Promise<readonly TypeSize[]> {
      if (counted && Date.now() - lookedAt < minMs) return counted.sizes
      counting ??= count().finally(() => (counting = undefined))
      return counting
    },
    /** The next read looks for changes, however soon it is. */
    expire: (): void => void (lookedAt = 0),
  }
}
