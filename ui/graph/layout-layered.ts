import { Graph, layout, type EdgeLabel, type GraphLabel, type NodeLabel } from '@dagrejs/dagre'
import { denseMargins, graphMargins } from './graph-margins.ts'
import type { GraphLayout, LayoutRequest, Point } from './graph-shape.ts'
import { rankByNetworkSimplex } from './network-simplex.ts'

type LayeredGraph = Graph<GraphLabel, NodeLabel, EdgeLabel>

/** Positions by dagre, for as many nodes as can be read. Edges whose ends do not exist are left out. */
export function layoutLayered({ nodes, edges, direction, isDense = false }: LayoutRequest): GraphLayout {
  const graph: LayeredGraph = new Graph()
  const longest = new Map<string, number>()
  // dagre calls a function as the ranker; its types do not say so.
  const ranker = setRanks as unknown as 'network-simplex'
  graph.setGraph({ ...graphMargins, ...(isDense && denseMargins), ranker, rankdir: direction })
  graph.setDefaultEdgeLabel(() => ({}))
  for (const { id, width, height } of nodes) graph.setNode(id, { width, height })
  const drawn = edges.filter(({ from, to }) => graph.hasNode(from) && graph.hasNode(to))
  // Edges with the same ends are one line: dagre fails over some of them.
  for (const { from, to, label } of drawn) {
    const length = Math.max(label?.length ?? 0, longest.get(`${from}\n${to}`) ?? 0)
    longest.set(`${from}\n${to}`, length)
    const size = length === 0 ? { width: 0, height: 0 } : { width: length * 6.5 + 8, height: 18 }
    graph.setEdge(from, to, { ...size, labelpos: 'c' })
  }
  layout(graph)
  const whole = graph.graph() as { width?: number; height?: number }
  return {
    width: toLength(whole.width),
    height: toLength(whole.height),
    nodes: nodes.map(({ id, width, height }) => ({ id, width, height, ...toPoint(graph.node(id)) })),
    edges: drawn.map(edge => {
      const routed = graph.edge(edge.from, edge.to) as { points?: readonly unknown[] } | undefined
      const points = (routed?.points ?? []).map(toPoint)
      const middle = edge.label === undefined ? (points[points.length >> 1] ?? { x: 0, y: 0 }) : toPoint(routed)
      return { ...edge, points, middle }
    }),
    groups: [],
  }
}

/** The ranks of a graph that dagre has connected and freed of cycles. */
function setRanks(graph: LayeredGraph): void {
  const ids = graph.nodes()
  const indexOf = new Map(ids.map((id, index) => [id, index]))
  const edges = graph.edges()
  const labels = edges.map(edge => graph.edge(edge))
  const ranks = rankByNetworkSimplex({
    nodes: ids.length,
    tails: edges.map(({ v }) => indexOf.get(v) ?? 0),
    heads: edges.map(({ w }) => indexOf.get(w) ?? 0),
    minLengths: labels.map(({ minlen = 1 }) => minlen),
    weights: labels.map(({ weight = 1 }) => weight),
  })
  ids.forEach((id, index) => Object.assign(graph.node(id), { rank: ranks[index] }))
}

function toLength(value: number | undefined): number {
  return value !== undefined && Number.isFinite(value) ? value : 0
}

function toPoint(value: unknown): Point {
  const { x, y } = (value ?? {}) as { x?: number; y?: number }
  return { x: toLength(x), y: toLength(y) }
}
