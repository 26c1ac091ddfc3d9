import type { Entity } from '@portico/catalog/common'
import { withCatalogDatabase } from '@portico/catalog/testing'
import { silentLog } from '@portico/core/testing'
import { beforeAll, describe, expect, test } from 'vitest'
import { explain } from '../explaining/explain.ts'
import { createExplainStore } from './explain-store.ts'
import type { ProcessorChain } from './process/processor.ts'
import { component, createTemporaryCatalog, type TemporaryCatalog, type TemporaryCatalogOptions } from '../testing/temporary-catalog.ts'
import { createUnprocessedStore } from './write/unprocessed-store.ts'

const database = withCatalogDatabase()

function start(files: Readonly<Record<string, string>>, options: Partial<TemporaryCatalogOptions> = {}): TemporaryCatalog {
  return database.closing(createTemporaryCatalog(database.db, { log: silentLog, files, ...options }))
}

const explained = async (ref: string) => explain(await createExplainStore(database.db)(ref))
const failed = () => createUnprocessedStore(database.db).failed()

/** A processor as a plugin might bring it, with a mistake that shows on one entity only. */
function chainOf(change: (entity: Entity) => object): ProcessorChain {
  return { stages: ['postProcess'], fingerprint: 'test', run: async (_stage, inputs) => inputs.map(({ entity }) => change(entity)) }
}

const many = (count: number, ...more: readonly string[]) =>
  [...Array.from({ length: count }, (_, at) => component(`good-${at}`)), ...more].join('---\n')

/** Stands for whatever a database may refuse: it refuses this ref, with an error of its data. */
beforeAll(async () => {
  await database.query(`
    create function catalog.refuse() returns trigger language plpgsql as
      $$ begin raise exception 'no room for %', new.ref using errcode = '22000'; end $$`)
  await database.query(`
    create trigger refuse before insert or update on catalog.entity for each row when (new.ref like '%/bad') execute function catalog.refuse()`)
})

describe('what cannot be written', () => {
  test('costs its own document, which is found among all others, recorded with its cause and tried again with back-off', async () => {
    const catalog = start({ 'a.yaml': component('before'), 'b.yaml': many(60, component('bad')), 'c.yaml': component('after') })
    for (const file of ['a.yaml', 'b.yaml', 'c.yaml']) await catalog.add(file)
    const refs = await catalog.refs()
    expect(refs).toHaveLength(62)
    expect(refs).toEqual(expect.arrayContaining(['component:default/before', 'component:default/after', 'component:default/good-59']))
    expect(refs).not.toContain('component:default/bad')
    const source = (await catalog.sources()).find(({ target }) => target === 'b.yaml')
    expect(source).toMatchObject({
      failures: 1,
      error: { name: 'DatabaseError', message: expect.stringContaining('no room for component:default/bad') },
    })
    expect(source?.due_in).toBeGreaterThan(20)
    expect(await explained('component:default/bad')).toMatchObject({
      state: 'failed',
      errors: [
        {
          name: 'DatabaseError',
          message: expect.stringContaining('no room for component:default/bad'),
          cause: 'SQLSTATE 22000',
          line: 541,
        },
      ],
      sources: [{ name: 'file:b.yaml', failures: 1, error: { name: 'DatabaseError' } }],
    })
    expect((await failed()).map(({ entity_ref }) => entity_ref)).toContain('component:default/bad')

    await database.query("update catalog.source set due_at = now() where target = 'b.yaml'")
    await catalog.pass()
    expect((await catalog.sources()).find(({ target }) => target === 'b.yaml')).toMatchObject({ failures: 2 })
  })

  test('keeps the last good version, and everything is well again when its cause is gone', async () => {
    const catalog = start({ 'all.yaml': component('bad').replace('name: bad', 'name: later') })
    await catalog.add('all.yaml')
    catalog.write('all.yaml', many(3, component('bad')))
    await catalog.readAgain()
    expect(await catalog.refs()).toHaveLength(3)
    catalog.write('all.yaml', many(3, component('mended')))
    await catalog.readAgain()
    expect(await catalog.refs()).toContain('component:default/mended')
    expect((await catalog.sources())[0]).toMatchObject({ failures: 0, error: null, due_in: null })
    expect(await failed()).toEqual([])
  })

  test('of a source as a whole costs that source', async () => {
    const keys = chainOf(({ metadata }) => (metadata.name === 'bad' ? { refreshKeys: ['good', 7 as unknown as string] } : {}))
    const catalog = start({ 'a.yaml': component('one'), 'b.yaml': component('bad'), 'c.yaml': component('two') }, { chain: keys })
    for (const file of ['a.yaml', 'b.yaml', 'c.yaml']) await catalog.add(file)
    expect(await catalog.refs()).toEqual(expect.arrayContaining(['component:default/one', 'component:default/two']))
    expect((await catalog.sources()).map(({ failures }) => failures)).toEqual([0, 1, 0])
    expect((await failed()).map(({ location_key }) => location_key)).toContain('file:b.yaml')
  })

  test('of a provider costs its own entity', async () => {
    const catalog = start({})
    const entity = (name: string): { entity: Entity } => ({
      entity: {
        apiVersion: 'backstage.io/v1alpha1',
        kind: 'Component',
        metadata: {
          name,
          annotations: { 'backstage.io/managed-by-location': 'url:x', 'backstage.io/managed-by-origin-location': 'url:x' },
        },
        spec: { type: 'service', lifecycle: 'production', owner: 'team' },
      },
    })
    await catalog.provide('people', { type: 'full', entities: [entity('one'), entity('bad'), entity('two')] })
    expect(await catalog.refs()).toEqual(['component:default/one', 'component:default/two'])
    expect(await explained('component:default/bad')).toMatchObject({ state: 'failed', errors: [{ cause: 'SQLSTATE 22000' }] })
    const circular = entity('round')
    Object.assign(circular.entity, { spec: { ...circular.entity.spec, itself: circular } })
    await catalog.provide('people', { type: 'full', entities: [entity('one'), circular, entity('two'), entity('three')] })
    expect(await catalog.refs()).toEqual(['component:default/one', 'component:default/three', 'component:default/two'])
    expect(await explained('component:default/round')).toMatchObject({
      errors: [{ message: expect.stringContaining('cannot be written as JSON') }],
    })
  })
})

