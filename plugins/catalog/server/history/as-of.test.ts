import { expect, test } from 'vitest'
import { createEntityIndex } from '../entity-index/entity-index.ts'
import { createAsOf } from './as-of.ts'
import type { ChangeRecord, HistoryStore } from './history-store.ts'

function removed(name: string, description = ''): ChangeRecord {
  const entity = { apiVersion: 'v1', kind: 'Component', metadata: { name, description }, spec: {}, relations: [] }
  return {
    revision: 2,
    sequence: 1,
    at: new Date('2026-01-02').toISOString(),
    ref: `component:default/${name}`,
    kind: 'deleted',
    fields: [],
    relationsAdded: [],
    relationsRemoved: [],
    finalBefore: JSON.stringify(entity),
  }
}

/** A catalog that is empty now, and how often its history was read. */
function openHistory(changes: (moment: Date) => readonly ChangeRecord[]) {
  const seen = { reads: 0 }
  const store = {
    oldest: async () => undefined,
    async firstSince(moment: Date) {
      seen.reads += 1
      return changes(moment)
    },
    textsOf: async () => new Map(),
    ofEntitiesFrom: async () => [],
  }
  const asOf = createAsOf({ store: store as unknown as HistoryStore, latest: async () => 2 })
  const current = createEntityIndex()
  return { seen, pageAt: (moment: string) => asOf.query(current, { order: [], limit: 2 }, moment) }
}

test('others have their turns while a moment with many changes is put together', async () => {
  const changes = Array.from({ length: 5000 }, (_, at) => removed(`service-${at}`))
  const { pageAt } = openHistory(() => changes)
  let isDone = false
  const page = pageAt('2026-01-01').finally(() => (isDone = true))
  let turns = 0
  for (; !isDone; turns += 1) await new Promise(setImmediate)
  expect((await page).total).toBe(5000)
  expect(turns).toBeGreaterThan(10)
})

test('moments are kept while they are small together, and one that is large by itself', async () => {
  const megabytes = { small: 1, large: 40, huge: 100 }
  const days = { '2026-01-01': 'small', '2026-01-02': 'large', '2026-01-03': 'huge' } as const
  const { pageAt, seen } = openHistory(moment => {
    const size = days[moment.toISOString().slice(0, 10) as keyof typeof days]
    return Array.from({ length: megabytes[size] }, (_, at) => removed(`service-${at}`, 'x'.repeat(1_000_000)))
  })
  const readsOf = async (...moments: (keyof typeof days)[]) => {
    const before = seen.reads
    for (const moment of moments) await pageAt(moment)
    return seen.reads - before
  }
  expect(await readsOf('2026-01-01', '2026-01-02', '2026-01-01', '2026-01-02')).toBe(2)
  expect(await readsOf('2026-01-03', '2026-01-03')).toBe(1)
  // It has taken the place of both.
  expect(await readsOf('2026-01-02', '2026-01-01')).toBe(2)
})
