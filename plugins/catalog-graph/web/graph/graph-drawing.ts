import type { Entity } from '@portico/catalog/common'
import { presentEntity } from '@portico/catalog/web'
import type { GraphEdge, GraphNode } from '@portico/ui'
import { kindInRef } from './entity-refs.ts'
import type { LeftOut, Neighbourhood } from './neighbourhood.ts'
import { targetsByRelation } from './neighbourhood.ts'
import { isForward, pairOf } from './relation-pairs.ts'
import { maxExtra, type ViewState } from './view-state.ts'

/** A node: an entity, the name of one that is not there, or a summary of those left out. */
export interface EntityNode extends GraphNode {
  readonly form: 'entity' | 'missing' | 'more'
  readonly isRoot: boolean
  /** The entity's ref; of a summary, the ref of the entity that it belongs to. */
  readonly ref: string
  readonly entity: Entity | undefined
  readonly leftOut?: LeftOut | undefined
  /** A summary of which so much is shown already that more could not be drawn. */
  readonly isFull?: boolean | undefined
}

export interface EntityGraph {
  readonly nodes: readonly EntityNode[]
  readonly edges: readonly GraphEdge[]
}

/** The texts that the drawing needs. */
export interface DrawingWords {
  readonly relation: (type: string) => string
  readonly more: (count: number) => string
  readonly missing: string
}

const summaryPrefix = 'more:'

/** Whether a node is a summary of those left out. */
export function isSummary(id: string): boolean {
  return id.startsWith(summaryPrefix)
}

interface Link {
  readonly from: string
  readonly to: string
  readonly relation: string
}

/** What is drawn of a neighbourhood. */
export function drawNeighbourhood(
  around: Neighbourhood,
  view: Pick<ViewState, 'rootEntityRefs' | 'selectedKinds' | 'selectedRelations' | 'unidirectional' | 'mergeRelations' | 'expanded'>,
  words: DrawingWords,
): EntityGraph {
  const nodes = [...around.members.values()].map(({ ref, entity }) =>
    toNode(ref, entity, { isRoot: view.rootEntityRefs.includes(ref), words }),
  )
  const links = linksIn(around, view)
  const kept = view.unidirectional ? links.filter(link => isNeighbourRing(around, link)) : links
  const drawn = view.mergeRelations ? mergePairs(kept, around) : kept
  const summaries = around.leftOut.map(leftOut => toSummary(leftOut, view, words))
  return {
    nodes: [...nodes, ...summaries],
    edges: [
      ...toEdges(drawn, words),
      ...summaries.map(({ id, ref, leftOut }) => ({ from: ref, to: id, label: words.relation(leftOut?.relation ?? '') })),
    ],
  }
}

/** The node of one entity. */
export function toNode(ref: string, entity: Entity | undefined, given: { isRoot: boolean; words: DrawingWords }): EntityNode {
  const kind = kindInRef(ref)
  const { primaryTitle } = presentEntity(entity ?? ref, { defaultKind: kind })
  const type = entity?.spec?.['type']
  const hint = entity ? [kind, typeof type === 'string' ? type : undefined].filter(Boolean).join(' · ') : given.words.missing
  return {
    id: ref,
    ref,
    label: shorten(primaryTitle),
    hint: shorten(hint),
    kind,
    form: entity ? 'entity' : 'missing',
    isRoot: given.isRoot,
    entity,
  }
}

/** Edges with labels; several links between the same two entities in the same direction are one line. */
export function toEdges(links: readonly Link[], words: DrawingWords): GraphEdge[] {
  const byEnds = new Map<string, { from: string; to: string; relations: Set<string> }>()
  for (const { from, to, relation } of links) {
    const key = `${from}\n${to}`
    const edge = byEnds.get(key) ?? { from, to, relations: new Set<string>() }
    byEnds.set(key, edge)
    edge.relations.add(relation)
  }
  return [...byEnds.values()].map(({ from, to, relations }) => ({ from, to, label: [...relations].map(words.relation).join(', ') }))
}

function toSummary(leftOut: LeftOut, { expanded }: Pick<ViewState, 'expanded'>, words: DrawingWords): EntityNode {
  const { from, relation, count } = leftOut
  const shown = expanded.find(each => each.from === from && each.relation === relation)?.extra ?? 0
  return {
    id: `${summaryPrefix}${relation}:${from}`,
    ref: from,
    label: words.more(count),
    hint: words.relation(relation),
    form: 'more',
    isRoot: false,
    entity: undefined,
    leftOut,
    isFull: shown >= maxExtra,
  }
}

function linksIn({ members }: Neighbourhood, view: Pick<ViewState, 'selectedKinds' | 'selectedRelations'>): Link[] {
  const links: Link[] = []
  for (const { ref, entity } of members.values()) {
    for (const [relation, refs] of targetsByRelation(entity, view)) {
      for (const to of refs) if (members.has(to)) links.push({ from: ref, to, relation })
    }
  }
  return links
}

/** Whether a link leads from one ring to the next one out; the opposite link of the pair leads back in. */
function isNeighbourRing({ members }: Neighbourhood, { from, to }: Link): boolean {
  return Math.abs((members.get(from)?.distance ?? 0) - (members.get(to)?.distance ?? 0)) === 1
}

/** One link of each pair of opposites: the one that leads away from the roots, else the forward one. */
function mergePairs(links: readonly Link[], { members }: Neighbourhood): Link[] {
  const kept = new Map<string, Link>()
  for (const link of links) {
    const { from, to, relation } = link
    const key = [...(isForward(relation) ? [from, to] : [to, from]), pairOf(relation)].join('\n')
    const other = kept.get(key)
    if (!other || isBetter(link, other, members)) kept.set(key, link)
  }
  return [...kept.values()]
}

function isBetter(link: Link, other: Link, members: Neighbourhood['members']): boolean {
  const outward = ({ from, to }: Link) => (members.get(to)?.distance ?? 0) - (members.get(from)?.distance ?? 0)
  const difference = outward(link) - outward(other)
  return difference === 0 ? isForward(link.relation) && !isForward(other.relation) : difference > 0
}

const maxLength = 80

/** A name of ten thousand letters is cut: the page of the entity has all of it. */
function shorten(text: string): string {
  const letters = [...text]
  return letters.length > maxLength ? `${letters.slice(0, maxLength - 1).join('')}…` : text
}