describe('what cannot be processed', () => {
  test('costs its own document, also where the mistake is in a plugin', async () => {
    const chain: ProcessorChain = {
      stages: ['preProcess'],
      fingerprint: 'test',
      run: async (_stage, inputs) =>
        inputs.map(({ entity }) => {
          if (entity.metadata.name === 'bad') throw new TypeError('x is not a function', { cause: new Error('a mistake') })
          return {}
        }),
    }
    const catalog = start({ 'all.yaml': many(60, component('bad')), 'more.yaml': component('more') }, { chain })
    await catalog.add('all.yaml')
    await catalog.add('more.yaml')
    expect(await catalog.refs()).toHaveLength(61)
    expect(await explained('component:default/bad')).toMatchObject({
      state: 'failed',
      errors: [{ name: 'TypeError', message: expect.stringContaining('x is not a function'), cause: 'Error: a mistake', line: 541 }],
    })
    expect((await catalog.sources())[0]).toMatchObject({ failures: 1, error: { name: 'TypeError' } })
  })
})

test('an entity that cannot be stitched keeps its error and holds up no other', async () => {
  const catalog = start({ 'all.yaml': many(40), 'broken.yaml': component('broken', { dependsOn: ['component:good-1'] }) })
  await catalog.add('all.yaml')
  await catalog.add('broken.yaml')
  await database.query("update catalog.entity set relations = 'no JSON' where ref = 'component:default/good-1'")
  catalog.write('more.yaml', [1, 2, 3].map(at => component(`more-${at}`, { dependsOn: [`component:good-${at}`] })).join('---\n'))
  await catalog.add('more.yaml')
  const related = await database.query("select relations from catalog.entity where ref = 'component:default/good-2'")
  expect(related.rows[0].relations).toContain('component:default/more-2')
  expect(await explained('component:default/good-1')).toMatchObject({
    state: 'stale',
    errors: [{ name: 'SyntaxError', message: expect.stringContaining('JSON') }],
  })
  expect((await failed()).map(({ entity_ref }) => entity_ref)).toEqual(['component:default/good-1'])
  await catalog.pass()
  expect(await database.count('stitch where failures = 1')).toBe(1)
})
