/** What is ranked: edges by the numbers of their ends. The graph is connected and has no cycle. */
export interface RankRequest {
  readonly nodes: number
  readonly tails: readonly number[]
  readonly heads: readonly number[]
  /** How many ranks an edge spans at least. */
  readonly minLengths: readonly number[]
  readonly weights: readonly number[]
}

/** Ranks are valid after every step. More of them than this take long, and the drawing hardly changes any more. */
const maxSteps = 600

interface Tree {
  /** The tree edges of each node. */
  readonly edges: readonly Set<number>[]
  /** By node: the edge to its parent, when it was entered, and the last entered below it. */
  readonly parentEdge: Int32Array
  readonly entered: Int32Array
  readonly last: Int32Array
  /** By node: the weight of the edges that leave its subtree, less those that enter it. */
  readonly balance: Float64Array
}

/**
 * Ranks that make the weighted edges as short as possible, by the network simplex method (Gansner et al. 1993). dagre's own does the same
 * on objects and reads the whole graph for each value of a cut, which takes 8 s for 2,000 nodes. The value of a cut is a sum over a subtree.
 */
export function rankByNetworkSimplex(request: RankRequest): Int32Array {
  const { nodes, tails, heads, minLengths } = request
  const ranks = rankByLongestPath(request)
  const slack = (edge: number) => at(ranks, at(heads, edge)) - at(ranks, at(tails, edge)) - at(minLengths, edge)
  const tree = growTightTree(request, ranks, slack)
  const balances = balanceByNode(request)
  walkTree(request, tree, balances)
  let node = 0
  for (let step = 0, unchanged = 0; unchanged < nodes && step < maxSteps; node = (node + 1) % nodes) {
    const leaving = at(tree.parentEdge, node)
    const tailInside = leaving >= 0 && at(tails, leaving) === node
    unchanged++
    if (leaving < 0 || (tailInside ? 1 : -1) * at(tree.balance, node) >= 0) continue
    const from = at(tree.entered, node)
    const to = at(tree.last, node)
    const isInside = (other: number) => at(tree.entered, other) >= from && at(tree.entered, other) <= to
    const entering = findEntering(request, slack, isInside, tailInside)
    if (entering < 0) continue
    const shift = (tailInside ? -1 : 1) * slack(entering)
    for (let other = 0; other < nodes; other++) if (isInside(other)) ranks[other] = at(ranks, other) + shift
    for (const [edge, isAdded] of [[leaving, false] as const, [entering, true] as const]) {
      for (const end of [at(tails, edge), at(heads, edge)]) {
        if (isAdded) tree.edges[end]?.add(edge)
        else tree.edges[end]?.delete(edge)
      }
    }
    walkTree(request, tree, balances)
    step++
    unchanged = 0
  }
  return ranks
}

/** The edge of least slack that leads the other way across the cut. */
function findEntering(
  { tails, heads }: RankRequest,
  slack: (edge: number) => number,
  isInside: (node: number) => boolean,
  tailInside: boolean,
): number {
  let found = -1
  let min = Infinity
  for (let edge = 0; edge < tails.length; edge++) {
    const isTailInside = isInside(at(tails, edge))
    if (isTailInside === tailInside || isTailInside === isInside(at(heads, edge))) continue
    const room = slack(edge)
    if (room < min) [found, min] = [edge, room]
  }
  return found
}

function rankByLongestPath({ nodes, tails, heads, minLengths }: RankRequest): Int32Array {
  const ranks = new Int32Array(nodes)
  const waiting = new Int32Array(nodes)
  const leaving: number[][] = Array.from({ length: nodes }, () => [])
  tails.forEach((tail, edge) => leaving[tail]?.push(edge))
  heads.forEach(head => (waiting[head] = at(waiting, head) + 1))
  const ready: number[] = []
  waiting.forEach((count, node) => count === 0 && ready.push(node))
  for (let node = ready.pop(); node !== undefined; node = ready.pop()) {
    for (const edge of leaving[node] ?? []) {
      const head = at(heads, edge)
      ranks[head] = Math.max(at(ranks, head), at(ranks, node) + at(minLengths, edge))
      waiting[head] = at(waiting, head) - 1
      if (at(waiting, head) === 0) ready.push(head)
    }
  }
  return ranks
}

/** A spanning tree of edges without slack. What is in the tree already moves towards the nearest node outside. */
function growTightTree({ nodes, tails, heads }: RankRequest, ranks: Int32Array, slack: (edge: number) => number): Tree {
  const edges = Array.from({ length: nodes }, () => new Set<number>())
  const touching: number[][] = Array.from({ length: nodes }, () => [])
  tails.forEach((tail, edge) => {
    touching[tail]?.push(edge)
    touching[at(heads, edge)]?.push(edge)
  })
  const inside = new Uint8Array(nodes)
  const members = [0]
  inside[0] = 1
  for (let looked = 0; members.length < nodes;) {
    for (; looked < members.length; looked++) {
      const node = at(members, looked)
      for (const edge of touching[node] ?? []) {
        const other = at(tails, edge) === node ? at(heads, edge) : at(tails, edge)
        if (at(inside, other) === 1 || slack(edge) !== 0) continue
        inside[other] = 1
        members.push(other)
        edges[node]?.add(edge)
        edges[other]?.add(edge)
      }
    }
    let nearest = -1
    for (let edge = 0; edge < tails.length; edge++) {
      if (at(inside, at(tails, edge)) === at(inside, at(heads, edge))) continue
      if (nearest < 0 || slack(edge) < slack(nearest)) nearest = edge
    }
    if (nearest < 0) break
    const shift = at(inside, at(tails, nearest)) === 1 ? slack(nearest) : -slack(nearest)
    for (const member of members) ranks[member] = at(ranks, member) + shift
    looked = 0
  }
  return {
    edges,
    parentEdge: new Int32Array(nodes),
    entered: new Int32Array(nodes),
    last: new Int32Array(nodes),
    balance: new Float64Array(nodes),
  }
}

function balanceByNode({ nodes, tails, heads, weights }: RankRequest): Float64Array {
  const balances = new Float64Array(nodes)
  weights.forEach((weight, edge) => {
    balances[at(tails, edge)] = at(balances, at(tails, edge)) + weight
    balances[at(heads, edge)] = at(balances, at(heads, edge)) - weight
  })
  return balances
}

/** Numbers the tree from node 0 on, and sums up the balances of its subtrees. */
function walkTree({ tails, heads }: RankRequest, { edges, parentEdge, entered, last, balance }: Tree, balances: Float64Array): void {
  const order: number[] = []
  const open = [0]
  parentEdge[0] = -1
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    entered[node] = order.length
    order.push(node)
    for (const edge of edges[node] ?? []) {
      if (edge === parentEdge[node]) continue
      const child = at(tails, edge) === node ? at(heads, edge) : at(tails, edge)
      parentEdge[child] = edge
      open.push(child)
    }
  }
  balance.set(balances)
  for (const node of order) last[node] = at(entered, node)
  for (const node of order.toReversed()) {
    const edge = at(parentEdge, node)
    if (edge < 0) continue
    const parent = at(tails, edge) === node ? at(heads, edge) : at(tails, edge)
    balance[parent] = at(balance, parent) + at(balance, node)
    last[parent] = Math.max(at(last, parent), at(last, node))
  }
}

function at(list: { readonly [index: number]: number }, index: number): number {
  return list[index] ?? 0
}
