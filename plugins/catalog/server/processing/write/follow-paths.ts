import { annotations } from '@portico/catalog/common'
import type { BatchItem } from './batch-item.ts'
import type { CatalogTransaction } from './catalog-database-store.ts'
import type { Classified } from './classify.ts'
import { adoptOrigins, graphStore, type OrphanStrategy, type ParentWrite, type SeenEntity } from './graph-store.ts'
import { matchStore } from '../read/match-store.ts'
import type { ProcessedEntity } from '../process/process-source.ts'
import { fromCoreText } from '../stitch/stitch-entity.ts'

/** Sets which sources Locations and patterns lead to, and takes away what nothing leads to or lists any more. Returns whether anything visible went. */
export async function followPaths(
  trx: CatalogTransaction,
  items: readonly BatchItem[],
  { created, updated }: Classified,
  { revision, idOf, orphanStrategy }: { revision: number; idOf: (ref: string) => number; orphanStrategy: OrphanStrategy },
): Promise<boolean> {
  const byId = new Map(items.map(({ source }) => [source.id, source]))
  const parents = [...created, ...updated]
    .filter(({ entity }) => entity.kind === 'Location' && !entity.isRoot)
    .map(({ id, sourceId, entity }): ParentWrite => {
      const source = byId.get(sourceId)!
      const origin = source.type === 'provider' ? originOf(entity) : source.origin
      return { parentId: id, viaId: sourceId, origin, depth: source.depth + 1, children: entity.children }
    })
  const lost = await graphStore.setChildren(trx, parents)
  const patterns = items.flatMap(({ source: { id, type, origin, depth }, end }) =>
    end?.targets ? [{ id, type, origin, depth, targets: end.targets }] : [],
  )
  const matches = await matchStore.set(trx, patterns)
  await adoptOrigins(trx, matches.reached)
  lost.push(...matches.lost)
  const going = await goingFrom(trx, items, idOf)
  let hasRemoved = false
  for (const [sourceId, entities] of Map.groupBy(going, entity => entity.sourceId)) {
    const { type, target } = byId.get(sourceId)!
    // What a provider takes away is not lost by accident, so it never stays as an orphan.
    const removal = { revision, strategy: type === 'provider' ? ('delete' as const) : orphanStrategy, source: `${type}:${target}` }
    lost.push(...(await graphStore.removeEntities(trx, [...new Set(entities.map(({ id }) => id))], removal)))
    hasRemoved ||= removal.strategy === 'delete'
  }
  const strategy = items.every(({ source }) => source.type === 'provider') ? 'delete' : orphanStrategy
  const hasSwept = lost.length > 0 && (await graphStore.removeUnreachable(trx, lost, { revision, strategy }))
  return hasRemoved || (hasSwept && strategy === 'delete')
}

/** What sources no longer hold, and what providers remove. */
async function goingFrom(trx: CatalogTransaction, items: readonly BatchItem[], idOf: (ref: string) => number): Promise<SeenEntity[]> {
  const complete = items.flatMap(({ source, end }) => (end?.isComplete ? [{ source, end }] : []))
  const seen = complete.flatMap(({ source, end }) => end.seen.map(({ ref }) => ({ sourceId: source.id, id: idOf(ref) })))
  const going = await graphStore.vanished(
    trx,
    complete.map(({ source }) => source.id),
    seen,
  )
  for (const { source, removed = [] } of items) {
    const taken = removed.length > 0 ? await graphStore.ownedBy(trx, source.id, removed.map(idOf)) : []
    going.push(...taken.map(id => ({ id, sourceId: source.id })))
  }
  return going
}

/** The root that a provider names for one of its Locations. */
function originOf({ text }: ProcessedEntity): string {
  return fromCoreText(text).metadata.annotations?.[annotations.managedByOriginLocation] ?? 'url:unknown'
}
