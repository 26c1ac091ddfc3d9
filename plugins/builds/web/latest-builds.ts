import { buildsApi, hasBuilds, maxSummaries, type BuildSummary } from '@portico/builds/common'
import type { ColumnSources, EntityRow } from '@portico/catalog/web'
import { createBatches } from '@portico/core/web'

/** The last build of an entity, for a list of them. */
export const latestBuilds = createBatches<BuildSummary>({
  max: maxSummaries,
  async read({ client }, entityRefs) {
    const { items } = await client.call(buildsApi.listSummaries, { body: { entityRefs: [...entityRefs] } })
    return new Map(items.map(item => [item.entityRef, item]))
  },
})

/** The statuses of the last builds for an export. */
export async function loadLatestStatuses(rows: readonly EntityRow[], sources: ColumnSources): Promise<ReadonlyMap<string, string>> {
  const refs = rows.filter(({ entity }) => hasBuilds(entity)).map(({ resolved }) => resolved.entityRef)
  const found = await Promise.all(refs.map(async ref => [ref, (await latestBuilds(sources, ref))?.builds[0]?.status] as const))
  sources.signal.throwIfAborted()
  return new Map(found.flatMap(([ref, status]) => (status === undefined ? [] : [[ref, status] as const])))
}
