import { rankByNetworkSimplex } from './network-simplex.ts'

/** The edges of a graph by the numbers of their ends. */
export interface NumberedEdges {
  readonly nodes: number
  readonly tails: readonly number[]
  readonly heads: readonly number[]
}

/** The same edges, of which none leads back: those that would close a cycle are turned round. Edges from a node to itself are left out. */
export function withoutCycles({ nodes, tails, heads }: NumberedEdges): NumberedEdges {
  const leaving: number[][] = Array.from({ length: nodes }, () => [])
  tails.forEach((tail, edge) => leaving[tail]?.push(edge))
  const state = new Uint8Array(nodes)
  const turned = new Uint8Array(tails.length)
  const done = 2
  for (let start = 0; start < nodes; start++) {
    if (state[start] !== 0) continue
    const open = [{ node: start, next: 0 }]
    state[start] = 1
    for (let top = open.at(-1); top; top = open.at(-1)) {
      const edge = leaving[top.node]?.[top.next++]
      if (edge === undefined) {
        state[top.node] = done
        open.pop()
        continue
      }
      const head = heads[edge] ?? 0
      if (state[head] === 1) turned[edge] = 1
      else if (state[head] === 0) {
        state[head] = 1
        open.push({ node: head, next: 0 })
      }
    }
  }
  const kept = tails.map((_, edge) => edge).filter(edge => tails[edge] !== heads[edge])
  const endOf = (edge: number, isTail: boolean) => ((turned[edge] === 1) === isTail ? heads[edge] : tails[edge]) ?? 0
  return { nodes, tails: kept.map(edge => endOf(edge, true)), heads: kept.map(edge => endOf(edge, false)) }
}

/** The rank of each node, from 0 on, whatever the graph is: with cycles, in several parts, without edges. */
export function rankNodes(edges: NumberedEdges): Int32Array {
  const { nodes, tails, heads } = withoutCycles(edges)
  const hasEntering = new Uint8Array(nodes)
  heads.forEach(head => (hasEntering[head] = 1))
  // One more node before all others makes the graph connected.
  const firsts = Array.from({ length: nodes }, (_, node) => node).filter(node => hasEntering[node] === 0)
  const ranks = rankByNetworkSimplex({
    nodes: nodes + 1,
    tails: [...tails, ...firsts.map(() => nodes)],
    heads: [...heads, ...firsts],
    minLengths: [...tails.map(() => 1), ...firsts.map(() => 1)],
    weights: [...tails.map(() => 1), ...firsts.map(() => 0)],
  })
  const min = ranks.subarray(0, nodes).reduce((least, rank) => Math.min(least, rank), Infinity)
  return ranks.subarray(0, nodes).map(rank => rank - min)
}
