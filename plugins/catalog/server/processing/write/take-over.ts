import type { BatchItem } from './batch-item.ts'
import type { CatalogDatabase } from './catalog-database-store.ts'
import { processProvided } from '../process/process-provided.ts'
import type { SourceContext } from '../process/process-source.ts'
import type { ProvidedEntity } from '../read/provider.ts'
import { refusalStore } from './refusal-store.ts'
import type { SourceStore } from '../read/source-store.ts'

export interface TakeOverDependencies {
  readonly db: CatalogDatabase
  readonly sources: Pick<SourceStore, 'openProvider'>
  readonly context: SourceContext
  readonly write: (items: readonly BatchItem[]) => Promise<void>
}

/**
 * Gives names that have become free to providers that were refused them. Files are read again for that; a provider would have to say it
 * again, so what it said is kept. Files come first: this is done when everything that is due has been read.
 */
export function createTakeOver({ db, sources, context, write }: TakeOverDependencies) {
  return async function takeOver(): Promise<void> {
    const free = await refusalStore.free(db)
    for (const [provider, refused] of Map.groupBy(free, each => each.provider)) {
      const source = await sources.openProvider(provider)
      const given = refused.map(({ document }) => JSON.parse(document) as ProvidedEntity)
      const { processed, failed } = await processProvided(given, context)
      const lastWord = new Map(refused.map(({ ref, document }) => [ref, document]))
      await write([{ source, version: undefined, part: { processed, failed }, lastWord }])
      // It would be as wrong the next time.
      const refs = new Set(failed.map(({ ref }) => ref))
      await refusalStore.remove(
        db,
        source.id,
        refused.flatMap(({ refId, ref }) => (refs.has(ref) ? [refId] : [])),
      )
    }
  }
}
