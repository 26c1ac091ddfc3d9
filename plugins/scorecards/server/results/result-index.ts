import { createTurn } from '@portico/core/server/worker'
import type { Causes } from './cause-store.ts'
import type { EntityResults, ResultStore } from './result-store.ts'

/** Results in memory: as they are, or as they were at a moment. */
export interface ResultView {
  /** By ref. */
  readonly entities: ReadonlyMap<string, EntityResults>
  /** Changes with every change of the results. */
  readonly stamp: string
}

const keptMoments = 4
const followMs = 10_000
/** Revisions are given before they are committed: so many are read again. */
const overlap = 2000

/** Keeps the results of all entities in memory, and follows what other servers write. */
export function createResultIndex({ store, causes }: { readonly store: ResultStore; readonly causes: Causes }) {
  const entities = new Map<string, EntityResults>()
  const past = new Map<string, Promise<ResultView>>()
  let changes = 0
  let revision = 0
  let loading: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  async function take(rows: readonly EntityResults[]): Promise<void> {
    await causes.learn(causesOf(rows))
    for (const row of rows) {
      if (row.cells.some(cause => cause !== 0)) entities.set(row.ref, row)
      else entities.delete(row.ref)
    }
    if (rows.length > 0) changes += 1
  }

  async function load(): Promise<void> {
    await causes.load()
    const turn = createTurn()
    for await (const page of store.all()) {
      await take(page.rows)
      revision = Math.max(revision, page.revision)
      if (turn.isOver()) await turn.next()
    }
  }

  async function follow(): Promise<void> {
    let from = Math.max(revision - overlap, 0)
    for (;;) {
      const page = await store.since(from)
      const news = page.rows.filter(row => !isSame(row, entities.get(row.ref)))
      await take(news)
      if (page.rows.length === 0 || page.revision === from) break
      from = page.revision
      revision = Math.max(revision, from)
    }
  }

  return {
    ready: () => (loading ??= load()),
    /** The results of some entities have changed. */
    async refresh(refs: readonly string[]): Promise<void> {
      const rows = await store.byRefs(refs)
      await take([...rows.values()])
      for (const ref of refs) if (!rows.has(ref) && entities.delete(ref)) changes += 1
    },
    now: (): ResultView => ({ entities, stamp: String(changes) }),
    /** As it was at a moment; the last few are kept. */
    async at(moment: Date): Promise<ResultView> {
      const key = moment.toISOString()
      const known = past.get(key)
      if (known) return known
      const made = (async (): Promise<ResultView> => {
        const rows = await store.at(moment)
        await causes.learn(causesOf(rows))
        return { entities: new Map(rows.map(row => [row.ref, row])), stamp: key }
      })()
      made.catch(() => past.delete(key))
      past.set(key, made)
      for (const oldest of [...past.keys()].slice(0, -keptMoments)) past.delete(oldest)
      return made
    },
    start(onError: (error: unknown) => void): void {
      timer = setInterval(() => void follow().catch(onError), followMs).unref()
    },
    stop: () => clearInterval(timer),
  }
}

export type ResultIndex = ReturnType<typeof createResultIndex>

function isSame(row: EntityResults, known: EntityResults | undefined): boolean {
  if (!known) return !row.cells.some(cause => cause !== 0)
  return (
    known.cells.length === row.cells.length &&
    known.cells.every((cause, at) => cause === row.cells[at]) &&
    JSON.stringify(known.facets) === JSON.stringify(row.facets)
  )
}

function causesOf(rows: readonly EntityResults[]): number[] {
  const found = new Set<number>()
  for (const { cells } of rows) for (const cause of cells) found.add(cause)
  return [...found]
}
