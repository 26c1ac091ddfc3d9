import { silentLog } from '@portico/core/testing'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createCatalogService } from '../catalog-service.ts'
import type { Processing } from '../processing/create-processing.ts'
import { createUserLookup } from '../user-lookup.ts'
import { createFeed } from './feed.ts'
import type { FeedRow, TextStore } from './text-store.ts'
import { createTexts } from './texts.ts'

const ann = { apiVersion: 'v1', kind: 'User', metadata: { name: 'ann', namespace: 'default' }, spec: {} }
const rows: FeedRow[] = [{ id: 1, ref: 'user:default/ann', final: JSON.stringify(ann), revision: 1 }]

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

/** A catalog that is being loaded until told that it is there. */
function loadingCatalog() {
  const loaded = Promise.withResolvers<void>()
  const store: TextStore = {
    byRefs: async refs => new Map(rows.filter(({ ref }) => refs.includes(ref)).map(({ ref, final }) => [ref, final!])),
    byUid: async () => undefined,
    byIds: async ids => new Map(rows.filter(({ id }) => ids.includes(id)).map(({ id, final }) => [id, final!])),
    revision: async () => 1,
    pieceAfter: async id => loaded.promise.then(() => rows.filter(row => row.id > id)),
    stepsAfter: async () => [],
  }
  const feed = createFeed({ store, log: silentLog })
  const catalog = createCatalogService({ feed, texts: createTexts({ feed, store }), processing: {} as Processing })
  return { feed, catalog, finish: loaded.resolve }
}

test('while a large catalog is loaded after a start, people can sign in and entities are found by ref', async () => {
  const { feed, catalog, finish } = loadingCatalog()
  void feed.follow()
  expect(await catalog.getEntities(['User:default/ANN', 'user:default/bob'])).toEqual([ann, undefined])
  const found = await createUserLookup(catalog, feed).findUsers({ ref: 'user:default/ann' }, { nestedGroups: true })
  expect(found).toMatchObject([{ userEntityRef: 'user:default/ann' }])
  finish()
})

test('a list waits for the load to end, and says so when that takes too long', async () => {
  const { catalog, finish } = loadingCatalog()
  const early = catalog.query({}).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(61_000)
  expect(await early).toMatchObject({ code: 'catalog.loading' })
  const late = catalog.query({})
  await vi.advanceTimersByTimeAsync(20_000)
  finish()
  expect(await late).toMatchObject({ total: 1, entities: [ann] })
})

test('what is committed between two reads of a pass is not taken for seen', async () => {
  const bob: FeedRow = {
    id: 2,
    ref: 'user:default/bob',
    final: JSON.stringify({ ...ann, metadata: { ...ann.metadata, name: 'bob' } }),
    revision: 2,
  }
  const committed = [...rows]
  let reads = 0
  const store: TextStore = {
    byRefs: async () => new Map(),
    byUid: async () => undefined,
    byIds: async () => new Map(),
    revision: async () => Math.max(...committed.map(({ revision }) => revision)),
    pieceAfter: async id => rows.filter(row => row.id > id),
    async stepsAfter(revision) {
      const found = committed.filter(row => row.revision > revision)
      reads += 1
      // Committed right after the first read, before the server hears of it.
      if (reads === 1) committed.push(bob)
      return found
    },
  }
  const feed = createFeed({ store, log: silentLog })
  await feed.follow()
  await feed.follow()
  expect(feed.index.idOf('user:default/bob')).toBe(2)
})
