import { buildAnnotations, buildsApi, maxSummaries, verdictOf, type BuildSummary } from '@portico/builds/common'
import { catalogApi, catalogPaths, entityRefOf, parseEntityRef, type Entity } from '@portico/catalog/common'
import { presentEntity } from '@portico/catalog/web'
import type { AttentionGiven, AttentionItem } from '@portico/home/web'
import { buildsHomeMessages } from './messages.ts'

/** Owned entities whose last build that says anything has failed. */
export async function findFailingBuilds({ client, ownershipEntityRefs, text }: AttentionGiven): Promise<readonly AttentionItem[]> {
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
  return summaries.items.flatMap(summary => toItem(summary, text))
}

// Those that were cancelled or still run say nothing.
const lookedAt = 5

function toItem({ entityRef, branch, builds }: BuildSummary, text: AttentionGiven['text']): AttentionItem[] {
  const last = builds.find(({ status }) => verdictOf(status) !== 'none')
  if (!last || verdictOf(last.status) !== 'bad') return []
  const { number, stoppedAt } = last
  const kind = parseEntityRef(entityRef).kind.toLowerCase()
  return [
    {
      id: entityRef,
      title: presentEntity(entityRef, { defaultKind: kind }).primaryTitle,
      reason:
        branch === undefined
          ? text(buildsHomeMessages.failingBuild, { number })
          : text(buildsHomeMessages.failingBranch, { number, branch }),
      to: `${catalogPaths.entity(entityRef)}/ci-cd`,
      severity: 'error',
      ...(stoppedAt !== undefined && { since: stoppedAt }),
      icon: `kind:${kind}`,
    },
  ]
}
