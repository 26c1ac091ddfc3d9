import { catalogApi, compoundRefOf, entityRefOf, parseEntityRef, type EntityAncestry } from '@portico/catalog/common'
import { query, RequestErrorPanel, useQuery, useRouteRef, useText } from '@portico/core/web'
import { DependencyGraph, SkeletonRows, type GraphEdge, type GraphNode } from '@portico/ui'
import { useMemo } from 'react'
import { useEntity } from '../entity-context.tsx'
import { entityMessages } from '../entity/messages.ts'
import { presentEntity } from '../presentation/entity-presentation.ts'
import { entityRoute } from '../routes.ts'

/** The ancestry of the entity, as a diagram. A node links to its entity. */
export function AncestryTab() {
  const text = useText()
  const entity = useEntity()
  const { data, error, refetch } = useQuery(query(catalogApi.getEntityAncestry, { params: { ...compoundRefOf(entity) } }))
  const toEntity = useRouteRef(entityRoute)
  const graph = useMemo(() => data && toGraph(data, ref => toEntity({ ...parseEntityRef(ref) })), [data, toEntity])
  if (error) return <RequestErrorPanel error={error} title={text(entityMessages.ancestryFailed)} onRetry={() => void refetch()} />
  if (!graph) return <SkeletonRows rows={6} />
  return (
    <DependencyGraph
      label={text(entityMessages.ancestry)}
      nodes={graph.nodes}
      edges={graph.edges}
      focus={entityRefOf(entity)}
      height={420}
    />
  )
}

function toGraph({ items }: EntityAncestry, toPath: (ref: string) => string): { nodes: GraphNode[]; edges: GraphEdge[] } {
  const known = new Set(items.map(({ entity }) => entityRefOf(entity)))
  return {
    nodes: items.map(({ entity }) => {
      const ref = entityRefOf(entity)
      const { primaryTitle } = presentEntity(entity, { defaultKind: entity.kind })
      return { id: ref, label: primaryTitle, hint: entity.kind, kind: entity.kind.toLowerCase(), to: toPath(ref) }
    }),
    edges: items.flatMap(({ entity, parentEntityRefs }) =>
      parentEntityRefs.filter(parent => known.has(parent)).map(parent => ({ from: parent, to: entityRefOf(entity) })),
    ),
  }
}
