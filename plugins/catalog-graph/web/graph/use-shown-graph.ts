import { parseEntityRef, relationTypes, type Entity } from '@portico/catalog/common'
import { toMoment } from '@portico/catalog/web'
import { useRouteRef } from '@portico/core/web'
import { useCallback, useMemo } from 'react'
import { catalogEntityRoute } from '../routes.ts'
import { drawNeighbourhood, toEdges, toNode, type DrawingWords, type EntityGraph } from './graph-drawing.ts'
import type { PathSearch } from './find-path.ts'
import { groupNodes, type GroupedGraph } from './group-nodes.ts'
import { useGroupEntities, useNeighbourhood, usePath } from './use-graph-data.ts'
import type { ViewState } from './view-state.ts'

/** What the page shows: the neighbourhood of the roots, or a path. */
export interface ShownGraph {
  readonly graph: GroupedGraph | undefined
  /** The result of the path search, where one is requested. */
  readonly path: PathSearch | undefined
  readonly isLoading: boolean
  /** The graph shown is still the previous one. */
  readonly isStale: boolean
  readonly error: Error | undefined
  /** Set when only the nearer entities could be loaded. */
  readonly partial: Error | undefined
  readonly retry: () => void
  readonly entityOf: (ref: string) => Entity | undefined
  readonly otherRelations: readonly string[]
}

export function useShownGraph(view: ViewState, words: DrawingWords): ShownGraph {
  const wantsPath = view.pathTo !== undefined && view.rootEntityRefs.length > 0
  const around = useNeighbourhood(view, { enabled: !wantsPath, asOf: toMoment(view.asOf) })
  const search = usePath(view)
  const { rootEntityRefs, selectedKinds, selectedRelations, unidirectional, mergeRelations, expanded } = view
  const neighbourhood = useMemo(
    () =>
      around.data &&
      drawNeighbourhood(around.data, { rootEntityRefs, selectedKinds, selectedRelations, unidirectional, mergeRelations, expanded }, words),
    // The drawing follows the data: while other filters load, the previous graph stays.
    // oxlint-disable-next-line react/exhaustive-deps -- see above; the other parts of the view are in the key of the data
    [around.data, unidirectional, mergeRelations, words],
  )
  const path = wantsPath ? search.data : undefined
  const pathGraph = useMemo(() => (path?.result === 'found' ? drawPath(path, words) : undefined), [path, words])
  const entities = around.data?.members
  const inGraph = useCallback((ref: string) => entities?.get(ref)?.entity, [entities])
  const isGrouped = view.groupBy !== 'none' && !wantsPath
  const refs = useMemo(() => (isGrouped && entities ? [...entities.keys()] : []), [isGrouped, entities])
  const groups = useGroupEntities(refs, inGraph, toMoment(view.asOf))
  const toEntity = useRouteRef(catalogEntityRoute)
  const grouped = useMemo(() => {
    if (!neighbourhood || !isGrouped || groups.isPending) return neighbourhood
    const entityOf = (ref: string) => inGraph(ref) ?? groups.data?.get(ref)
    return groupNodes(neighbourhood, view.groupBy, { entityOf, toPage: ref => toEntity?.({ ...parseEntityRef(ref) }) })
  }, [neighbourhood, isGrouped, groups.isPending, groups.data, inGraph, view.groupBy, toEntity])
  const steps = path?.result === 'found' ? path.steps : undefined
  const otherRelations = useMemo(() => relationsBeyond([...(entities?.values() ?? [])].map(({ entity }) => entity)), [entities])
  const asked = wantsPath ? search : around
  return {
    graph: wantsPath ? pathGraph : rootEntityRefs.length === 0 ? undefined : grouped,
    path,
    isLoading: asked.isPending || (isGrouped && refs.length > 0 && groups.isPending),
    isStale: !wantsPath && around.isPlaceholderData,
    // Data that was loaded stays visible when a refetch fails.
    error: (asked.data === undefined && asked.error) || undefined,
    partial: wantsPath ? undefined : around.data?.failure,
    retry: () => void asked.refetch(),
    entityOf: ref => steps?.find(step => step.ref === ref)?.entity ?? entities?.get(ref)?.entity,
    otherRelations,
  }
}

/** A path as a graph: one entity after the other. */
function drawPath({ steps }: Extract<PathSearch, { result: 'found' }>, words: DrawingWords): EntityGraph {
  const ends = [steps[0]?.ref, steps.at(-1)?.ref]
  return {
    nodes: steps.map(({ ref, entity }) => toNode(ref, entity, { isRoot: ends.includes(ref), words })),
    edges: toEdges(
      steps.slice(1).map(({ ref, relation }, index) => ({ from: steps[index]?.ref ?? '', to: ref, relation: relation ?? '' })),
      words,
    ),
  }
}

/** The relations that occur besides those of the standard model. */
function relationsBeyond(entities: readonly (Entity | undefined)[]): string[] {
  const standard = new Set<string>(relationTypes)
  const found = entities.flatMap(entity => (entity?.relations ?? []).map(({ type }) => type)).filter(type => !standard.has(type))
  return [...new Set(found)].sort()
}
