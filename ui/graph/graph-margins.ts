/** The distances of the specification. */
export const graphMargins = { nodesep: 50, edgesep: 10, ranksep: 50, marginx: 16, marginy: 16, ranker: 'network-simplex' } as const

/** Closer together: for small pictures, and inside groups. */
export const denseMargins = { nodesep: 16, edgesep: 8, ranksep: 40, marginx: 8, marginy: 8 } as const
