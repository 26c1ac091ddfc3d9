import type { AttentionContext, AttentionItem } from '@portico/core/web'
import {
  catalogApi,
  catalogPaths,
  annotations,
  entityRefOf,
  parseEntityRef,
  type Entity,
  type HealthProblem,
} from '@portico/catalog/common'
import { AppError } from '@portico/core/common'
import { nameOf } from '../health/problem-names.ts'
import { loadTitles } from '../presentation/load-titles.ts'
import { catalogHomeMessages } from './messages.ts'

const maxFound = 50
const urgent: readonly HealthProblem['type'][] = ['failed-document', 'unreadable-source', 'forbidden-source', 'name-conflict']

/** What is wrong with what the user owns. Those who may not see the health of the catalog still see what is orphaned. */
export async function findCatalogProblems({ client, ownershipEntityRefs, text }: AttentionContext): Promise<readonly AttentionItem[]> {
  if (ownershipEntityRefs.length === 0) return []
  try {
    const { items } = await client.call(catalogApi.listHealthProblems, { query: { owner: [...ownershipEntityRefs], limit: maxFound } })
    const titleOf = await loadTitles(
      client,
      items.flatMap(({ entityRef }) => entityRef ?? []),
    )
    return items.map(problem => toItem(problem, text(catalogHomeMessages[problem.type]), titleOf))
  } catch (error) {
    if (!(error instanceof AppError) || error.status !== 403) throw error
    const orphans = await findOrphans({ client, ownershipEntityRefs })
    const titleOf = await loadTitles(client, orphans)
    return orphans.map(entityRef => ({
      id: entityRef,
      title: titleOf(entityRef),
      reason: text(catalogHomeMessages.orphan),
      to: catalogPaths.entity(entityRef),
      severity: 'warning',
      icon: iconOf(entityRef),
    }))
  }
}

async function findOrphans({ client, ownershipEntityRefs }: Pick<AttentionContext, 'client' | 'ownershipEntityRefs'>): Promise<string[]> {
  const { items } = await client.call(catalogApi.queryEntitiesByPredicate, {
    body: {
      query: {
        $all: [{ 'relations.ownedBy': { $in: [...ownershipEntityRefs] } }, { [`metadata.annotations.${annotations.orphan}`]: 'true' }],
      },
      fields: ['kind', 'metadata.name', 'metadata.namespace'],
      limit: maxFound,
    },
  })
  return (items as Entity[]).map(entityRefOf)
}

function toItem(problem: HealthProblem, reason: string, titleOf: (entityRef: string) => string): AttentionItem {
  const { id, type, entityRef, isInCatalog, since } = problem
  return {
    id,
    title: entityRef === undefined ? nameOf(problem) : titleOf(entityRef),
    reason,
    to: entityRef !== undefined && isInCatalog ? catalogPaths.entity(entityRef) : catalogPaths.health(nameOf(problem)),
    severity: urgent.includes(type) ? 'error' : 'warning',
    since,
    icon: entityRef === undefined ? 'kind:location' : iconOf(entityRef),
  }
}

function iconOf(entityRef: string): string {
  return `kind:${parseEntityRef(entityRef).kind.toLowerCase()}`
}
