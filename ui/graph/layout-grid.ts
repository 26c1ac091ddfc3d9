import { rankNodes } from './acyclic.ts'
import type { GraphEdge, GraphLayout, LayoutEdge, LayoutNode, LayoutRequest, Point, Size } from './graph-shape.ts'
import { denseMargins, graphMargins } from './graph-margins.ts'

/** What the whole should fit into, about as it does into a window. */
const window = { width: 1000, height: 720 }
const sweeps = 6
/** Between the rows of one rank, where no line passes. */
const rowGap = 16
/** Between columns that stand closely: lines pass there. */
const gutter = 28

interface Pitch {
  readonly column: number
  readonly row: number
}

interface Margins {
  readonly nodesep: number
  readonly ranksep: number
  readonly marginx: number
  readonly marginy: number
}

interface Cell {
  readonly rank: number
  readonly column: number
  readonly row: number
}

/**
 * A layout for hundreds and thousands of nodes, in time that grows with their number. Ranks are those of the other layout. Each rank is a
 * band of as many rows as it needs, and all bands share their columns. Lines run between the columns: they cross no node.
 */
export function layoutGrid({ nodes, edges, direction, isDense = false }: LayoutRequest): GraphLayout {
  const margins: Margins = isDense ? { ...denseMargins, nodesep: gutter } : graphMargins
  const isAcross = direction === 'LR' || direction === 'RL'
  const isBack = direction === 'BT' || direction === 'RL'
  const indexOf = new Map(nodes.map(({ id }, index) => [id, index]))
  const drawn = edges.filter(({ from, to }) => indexOf.has(from) && indexOf.has(to))
  const tails = drawn.map(({ from }) => indexOf.get(from) ?? 0)
  const heads = drawn.map(({ to }) => indexOf.get(to) ?? 0)
  const bands = orderBands(rankNodes({ nodes: nodes.length, tails, heads }), tails, heads)
  const nodeWidth = Math.max(...nodes.map(({ width, height }) => (isAcross ? height : width)))
  const nodeHeight = Math.max(...nodes.map(({ width, height }) => (isAcross ? width : height)))
  const pitch = { column: nodeWidth + margins.nodesep, row: nodeHeight + rowGap }
  const room = isAcross ? { width: window.height, height: window.width } : window
  const columns = chooseColumns(
    bands.map(({ length }) => length),
    { pitch, margins, room },
  )
  const { cells, tops, size } = placeBands(bands, columns, nodes.length, { pitch, margins })
  const middles = cells.map(({ rank, column, row }) => ({
    x: margins.marginx + column * pitch.column + margins.nodesep + nodeWidth / 2,
    y: (tops[rank] ?? 0) + row * pitch.row + nodeHeight / 2,
  }))
  const toScreen = ({ x, y }: Point): Point => {
    const along = isBack ? size.height - y : y
    return isAcross ? { x: along, y: x } : { x, y: along }
  }
  const placed: LayoutNode[] = nodes.map(({ id, width, height }, index) => ({
    id,
    width,
    height,
    ...toScreen(middles[index] ?? { x: 0, y: 0 }),
  }))
  const route = (edge: GraphEdge, index: number): LayoutEdge => {
    const [tail, head] = [tails[index] ?? 0, heads[index] ?? 0]
    const sizeOf = (node: number) => (isAcross ? (nodes[node]?.height ?? 0) : (nodes[node]?.width ?? 0))
    const points = routeLine(
      { middle: middles[tail] ?? { x: 0, y: 0 }, width: sizeOf(tail), cell: cells[tail] },
      { middle: middles[head] ?? { x: 0, y: 0 }, width: sizeOf(head), cell: cells[head] },
      { tops, margins, spread: tail, nodeWidth },
    ).map(toScreen)
    const target = placed[head] ?? { x: 0, y: 0, width: 0, height: 0 }
    // Above the node that it leads to, where no other label is.
    const middle = { x: target.x - target.width / 4, y: target.y - target.height / 2 - rowGap / 2 }
    return { ...edge, points, middle, isSquare: true }
  }
  return {
    width: isAcross ? size.height : size.width,
    height: isAcross ? size.width : size.height,
    nodes: placed,
    edges: drawn.map(route),
    groups: [],
  }
}

