import type { ColumnSources, EntityRow } from '@portico/catalog/web'
import { createBatches } from '@portico/core/web'
import { scorecardsApi, type EntitySummary } from '@portico/scorecards/common'

/** The scores of an entity, for a list of them. */
export const summaries = createBatches<EntitySummary>({
  max: 1000,
  async read({ client }, entityRefs) {
    const { items } = await client.call(scorecardsApi.listSummaries, { body: { entityRefs: [...entityRefs] } })
    return new Map(items.map(item => [item.entityRef, item]))
  },
})

/** The scores, for an export. */
export async function loadScores(rows: readonly EntityRow[], sources: ColumnSources): Promise<ReadonlyMap<string, number>> {
  const found = await loadSummaries(rows, sources)
  return new Map(found.flatMap(({ entityRef, score }) => (score === undefined ? [] : [[entityRef, Math.round(score)] as const])))
}

/** The levels, for an export. */
export async function loadLevels(rows: readonly EntityRow[], sources: ColumnSources): Promise<ReadonlyMap<string, string>> {
  const found = await loadSummaries(rows, sources)
  return new Map(found.map(({ entityRef, scorecards }) => [entityRef, levelWords(scorecards)]))
}

/** The levels of all scorecards in one line. */
export function levelWords(scorecards: EntitySummary['scorecards']): string {
  return scorecards.flatMap(({ title, levelTitle }) => (levelTitle === undefined ? [] : [`${title}: ${levelTitle}`])).join(', ')
}

async function loadSummaries(rows: readonly EntityRow[], sources: ColumnSources): Promise<readonly EntitySummary[]> {
  const found = await Promise.all(rows.map(({ resolved }) => summaries(sources, resolved.entityRef)))
  sources.signal.throwIfAborted()
  return found.filter(summary => summary !== undefined)
}
