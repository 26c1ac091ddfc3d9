import type { AttentionContext, AttentionItem } from '@portico/core/web'
import { buildAnnotations, buildsApi, maxSummaries, verdictOf } from '@portico/builds/common'
import { catalogApi, catalogPaths, entityRefOf, parseEntityRef, type Entity } from '@portico/catalog/common'
import { loadTitles } from '@portico/catalog/web'
import { buildsHomeMessages } from './messages.ts'

// Those that were cancelled or still run say nothing.
const lookedAt = 5

/** Owned entities whose last build that says anything has failed. */
export async function findFailingBuilds({ client, ownershipEntityRefs, text }: AttentionContext): Promise<readonly AttentionItem[]> {
  if (ownershipEntityRefs.length === 0) return []
  const named = Object.values(buildAnnotations).map(name => ({ [`metadata.annotations.${name}`]: { $exists: true } }))
  const { items } = await client.call(catalogApi.queryEntitiesByPredicate, {
    body: {
      query: { $all: [{ 'relations.ownedBy': { $in: [...ownershipEntityRefs] } }, { $any: named }] },
      fields: ['kind', 'metadata.name', 'metadata.namespace'],
      limit: maxSummaries,
    },
  })
  if (items.length === 0) return []
  const entityRefs = (items as Entity[]).map(entityRefOf)
  const summaries = await client.call(buildsApi.listSummaries, { body: { entityRefs, count: lookedAt } })
  const failing = summaries.items.flatMap(summary => {
    const last = summary.builds.find(({ status }) => verdictOf(status) !== 'none')
    return last && verdictOf(last.status) === 'bad' ? [{ ...summary, last }] : []
  })
  const titleOf = await loadTitles(
    client,
    failing.map(({ entityRef }) => entityRef),
  )
  return failing.map(({ entityRef, branch, last: { number, stoppedAt } }) => {
    const kind = parseEntityRef(entityRef).kind.toLowerCase()
    return {
      id: entityRef,
      title: titleOf(entityRef),
      reason:
        branch === undefined
          ? text(buildsHomeMessages.failingBuild, { number })
          : text(buildsHomeMessages.failingBranch, { number, branch }),
      to: `${catalogPaths.entity(entityRef)}/ci-cd`,
      severity: 'error',
      ...(stoppedAt !== undefined && { since: stoppedAt }),
      icon: `kind:${kind}`,
    }
  })
}
