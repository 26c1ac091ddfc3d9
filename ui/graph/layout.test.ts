import fc from 'fast-check'
import { Graph, layout as layOutByDagre } from '@dagrejs/dagre'
import { expect, test } from 'vitest'
import { toGraph } from '../gallery/sample-data.ts'
import { createLayouter, layoutThrottleMs, type LayoutRunner } from './create-layouter.ts'
import type { GraphLayout, LayoutNode, LayoutRequest, Point } from './graph-shape.ts'
import { layoutGraph } from './layout-graph.ts'
import { layoutGrid } from './layout-grid.ts'
import { rankByNetworkSimplex } from './network-simplex.ts'

const size = { width: 160, height: 44 }
const sized = (ids: readonly string[]) => ids.map(id => ({ id, ...size }))

/** Edges of a connected graph without cycles. */
const acyclic = fc.array(fc.tuple(fc.nat(), fc.nat()), { minLength: 1, maxLength: 40 }).map(pairs => {
  const nodes = 12
  const tree = Array.from({ length: nodes - 1 }, (_, index) => [(pairs[index % pairs.length]?.[0] ?? 0) % (index + 1), index + 1] as const)
  const more = pairs.map(([a, b]) => [a % nodes, b % nodes] as const).filter(([a, b]) => a < b)
  return { nodes, edges: [...new Map([...tree, ...more].map(edge => [edge.join(), edge])).values()] }
})

test('ranks are as short in all as those of dagre’s own network simplex [UI-52]', () => {
  fc.assert(
    fc.property(acyclic, ({ nodes, edges }) => {
      const ones = edges.map(() => 1)
      const ranks = rankByNetworkSimplex({
        nodes,
        tails: edges.map(([tail]) => tail),
        heads: edges.map(([, head]) => head),
        minLengths: ones,
        weights: ones,
      })
      const lengths = edges.map(([tail, head]) => (ranks[head] ?? 0) - (ranks[tail] ?? 0))
      expect(Math.min(...lengths)).toBeGreaterThanOrEqual(1)
      const graph = new Graph({ multigraph: true })
      graph.setGraph({ ranker: 'network-simplex' })
      graph.setDefaultEdgeLabel(() => ({}))
      for (let node = 0; node < nodes; node++) graph.setNode(String(node), { width: 1, height: 10 })
      edges.forEach(([tail, head], index) => graph.setEdge(String(tail), String(head), {}, String(index)))
      layOutByDagre(graph)
      const ys = [...new Set(graph.nodes().map(id => (graph.node(id) as unknown as Point).y))].sort((a, b) => a - b)
      const rankOf = (node: number) => ys.indexOf((graph.node(String(node)) as unknown as Point).y)
      const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
      expect(sum(lengths)).toBe(sum(edges.map(([tail, head]) => rankOf(head) - rankOf(tail))))
    }),
    { numRuns: 40 },
  )
})

const touches = (a: LayoutNode, b: LayoutNode) =>
  Math.abs(a.x - b.x) < (a.width + b.width) / 2 && Math.abs(a.y - b.y) < (a.height + b.height) / 2

/** The nodes that a line passes through, apart from its own. */
function crossed({ nodes, edges }: GraphLayout): string[] {
  return edges.flatMap(({ from, to, points }) =>
    points.slice(1).flatMap((end, index) => {
      const start = points[index] ?? end
      const segment = {
        left: Math.min(start.x, end.x),
        right: Math.max(start.x, end.x),
        top: Math.min(start.y, end.y),
        bottom: Math.max(start.y, end.y),
      }
      return nodes
        .filter(({ id }) => id !== from && id !== to)
        .filter(
          ({ x, y, width, height }) =>
            segment.right > x - width / 2 &&
            segment.left < x + width / 2 &&
            segment.bottom > y - height / 2 &&
            segment.top < y + height / 2,
        )
        .map(({ id }) => `${from} to ${to} crosses ${id}`)
    }),
  )
}

test.each(['TB', 'BT', 'LR', 'RL'] as const)('on a grid no two nodes touch, and no line crosses a node: %s', direction => {
  const { nodes, edges } = toGraph(320)
  const made = layoutGrid({ nodes: sized(nodes.map(({ id }) => id)), edges, direction })
  expect(made.nodes).toHaveLength(320)
  expect(made.nodes.flatMap((a, index) => made.nodes.slice(index + 1).filter(b => touches(a, b)))).toEqual([])
  expect(crossed(made)).toEqual([])
  expect(made.nodes.every(({ x, y }) => x > 0 && y > 0 && x < made.width && y < made.height)).toBe(true)
})

