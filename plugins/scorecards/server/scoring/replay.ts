import type { Cells } from '../results/cells.ts'
import { decodeDifference, withChanges } from '../results/cells.ts'
import type { Causes } from '../results/cause-store.ts'
import type { Facets } from '../results/facets.ts'
import type { ResultStore } from '../results/result-store.ts'

export interface ReplayOptions {
  readonly from: Date
  readonly to: Date
  readonly points: number
  readonly includes: (ref: string, facets: Facets) => boolean
  /** Adds or takes away what an entity counts for. */
  readonly add: (cells: Cells, sign: 1 | -1) => void
  readonly sample: (at: Date) => void
}

/** Goes through a time, change by change, and takes a sample at equal distances. */
export async function replay(
  { store, causes }: { readonly store: Pick<ResultStore, 'at' | 'between'>; readonly causes: Pick<Causes, 'learn'> },
  { from, to, points, includes, add, sample }: ReplayOptions,
): Promise<void> {
  const known = new Map<string, { cells: Cells; isIn: boolean }>()
  const seen = new Set<number>()
  for (const { ref, facets, cells } of await store.at(from)) {
    const isIn = includes(ref, facets)
    known.set(ref, { cells, isIn })
    if (!isIn) continue
    for (const cause of cells) seen.add(cause)
  }
  await causes.learn([...seen])
  for (const { cells, isIn } of known.values()) if (isIn) add(cells, 1)
  const step = (to.getTime() - from.getTime()) / (points - 1)
  let next = 0
  const sampleUntil = (moment: number) => {
    for (; next < points && from.getTime() + next * step < moment; next++) sample(new Date(from.getTime() + next * step))
  }
  for await (const rows of store.between(from, to)) {
    const changes = rows.map(row => decodeDifference(row.difference))
    await causes.learn([...new Set(changes.flatMap(each => each.map(([, , cause]) => cause)))])
    for (const [at, row] of rows.entries()) {
      sampleUntil(row.at.getTime())
      const before = known.get(row.ref)
      if (before?.isIn) add(before.cells, -1)
      const cells = withChanges(before?.cells ?? new Uint16Array(0), changes[at]!)
      const isIn = includes(row.ref, JSON.parse(row.facets) as Facets)
      known.set(row.ref, { cells, isIn })
      if (isIn) add(cells, 1)
    }
  }
  sampleUntil(Number.POSITIVE_INFINITY)
}
