import { relationTypes, type Entity } from '@portico/catalog/common'
import { useMemo } from 'react'
import { drawNeighbourhood, toEdges, toNode, type DrawingWords, type EntityGraph } from './graph-drawing.ts'
import type { PathSearch } from './find-path.ts'
import { useNeighbourhood, usePath } from './use-graph-data.ts'
import type { ViewState } from './view-state.ts'

/** What the page shows: the surroundings of the roots, or a path. */
export interface ShownGraph {
  readonly graph: EntityGraph | undefined
  /** How the search for a path went, where one is asked for. */
  readonly path: PathSearch | undefined
  readonly isLoading: boolean
  /** What is shown is still the graph before. */
  readonly isStale: boolean
  readonly error: Error | undefined
  /** Only what is nearer could be loaded. */
  readonly partial: Error | undefined
  readonly retry: () => void
  readonly entityOf: (ref: string) => Entity | undefined
  readonly otherRelations: readonly string[]
}

export function useShownGraph(view: ViewState, words: DrawingWords): ShownGraph {
  const wantsPath = view.pathTo !== undefined && view.rootEntityRefs.length > 0
  const around = useNeighbourhood(view, { enabled: !wantsPath })
  const search = usePath(view)
  const { rootEntityRefs, selectedKinds, selectedRelations, unidirectional, mergeRelations, expanded } = view
  const environment = useMemo(
    () =>
      around.data &&
      drawNeighbourhood(around.data, { rootEntityRefs, selectedKinds, selectedRelations, unidirectional, mergeRelations, expanded }, words),
    // What is drawn follows the data: while other filters load, the old graph stays as it was.
    // oxlint-disable-next-line react/exhaustive-deps -- see above; the other parts of the view are in the key of the data
    [around.data, unidirectional, mergeRelations, words],
  )
  const path = wantsPath ? search.data : undefined
  const way = useMemo(() => (path?.result === 'found' ? drawPath(path, words) : undefined), [path, words])
  const entities = around.data?.members
  const steps = path?.result === 'found' ? path.steps : undefined
  const otherRelations = useMemo(() => relationsBeyond([...(entities?.values() ?? [])].map(({ entity }) => entity)), [entities])
  const asked = wantsPath ? search : around
  return {
    graph: wantsPath ? way : rootEntityRefs.length === 0 ? undefined : environment,
    path,
    isLoading: asked.isPending,
    isStale: !wantsPath && around.isPlaceholderData,
    // What was loaded once stays readable when loading it again fails.
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