test('2,000 nodes make a picture of about the shape of a window, not a strip', () => {
  const { nodes, edges } = toGraph(2000)
  const { width, height, nodes: placed } = layoutGraph({ nodes: sized(nodes.map(({ id }) => id)), edges, direction: 'TB' })
  expect(placed).toHaveLength(2000)
  expect(width / height).toBeGreaterThan(0.8)
  expect(width / height).toBeLessThan(3)
})

test('several edges with the same ends are drawn, whatever else there is', () => {
  const pairs = ['0 1', '0 2', '1 3', '0 4', '1 5', '3 6', '5 7', '1 7', '1 7', '1 7', '0 6', '3 6', '3 7'].map(pair => pair.split(' '))
  const edges = pairs.map(([from = '', to = ''], index) => ({ from, to, ...(index % 2 === 1 && { label: 'uses' }) }))
  const made = layoutGraph({ nodes: sized([...'01234567']), edges, direction: 'LR' })
  expect(made.edges.filter(({ points }) => points.length > 1)).toHaveLength(13)
})

test('any graph is laid out: with cycles, loops and parts that have nothing to do with each other', () => {
  const ids = Array.from({ length: 400 }, (_, index) => `n${index}`)
  const ring = ids.slice(0, 50).map((from, index, all) => ({ from, to: all[(index + 1) % all.length] ?? from }))
  const made = layoutGraph({
    nodes: sized(ids),
    edges: [...ring, { from: 'n60', to: 'n60' }, { from: 'n60', to: 'nowhere' }],
    direction: 'LR',
  })
  expect([made.nodes.length, made.edges.length]).toEqual([400, 51])
  expect(made.nodes.every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y))).toBe(true)
})

const grouped: LayoutRequest = {
  nodes: [
    { id: 'cart', group: 'shop', ...size },
    { id: 'till', group: 'shop', ...size },
    { id: 'van', group: 'depot', ...size },
    { id: 'tool', ...size },
    { id: 'lost', group: 'unknown', ...size },
  ],
  edges: [
    { from: 'cart', to: 'till' },
    { from: 'till', to: 'van' },
    { from: 'van', to: 'tool' },
  ],
  direction: 'LR',
  groups: [
    { id: 'sales', look: 'lane', minWidth: 100 },
    { id: 'delivery', look: 'lane', minWidth: 100 },
    { id: 'shop', look: 'box', parent: 'sales', minWidth: 100 },
    { id: 'depot', look: 'box', parent: 'delivery', minWidth: 100 },
    { id: 'empty', look: 'box', parent: 'delivery', minWidth: 100 },
  ],
}

test('nodes stand in the boxes of their groups, boxes in lanes, and lanes below each other', () => {
  const made = layoutGraph(grouped)
  const group = new Map(made.groups.map(each => [each.id, each]))
  const node = new Map(made.nodes.map(each => [each.id, each]))
  const holds = (outer: string, inner: LayoutNode | undefined) => {
    const box = group.get(outer)
    if (!box || !inner) return false
    return Math.abs(box.x - inner.x) <= (box.width - inner.width) / 2 && Math.abs(box.y - inner.y) <= (box.height - inner.height) / 2
  }
  expect([...group.keys()].sort()).toEqual(['delivery', 'depot', 'sales', 'shop'])
  expect([holds('shop', node.get('cart')), holds('shop', node.get('till')), holds('depot', node.get('van'))]).toEqual([true, true, true])
  expect([holds('sales', group.get('shop')), holds('delivery', group.get('depot'))]).toEqual([true, true])
  expect([...group.keys()].filter(id => holds(id, node.get('tool')) || holds(id, node.get('lost')))).toEqual([])
  expect(group.get('sales')?.width).toBe(group.get('delivery')?.width)
  expect(group.get('sales')?.y).toBeLessThan(group.get('delivery')?.y ?? 0)
  expect(made.edges.map(({ points }) => points.length > 1)).toEqual([true, true, true])
})

test('a layout that takes long is cancelled when another is wanted', async () => {
  const { promise: never } = Promise.withResolvers<undefined>()
  const steps: string[] = []
  const made = Promise.withResolvers<LayoutRequest>()
  const runner: LayoutRunner = {
    layout: ({ direction }) => {
      steps.push(`lays out ${direction}`)
      return direction === 'TB' ? never : Promise.resolve({ ...size, nodes: [], edges: [], groups: [] })
    },
    cancel: () => steps.push('cancels'),
  }
  const layouter = createLayouter((_, request) => made.resolve(request), runner)
  layouter.ask({ nodes: [], edges: [], direction: 'TB' })
  layouter.ask({ nodes: [], edges: [], direction: 'LR' })
  expect((await made.promise).direction).toBe('LR')
  expect(steps).toEqual(['lays out TB', 'cancels', 'lays out LR'])
  expect(layoutThrottleMs).toBe(250)
  layouter.stop()
})
