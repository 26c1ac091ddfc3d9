/** One statement as PostgreSQL ran it. */
export interface Plan {
  readonly statement: string
  readonly plan: string
  readonly milliseconds: number
  /** Pages looked at, of tables and indexes. */
  readonly buffers: number
}

/** The plans in a log of PostgreSQL that `auto_explain` wrote. */
export function readPlans(log: string): Plan[] {
  // A plan goes on over lines that begin with a tab.
  const entries = log.matchAll(/duration: ([\d.]+) ms {2}plan:\n((?:\t.*\n)+)/g)
  return [...entries].map(([, milliseconds, indented = '']) => {
    const lines = indented.split('\n').map(line => line.slice(1))
    const start = lines.findIndex(line => /\(cost=/.test(line))
    const statement = lines.slice(0, start).join('\n').replace('Query Text: ', '').replace(/\s+/g, ' ').trim()
    const plan = lines.slice(start).join('\n').trimEnd()
    const [, hit = '0', read = '0'] = /Buffers: shared(?: hit=(\d+))?(?: read=(\d+))?/.exec(plan) ?? []
    return { statement, plan, milliseconds: Number(milliseconds), buffers: Number(hit) + Number(read) }
  })
}