/** The nodes of each rank, in an order that crosses few lines: each node goes near the middle of its neighbours. */
function orderBands(ranks: Int32Array, tails: readonly number[], heads: readonly number[]): number[][] {
  const bands: number[][] = Array.from({ length: ranks.reduce((max, rank) => Math.max(max, rank), 0) + 1 }, () => [])
  ranks.forEach((rank, node) => bands[rank]?.push(node))
  const before: number[][] = Array.from({ length: ranks.length }, () => [])
  const after: number[][] = Array.from({ length: ranks.length }, () => [])
  tails.forEach((tail, edge) => {
    const head = heads[edge] ?? 0
    const [upper, lower] = (ranks[tail] ?? 0) <= (ranks[head] ?? 0) ? [tail, head] : [head, tail]
    after[upper]?.push(lower)
    before[lower]?.push(upper)
  })
  const places = new Float64Array(ranks.length)
  const note = (band: readonly number[]) => band.forEach((node, index) => (places[node] = (index + 0.5) / band.length))
  bands.forEach(note)
  const middleOf = (node: number, others: readonly number[] | undefined) =>
    others && others.length > 0 ? others.reduce((sum, other) => sum + (places[other] ?? 0), 0) / others.length : (places[node] ?? 0)
  for (let sweep = 0; sweep < sweeps; sweep++) {
    const isDown = sweep % 2 === 0
    for (const band of isDown ? bands : bands.toReversed()) {
      const wanted = new Map(band.map(node => [node, middleOf(node, (isDown ? before : after)[node])]))
      band.sort((a, b) => (wanted.get(a) ?? 0) - (wanted.get(b) ?? 0))
      note(band)
    }
  }
  return bands
}

/** The number of columns with which the whole can be shown largest. */
function chooseColumns(
  lengths: readonly number[],
  { pitch, margins, room }: { readonly pitch: Pitch; readonly margins: Margins; readonly room: Size },
): number {
  let [best, max] = [1, 0]
  for (let columns = 1; columns <= Math.max(...lengths); columns++) {
    const rows = lengths.reduce((sum, length) => sum + Math.ceil(length / columns), 0)
    const scale = Math.min(room.width / (columns * pitch.column), room.height / (rows * pitch.row + lengths.length * margins.ranksep))
    if (scale > max) [best, max] = [columns, scale]
  }
  return best
}

/** A band is filled column by column, so that what belongs together stands together. */
function placeBands(
  bands: readonly number[][],
  columns: number,
  count: number,
  { pitch, margins }: { readonly pitch: Pitch; readonly margins: Margins },
) {
  const cells: Cell[] = Array.from({ length: count }, () => ({ rank: 0, column: 0, row: 0 }))
  const tops: number[] = []
  let y = margins.marginy
  bands.forEach((band, rank) => {
    const rows = Math.max(1, Math.ceil(band.length / columns))
    const first = Math.floor((columns - Math.ceil(band.length / rows)) / 2)
    band.forEach((node, index) => (cells[node] = { rank, column: first + Math.floor(index / rows), row: index % rows }))
    tops.push(y)
    y += rows * pitch.row - rowGap + margins.ranksep
  })
  tops.push(y)
  const size = {
    width: columns * pitch.column + margins.nodesep + 2 * margins.marginx,
    height: y - margins.ranksep + margins.marginy,
  }
  return { cells, tops, size }
}

interface LineEnd {
  readonly middle: Point
  readonly width: number
  readonly cell: Cell | undefined
}

interface Channels {
  readonly tops: readonly number[]
  readonly margins: Margins
  readonly nodeWidth: number
  /** Lines of the same node share their way, those of others keep beside it. */
  readonly spread: number
}

/** Out of the side of a node, along the channel after its band, down between two columns, into the side of the other node. */
function routeLine(from: LineEnd, to: LineEnd, { tops, margins, nodeWidth, spread }: Channels): Point[] {
  const lane = (((spread % 7) - 3) * margins.nodesep) / 10
  const gutterX = ({ middle }: LineEnd) => middle.x - nodeWidth / 2 - margins.nodesep / 2 + lane
  const side = ({ middle, width }: LineEnd): Point => ({ x: middle.x - width / 2, y: middle.y })
  const isDown = (from.cell?.rank ?? 0) < (to.cell?.rank ?? 0)
  const channelY = (tops[(from.cell?.rank ?? 0) + (isDown ? 1 : 0)] ?? 0) - margins.ranksep / 2 + lane
  const start = side(from)
  const end = side(to)
  return [
    start,
    { x: gutterX(from), y: start.y },
    { x: gutterX(from), y: channelY },
    { x: gutterX(to), y: channelY },
    { x: gutterX(to), y: end.y },
    end,
  ]
}
