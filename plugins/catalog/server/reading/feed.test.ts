import { stringifyEntityRef, type Entity } from '@portico/catalog/common'
import { silentLog } from '@portico/core/testing'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createCatalogService } from '../catalog-service.ts'
import type { Processing } from '../processing/create-processing.ts'
import { createUserLookup } from './user-lookup.ts'
import { createFeed, type Feed } from './feed.ts'
import type { FeedRow, TextStore } from './text-store.ts'
import { createTexts, partsOf } from './texts.ts'

const ann: Entity = { apiVersion: 'v1', kind: 'User', metadata: { name: 'ann', namespace: 'default' }, spec: {}, relations: [] }
const named = (name: string): Entity => ({ ...ann, metadata: { ...ann.metadata, name } })
const rowOf = (id: number, entity: Entity, revision: number) => ({
  id,
  ref: stringifyEntityRef(entity),
  revision,
  coreRevision: revision,
  ...partsOf(entity),
})
const rows = [rowOf(1, ann, 1)]

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

function serviceOf(feed: Feed, store: TextStore) {
  return createCatalogService({
    feed,
    texts: createTexts({ feed, store }),
    processing: {} as Processing,
    roots: async () => ({ items: [], total: 0 }),
    definitions: { current: async () => undefined, versions: async () => [], text: async () => undefined },
    problemsOf: async () => new Map(),
  })
}

/** A catalog whose load ends when the test says so. */
function loadingCatalog() {
  const loaded = Promise.withResolvers<void>()
  const store: TextStore = {
    byRefs: async refs => new Map(rows.filter(({ ref }) => refs.includes(ref)).map(row => [row.ref, row])),
    shortByRefs: async () => new Map(),
    byUid: async () => undefined,
    versionsOf: async () => [],
    byIds: async ids => new Map(rows.filter(({ id }) => ids.includes(id)).map(row => [row.id, row])),
    rowsOf: async () => new Map(),
    revision: async () => 1,
    batchAfter: async id => loaded.promise.then(() => rows.filter(row => row.id > id)),
    changesAfter: async () => [],
  }
  const feed = createFeed({ store, log: silentLog })
  return { feed, catalog: serviceOf(feed, store), finish: loaded.resolve }
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
  const bob = rowOf(2, named('bob'), 2)
  const committed = [...rows]
  let reads = 0
  const store: TextStore = {
    byRefs: async () => new Map(),
    shortByRefs: async () => new Map(),
    byUid: async () => undefined,
    versionsOf: async () => [],
    byIds: async () => new Map(),
    rowsOf: async () => new Map(),
    revision: async () => Math.max(...committed.map(({ revision }) => revision)),
    batchAfter: async id => rows.filter(row => row.id > id),
    async changesAfter({ revision }) {
      const found = committed.filter(row => row.revision > revision)
      reads += 1
      // Committed right after the first read, before the server is notified.
      if (reads === 1) committed.push(bob)
      return found
    },
  }
  const feed = createFeed({ store, log: silentLog })
  await feed.follow()
  await feed.follow()
  expect(feed.index.idOf('user:default/bob')).toBe(2)
})

test('an entity whose core the index has missed is read whole, though only its relations are new', async () => {
  const late = { ...named('ann'), spec: { profile: { displayName: 'Ann' } } }
  const whole = { ...rowOf(1, late, 4), coreRevision: 3 }
  const { head: _head, ...partial } = whole
  const asked: (readonly number[])[] = []
  const steps: FeedRow[] = [partial]
  const store: TextStore = {
    byRefs: async () => new Map(),
    shortByRefs: async () => new Map(),
    byUid: async () => undefined,
    versionsOf: async () => [],
    byIds: async () => new Map(),
    async rowsOf(ids) {
      asked.push(ids)
      return new Map([[1, whole]])
    },
    revision: async () => 4,
    batchAfter: async id => rows.filter(row => row.id > id),
    // The revision that changed the core was read when a later one had taken the row along, and reading ended there.
    changesAfter: async ({ revision }) => steps.filter(step => step.revision > revision),
  }
  const feed = createFeed({ store: { ...store, revision: async () => 3 }, log: silentLog })
  await feed.follow()
  expect(feed.index.count({ key: 'spec.profile.displayname', in: ['ann'] })).toBe(1)
  expect(asked).toEqual([[1]])
  // Known now: what follows needs the relations alone.
  steps.push({ ...partial, revision: 5, tail: '"relations":[{"type":"memberOf","targetRef":"group:default/team"}]' })
  await feed.follow()
  expect(feed.index.facets('relations.memberof', undefined)).toEqual([{ value: 'group:default/team', count: 1 }])
  expect(feed.index.count({ key: 'spec.profile.displayname', in: ['ann'] })).toBe(1)
  expect(asked).toHaveLength(1)
})

test('what has just changed is not read from the database a second time', async () => {
  const asked: (readonly number[])[] = []
  const steps = [rowOf(1, ann, 1), rowOf(2, named('bob'), 1)]
  const store: TextStore = {
    byRefs: async () => new Map(),
    shortByRefs: async () => new Map(),
    byUid: async () => undefined,
    versionsOf: async () => [],
    async byIds(ids) {
      asked.push(ids)
      return new Map(ids.map(id => [id, partsOf({ ...ann, metadata: { ...ann.metadata, title: 'Read again' } })]))
    },
    rowsOf: async () => new Map(),
    revision: async () => Math.max(...steps.map(({ revision }) => revision)),
    batchAfter: async () => [],
    changesAfter: async ({ revision }) => steps.filter(step => step.revision > revision),
  }
  // What was there when the feed began is read as a whole.
  const feed = createFeed({ store: { ...store, revision: async () => 0 }, log: silentLog })
  const texts = createTexts({ feed, store })
  await feed.follow()
  const entityOf = async (id: number) => JSON.parse(String((await texts.byIds([id])).get(id)?.bytes)) as Entity
  expect([await entityOf(1), await entityOf(2), await entityOf(1)]).toEqual([ann, named('bob'), ann])
  expect(asked).toEqual([])
  // Relations alone are half a text.
  steps.push({ id: 1, ref: 'user:default/ann', revision: 2, coreRevision: 1, tail: '"relations":[]' } as (typeof steps)[number])
  await feed.follow()
  expect((await entityOf(1)).metadata.title).toBe('Read again')
  expect(asked).toEqual([[1]])
  // What is cached shares its memory with nothing that is not.
  for (const { bytes } of (await texts.byIds([1, 2])).values()) expect(bytes.buffer.byteLength).toBe(bytes.length)
})

test('whoever is told of a revision does not get an older text', async () => {
  const steps = [rowOf(1, ann, 1)]
  const store: TextStore = {
    byRefs: async () => new Map(),
    shortByRefs: async () => new Map(),
    byUid: async () => undefined,
    versionsOf: async () => [],
    byIds: async () => new Map(),
    rowsOf: async () => new Map(),
    revision: async () => 0,
    batchAfter: async () => [],
    changesAfter: async ({ revision }) => steps.filter(step => step.revision > revision),
  }
  const feed = createFeed({ store, log: silentLog })
  const catalog = serviceOf(feed, store)
  await feed.follow()
  const changed = { ...ann, metadata: { ...ann.metadata, title: 'Ann' } }
  // Another server writes it, and this one has not looked since.
  steps.push(rowOf(1, changed, 2))
  expect(await catalog.getEntities(['user:default/ann'])).toEqual([ann])
  expect(await catalog.getEntities(['user:default/ann'], { revision: 2 })).toEqual([changed])
})
