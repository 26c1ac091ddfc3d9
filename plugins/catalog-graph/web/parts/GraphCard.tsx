import { entityRefOf, parseEntityRef } from '@portico/catalog/common'
import { useEntity } from '@portico/catalog/web'
import { Link, RequestErrorPanel, useRouteRef, useText } from '@portico/core/web'
import { DependencyGraph, EmptyState, InfoCard } from '@portico/ui'
import { useMemo } from 'react'
import { drawNeighbourhood, type EntityNode } from '../graph/graph-drawing.ts'
import { useNeighbourhood } from '../graph/use-graph-data.ts'
import { useGraphWords } from '../graph/use-graph-words.ts'
import { initialView, writeView } from '../graph/view-state.ts'
import { catalogGraphMessages } from '../messages.ts'
import { catalogEntityRoute, catalogGraphRoute } from '../routes.ts'
import { EntityNodeView, cardNodeSize } from './EntityNodeView.tsx'
import styles from './GraphCard.module.css'
import { GraphPlaceholder } from './GraphPlaceholder.tsx'

const cardLimits = { perRelation: 4, members: 12 }
const renderNode = (node: EntityNode) => <EntityNodeView node={node} />

/** The nearest relations of the page's entity; the whole graph is one click away. */
export function GraphCard() {
  const text = useText()
  const words = useGraphWords()
  const entity = useEntity()
  const ref = entityRefOf(entity)
  const view = useMemo(() => ({ ...initialView, rootEntityRefs: [ref], maxDepth: 1 }), [ref])
  const toGraph = useRouteRef(catalogGraphRoute)
  const toEntity = useRouteRef(catalogEntityRoute)
  const { data, error, isPlaceholderData, refetch } = useNeighbourhood(view, { limits: cardLimits })
  const whole = `${toGraph()}?${writeView({ rootEntityRefs: [ref] })}`
  const graph = useMemo(() => {
    if (!data || isPlaceholderData) return undefined
    const { nodes, edges } = drawNeighbourhood(data, view, words)
    const leadOf = (node: EntityNode) => {
      if (node.form === 'more') return whole
      return node.form === 'entity' ? toEntity?.({ ...parseEntityRef(node.ref) }) : undefined
    }
    // Relation labels are only in the large graph: here they would leave no room for the entities.
    return { nodes: nodes.map(node => ({ ...node, to: leadOf(node) })), edges: edges.map(({ from, to }) => ({ from, to })) }
  }, [data, isPlaceholderData, view, words, whole, toEntity])
  return (
    <InfoCard
      title={text(catalogGraphMessages.cardTitle)}
      action={<Link to={whole}>{text(catalogGraphMessages.viewGraph)}</Link>}
      flush={graph !== undefined && graph.nodes.length > 1}
    >
      {error && !data ? (
        <RequestErrorPanel error={error} title={text(catalogGraphMessages.failed)} onRetry={() => void refetch()} />
      ) : !graph ? (
        <GraphPlaceholder isSmall />
      ) : graph.nodes.length === 1 ? (
        <EmptyState size="small" title={text(catalogGraphMessages.aloneCard)} />
      ) : (
        <div className={styles.graph}>
          <DependencyGraph
            label={text(catalogGraphMessages.graphOf, { name: graph.nodes[0]?.label ?? ref })}
            nodes={graph.nodes}
            edges={graph.edges}
            direction="LR"
            focus={ref}
            renderNode={renderNode}
            nodeSize={cardNodeSize}
            quiet
            dense
            height={360}
          />
        </div>
      )}
    </InfoCard>
  )
}
