import type { Entity } from '@portico/catalog/common'
import { withCatalogDatabase } from '@portico/catalog/testing'
import { silentLog } from '@portico/core/testing'
import { describe, expect, test } from 'vitest'
import { createProcessorChain, type EntityProcessor } from '../process/processor.ts'
import { rootStore } from './root-store.ts'
import { component, createTemporaryCatalog, type TemporaryCatalog } from '../../testing/temporary-catalog.ts'
import { createUnprocessedStore } from '../write/unprocessed-store.ts'

const database = withCatalogDatabase()
let catalog: TemporaryCatalog

function start(processors: readonly EntityProcessor[] = [], options = {}, settings = {}): TemporaryCatalog {
  const chain = createProcessorChain(processors, options)
  catalog = database.closing(createTemporaryCatalog(database.db, { log: silentLog, chain, settings }))
  return catalog
}

function user(name: string, more: object = {}): { entity: Entity } {
  return { entity: { apiVersion: 'backstage.io/v1alpha1', kind: 'User', metadata: { name, ...more }, spec: { memberOf: [] } } }
}

describe('a provider', () => {
  test('sets everything it has; what it no longer names goes', async () => {
    start()
    await catalog.provide('people', { type: 'full', entities: Array.from({ length: 1203 }, (_, number) => user(`u${number}`)) })
    expect((await catalog.refs()).length).toBe(1203)
    const before = await catalog.entity('user:default/u7')
    const { length } = await catalog.changes()
    await catalog.provide('people', { type: 'full', entities: [user('u7'), user('u8', { description: 'new' })] })
    expect(await catalog.refs()).toEqual(['user:default/u7', 'user:default/u8'])
    expect(await catalog.entity('user:default/u7')).toEqual(before)
    expect((await catalog.changes()).length - length).toBe(1202)
    await catalog.provide('people', { type: 'full', entities: [] })
    expect(await catalog.refs()).toEqual([])
  })

  test('sets differences', async () => {
    start()
    await catalog.provide('people', { type: 'delta', added: [user('a'), user('b')], removed: [] })
    await catalog.provide('people', { type: 'delta', added: [user('c')], removed: ['User:default/A', user('b')] })
    expect(await catalog.refs()).toEqual(['user:default/c'])
    await catalog.provide('others', { type: 'delta', added: [], removed: ['user:default/c'] })
    expect(await catalog.refs()).toEqual(['user:default/c'])
  })

  test('is not bound by rules, leads to files by its Locations, and does not take names that others hold', async () => {
    start()
    catalog.write('more.yaml', component('one'))
    const annotations = {
      'backstage.io/managed-by-location': `file:${catalog.folder}/x`,
      'backstage.io/managed-by-origin-location': `file:${catalog.folder}/x`,
    }
    const lead: Entity = {
      apiVersion: 'backstage.io/v1alpha1',
      kind: 'Location',
      metadata: { name: 'lead', annotations },
      spec: { type: 'file', target: './more.yaml' },
    }
    await catalog.provide('p', { type: 'full', entities: [{ entity: lead }, user('a', { description: 'p' })] })
    expect(await catalog.refs()).toEqual(['component:default/one', 'location:default/lead', 'user:default/a'])
    await catalog.provide('q', { type: 'full', entities: [user('a', { description: 'q' })] })
    expect((await catalog.entity('user:default/a'))?.metadata.description).toBe('p')
    await catalog.provide('q', { type: 'full', entities: [] })
    await catalog.provide('p', { type: 'full', entities: [] })
    expect(await catalog.refs()).toEqual([])
  })

  test('that gives invalid entities does no harm', async () => {
    start()
    await catalog.provide('people', {
      type: 'full',
      entities: [user('good'), user('bad name!'), { entity: { nothing: true } as never }, user('good')],
    })
    expect(await catalog.refs()).toEqual(['user:default/good'])
  })

  test('that gives one name good and bad at once means the last of them, whatever it gave before', async () => {
    start()
    const [good, bad] = [user('a'), { entity: { ...user('a').entity, spec: { memberOf: 'nothing' } } }]
    const give = async (...entities: { entity: Entity }[]) => {
      await catalog.provide('people', { type: 'full', entities })
      const failed = await createUnprocessedStore(database.db).failed()
      return { refs: await catalog.refs(), failed: failed.map(({ entity_ref }) => entity_ref) }
    }
    expect(await give(good, bad)).toEqual({ refs: [], failed: ['user:default/a'] })
    expect(await give(bad, good)).toEqual({ refs: ['user:default/a'], failed: [] })
    expect(await give(bad, good)).toEqual({ refs: ['user:default/a'], failed: [] })
    // The last good version stays, with the error.
    expect(await give(good, bad)).toEqual({ refs: ['user:default/a'], failed: ['user:default/a'] })
    expect((await catalog.entity('user:default/a'))?.status?.items).toHaveLength(1)
    expect(await give(good)).toEqual({ refs: ['user:default/a'], failed: [] })
  })

  test('that is not there any more takes its entities along', async () => {
    start()
    await catalog.provide('gone', { type: 'full', entities: [user('a')] })
    await catalog.provide('here', { type: 'full', entities: [user('b')] })
    expect(await rootStore.removeProviders(database.db, ['here'])).toEqual(['gone'])
    expect(await catalog.refs()).toEqual(['user:default/b'])
  })
})

