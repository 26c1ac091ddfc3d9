import { Graph, layout } from '@dagrejs/dagre'
import type { GraphLayout, LayoutRequest, Point } from './graph-shape.ts'

/** The distances of the specification. */
export const graphMargins = { nodesep: 50, edgesep: 10, ranksep: 50, marginx: 16, marginy: 16, ranker: 'network-simplex' } as const

/** Computes the positions of nodes and edges. Edges whose ends do not exist are left out. */
export function layoutGraph({ nodes, edges, direction }: LayoutRequest): GraphLayout {
  const graph = new Graph({ multigraph: true })
  graph.setGraph({ ...graphMargins, rankdir: direction })
  graph.setDefaultEdgeLabel(() => ({}))
  for (const { id, width, height } of nodes) graph.setNode(id, { width, height })
  const drawn = edges.filter(({ from, to }) => graph.hasNode(from) && graph.hasNode(to))
  drawn.forEach(({ from, to, label }, index) => {
    const size = label === undefined ? { width: 0, height: 0 } : { width: label.length * 6.5 + 8, height: 18 }
    graph.setEdge(from, to, { ...size, labelpos: 'c' }, String(index))
  })
  layout(graph)
  const whole = graph.graph() as { width?: number; height?: number }
  return {
    width: toLength(whole.width),
    height: toLength(whole.height),
    nodes: nodes.map(({ id, width, height }) => ({ id, width, height, ...toPoint(graph.node(id)) })),
    edges: drawn.map((edge, index) => {
      const routed = graph.edge(edge.from, edge.to, String(index)) as { points?: readonly unknown[] } | undefined
      const points = (routed?.points ?? []).map(toPoint)
      const middle = edge.label === undefined ? (points[points.length >> 1] ?? { x: 0, y: 0 }) : toPoint(routed)
      return { ...edge, points, middle }
    }),
  }
}

function toLength(value: number | undefined): number {
  return value !== undefined && Number.isFinite(value) ? value : 0
}

function toPoint(value: unknown): Point {
  const { x, y } = (value ?? {}) as { x?: number; y?: number }
  return { x: toLength(x), y: toLength(y) }
}
