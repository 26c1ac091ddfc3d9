import type { EntityPreview } from '@portico/catalog/common'
import { shortenRef } from '@portico/catalog/web'
import type { GraphEdge, GraphNode } from '@portico/ui'

/** A node: an entity of the preview, one of the catalog, or the name of one that is not there. */
export interface PreviewNode extends GraphNode {
  readonly form: 'preview' | 'catalog' | 'missing'
}

export interface PreviewGraph {
  readonly nodes: readonly PreviewNode[]
  readonly edges: readonly GraphEdge[]
  /** Some were left out. */
  readonly isPartial: boolean
}

export const maxDrawn = 40
const maxEnds = 120

/** The entities of a preview with everything they name. */
export function drawPreview(items: readonly EntityPreview[], missing: string): PreviewGraph {
  const valid = items.filter(({ state }) => state !== 'invalid')
  const drawn = valid.slice(0, maxDrawn)
  const nodes = new Map<string, PreviewNode>()
  for (const { ref } of drawn) nodes.set(ref, toNode(ref, 'preview', missing))
  const edges: GraphEdge[] = []
  let ends = 0
  for (const { ref, relations } of drawn) {
    for (const { type, targetRef, end } of relations) {
      if (!nodes.has(targetRef)) {
        if (ends >= maxEnds) continue
        ends += 1
        nodes.set(targetRef, toNode(targetRef, end, missing))
      }
      edges.push({ from: ref, to: targetRef, label: type })
    }
  }
  return { nodes: [...nodes.values()], edges, isPartial: drawn.length < valid.length }
}

function toNode(ref: string, form: PreviewNode['form'], missing: string): PreviewNode {
  const kind = ref.slice(0, ref.indexOf(':'))
  const label = shortenRef(ref, { defaultKind: kind })
  return { id: ref, label: label.length > 60 ? `${label.slice(0, 59)}…` : label, hint: form === 'missing' ? missing : kind, kind, form }
}