describe('processors', () => {
  const shout: EntityProcessor = {
    name: 'shout',
    preProcess: entity => ({ ...entity, metadata: { ...entity.metadata, title: `${entity.metadata.title ?? ''}!` } }),
  }

  test('change entities in the order of their priority, add relations and children, and judge kinds of their own', async () => {
    const ask: EntityProcessor = {
      name: 'ask',
      priority: 5,
      preProcess: entity => ({ ...entity, metadata: { ...entity.metadata, title: '?' } }),
    }
    const relate: EntityProcessor = {
      name: 'relate',
      validate: entity =>
        entity.kind === 'Robot'
          ? entity.spec?.['arms'] === 2
            ? []
            : [{ path: ['spec', 'arms'], message: 'spec.arms: must be 2' }]
          : undefined,
      postProcess: entity => ({
        relations: [
          {
            source: 'system:default/s',
            type: 'hasPart',
            target: `${entity.kind}:default/${entity.metadata.name}`.toLowerCase(),
            inverse: 'partOf',
          },
        ],
      }),
    }
    start([shout, ask, relate], {}, { rules: [{ allow: ['Component', 'Robot'] }] })
    const robot = (name: string, arms: number) =>
      `apiVersion: acme.test/v1\nkind: Robot\nmetadata: {name: ${name}}\nspec: {arms: ${arms}}\n`
    catalog.write('all.yaml', [component('one'), robot('good', 2), robot('bad', 3)].join('---\n'))
    await catalog.add('all.yaml')
    const one = await catalog.entity('component:default/one')
    expect(one?.metadata.title).toBe('?!')
    expect(one?.relations).toContainEqual({ type: 'partOf', targetRef: 'system:default/s' })
    expect(await catalog.refs()).toEqual(['component:default/one', 'robot:default/good'])
  })

  test('that fail fail the entity, and must not make another entity of it', async () => {
    const moody: EntityProcessor = {
      name: 'moody',
      preProcess: entity => {
        if (entity.metadata.name === 'one') throw new TypeError('no')
        return { ...entity, metadata: { ...entity.metadata, name: 'stolen' } }
      },
    }
    start([moody])
    catalog.write('all.yaml', [component('one'), component('two')].join('---\n'))
    await catalog.add('all.yaml')
    expect(await catalog.refs()).toEqual([])
  })

  test('are left out and ordered by config', async () => {
    start([shout], { shout: { disabled: true } })
    catalog.write('all.yaml', component('one'))
    await catalog.add('all.yaml')
    expect((await catalog.entity('component:default/one'))?.metadata.title).toBeUndefined()
  })
})

describe('placeholders', () => {
  test('that lead to a bomb of references are refused, and cost nothing but their entity', async () => {
    start()
    const api = (name: string, definition: string) =>
      `apiVersion: backstage.io/v1alpha1\nkind: API\nmetadata: {name: ${name}}\nspec: {type: openapi, lifecycle: l, owner: team, definition: ${definition}}\n`
    const names = Array.from({ length: 9 }, (_, level) => `a${level}`)
    const nine = (what: string) => `[${Array(9).fill(what).join(', ')}]`
    catalog.write('aliases.yaml', names.map((name, at) => `${name}: &${name} ${nine(at === 0 ? 'x' : `*a${at - 1}`)}`).join('\n'))
    catalog.write('refs.yaml', names.map((name, at) => `${name}: ${nine(at === 0 ? 'x' : `{$ref: "#/a${at - 1}"}`)}`).join('\n'))
    catalog.write('open.yaml', '{openapi: 3.0.0, paths: {/a: {$ref: "./refs.yaml#/a8"}}}')
    const documents = [component('good'), api('one', '{$yaml: ./aliases.yaml}'), api('two', '{$openapi: ./open.yaml}')]
    catalog.write('all.yaml', documents.join('---\n'))
    await catalog.add('all.yaml')
    expect(await catalog.refs()).toEqual(['component:default/good'])
    const failed = await createUnprocessedStore(database.db).failed()
    expect(failed.map(({ errors }) => errors?.[0]?.message)).toEqual([
      expect.stringContaining('catalog.limits.searchPairs sets this limit'),
      expect.stringContaining('open.yaml, with its references followed, has more than 12,000,000 bytes; catalog.limits.definitionBytes'),
    ])
  })

  test('are filled from files, which are watched like the source itself', async () => {
    start()
    const api = (definition: string) =>
      `apiVersion: backstage.io/v1alpha1\nkind: API\nmetadata: {name: api}\nspec: {type: openapi, lifecycle: production, owner: team, definition: ${definition}}\n`
    catalog.write('all.yaml', api('{$text: ./def.txt}'))
    catalog.write('def.txt', 'one')
    await catalog.add('all.yaml')
    const definition = async () => (await catalog.entity('api:default/api'))?.spec?.['definition']
    expect(await definition()).toBe('one')
    catalog.write('def.txt', 'two')
    await catalog.readAgain()
    expect(await definition()).toBe('two')
    catalog.write('all.yaml', api('{$openapi: ./open.yaml}'))
    catalog.write('open.yaml', 'a: {$ref: "./part.yaml#/x/y"}\nb: {$ref: "#/a"}\n')
    catalog.write('part.yaml', 'x: {y: {z: 1}}\n')
    await catalog.readAgain()
    expect(await definition()).toContain('z: 1')
    catalog.write('part.yaml', 'x: {y: {z: 2}}\n')
    expect(await rootStore.refreshKeys(database.db, [`file:${catalog.folder}/part.yaml`])).toBe(1)
    await catalog.pass()
    expect(await definition()).toContain('z: 2')
    catalog.write('all.yaml', api('{$text: ../../../../../../etc/hostname}'))
    await catalog.readAgain()
    expect((await catalog.entity('api:default/api'))?.status?.items?.[0]?.message).toContain('is outside of the folders')
  })
})
