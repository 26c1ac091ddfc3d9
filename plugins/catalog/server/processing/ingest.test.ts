import { withCatalogDatabase } from '@portico/catalog/testing'
import { silentLog } from '@portico/core/testing'
import { describe, expect, test } from 'vitest'
import {
  component,
  createTemporaryCatalog,
  location,
  type TemporaryCatalog,
  type TemporaryCatalogOptions,
} from '../testing/temporary-catalog.ts'

const database = withCatalogDatabase()
let catalog: TemporaryCatalog

function start(files: Readonly<Record<string, string>>, options: Partial<TemporaryCatalogOptions> = {}): TemporaryCatalog {
  catalog = database.closing(createTemporaryCatalog(database.db, { log: silentLog, files, ...options }))
  return catalog
}

const group = 'apiVersion: backstage.io/v1alpha1\nkind: Group\nmetadata:\n  name: team\nspec:\n  type: team\n  children: []\n'

describe('a root', () => {
  test('brings its documents, its own entity, relations in both directions and the location annotations [MODEL-06, MODEL-08]', async () => {
    const { folder } = start({ 'all.yaml': `${component('one')}---\n# nothing\n---\n${group}` })
    await catalog.add('all.yaml')
    const entities = await catalog.entities()
    expect([...entities.keys()].filter(ref => !ref.includes('generated-'))).toEqual(['component:default/one', 'group:default/team'])
    const one = entities.get('component:default/one')
    expect(one).toMatchObject({
      metadata: {
        namespace: 'default',
        uid: expect.stringMatching(/^[0-9a-f-]{36}$/),
        etag: expect.stringMatching(/^[0-9a-f]{40}$/),
        annotations: {
          'backstage.io/managed-by-location': `file:${folder}/all.yaml`,
          'backstage.io/managed-by-origin-location': 'file:all.yaml',
        },
      },
      relations: [{ type: 'ownedBy', targetRef: 'group:default/team' }],
    })
    expect(one?.status).toBeUndefined()
    expect(entities.get('group:default/team')?.relations).toEqual([{ type: 'ownerOf', targetRef: 'component:default/one' }])
    const generated = [...entities.values()].find(({ metadata }) => metadata.name.startsWith('generated-'))
    expect(generated).toMatchObject({ kind: 'Location', spec: { type: 'file', target: 'all.yaml' } })
  })

  test('that cannot be read has no entity, and one when it can', async () => {
    start({})
    await catalog.add('late.yaml')
    expect((await catalog.entities()).size).toBe(0)
    expect((await catalog.sources())[0]).toMatchObject({ failures: 1, error: { name: 'NotFoundError' } })
    catalog.write('late.yaml', component('late'))
    await catalog.readAgain()
    expect((await catalog.entities()).size).toBe(2)
    expect((await catalog.sources())[0]).toMatchObject({ failures: 0, error: null })
  })

  test('that is gone from config removes what only it led to', async () => {
    start({
      'a.yaml': location('a', ['shared.yaml', 'mine.yaml']),
      'b.yaml': location('b', ['shared.yaml']),
      'shared.yaml': component('shared'),
      'mine.yaml': component('mine'),
    })
    await catalog.add('a.yaml')
    await catalog.add('b.yaml')
    await catalog.drop('a.yaml')
    expect(await catalog.refs()).toEqual(['component:default/shared', 'location:default/b'])
    const shared = await catalog.entity('component:default/shared')
    expect(shared?.metadata.annotations?.['backstage.io/managed-by-origin-location']).toBe('file:b.yaml')
    expect(
      (await catalog.changes())
        .filter(({ kind }) => kind === 'deleted')
        .map(({ ref }) => ref)
        .filter(ref => !ref.includes('generated')),
    ).toEqual(expect.arrayContaining(['component:default/mine', 'location:default/a']))
  })
})

describe('a change', () => {
  test('of one document touches that entity and its neighbours, and nothing else', async () => {
    start({ 'all.yaml': [component('one'), component('two'), group].join('---\n') })
    await catalog.add('all.yaml')
    const before = await catalog.entities()
    const length = (await catalog.changes()).length
    catalog.write('all.yaml', [component('one', { owner: 'others', description: 'new' }), component('two'), group].join('---\n'))
    await catalog.readAgain()
    const after = await catalog.entities()
    expect(after.get('component:default/two')).toEqual(before.get('component:default/two'))
    expect(after.get('component:default/one')?.metadata.uid).toBe(before.get('component:default/one')?.metadata.uid)
    expect(after.get('component:default/one')?.metadata.etag).not.toBe(before.get('component:default/one')?.metadata.etag)
    expect(after.get('component:default/one')?.relations).toEqual([{ type: 'ownedBy', targetRef: 'group:default/others' }])
    expect(after.get('group:default/team')?.relations).toEqual([{ type: 'ownerOf', targetRef: 'component:default/two' }])
    const changes = (await catalog.changes()).slice(length)
    expect(changes.map(({ ref, kind }) => `${kind} ${ref}`)).toEqual(['updated component:default/one', 'updated group:default/team'])
    expect(changes[0]).toMatchObject({
      fields: ['metadata.description', 'spec.owner'],
      relations_added: ['ownedBy group:default/others'],
      relations_removed: ['ownedBy group:default/team'],
      source: 'file:all.yaml',
      final_before: JSON.stringify(before.get('component:default/one')),
    })
    expect(changes[1]).toMatchObject({ fields: [], relations_removed: ['ownerOf component:default/one'], final_before: null })
  })

  test('that there is none of makes no revision, however often it is read', async () => {
    start({ 'all.yaml': component('one') })
    await catalog.add('all.yaml')
    const before = await catalog.changes()
    await catalog.readAgain()
    catalog.write('all.yaml', `# a comment\n${component('one')}\n`)
    await catalog.readAgain()
    catalog.reopen()
    await catalog.readAgain()
    expect(await catalog.changes()).toEqual(before)
  })

  test('of the order in a list of refs is none', async () => {
    start({ 'all.yaml': component('one', { dependsOn: ['resource:b', 'resource:a'] }) })
    await catalog.add('all.yaml')
    expect((await catalog.entity('component:default/one'))?.spec?.['dependsOn']).toEqual(['resource:a', 'resource:b'])
    const { length } = await catalog.changes()
    catalog.write('all.yaml', component('one', { dependsOn: ['resource:a', 'resource:b'] }))
    await catalog.readAgain()
    expect(await catalog.changes()).toHaveLength(length)
  })
})

describe('an entity that nothing lists any more', () => {
  test('goes, with what it led to', async () => {
    start({ 'all.yaml': `${component('one')}---\n${location('more', ['more.yaml'])}`, 'more.yaml': component('two') })
    await catalog.add('all.yaml')
    catalog.write('all.yaml', component('one'))
    await catalog.readAgain()
    expect(await catalog.refs()).toEqual(['component:default/one'])
    expect(await catalog.sources()).toHaveLength(1)
  })

  test('stays as an orphan where config says so, and no longer when it is listed again', async () => {
    start(
      { 'all.yaml': `${component('one')}---\n${location('more', ['more.yaml'])}`, 'more.yaml': component('two') },
      { options: { orphanStrategy: 'keep' } },
    )
    await catalog.add('all.yaml')
    const { uid } = (await catalog.entity('component:default/two'))?.metadata ?? {}
    catalog.write('all.yaml', `${component('one')}---\n${location('more', ['other.yaml'])}`)
    catalog.write('other.yaml', component('three'))
    await catalog.readAgain()
    expect((await catalog.entity('component:default/two'))?.metadata).toMatchObject({ uid, annotations: { 'backstage.io/orphan': 'true' } })
    catalog.write('all.yaml', `${component('one')}---\n${location('more', ['more.yaml'])}`)
    await catalog.readAgain()
    const back = await catalog.entity('component:default/two')
    expect(back?.metadata.uid).toBe(uid)
    expect(back?.metadata.annotations).not.toHaveProperty('backstage.io/orphan')
  })
})

describe('Locations', () => {
  test('in a circle are read once each, and go together when no root leads to them', async () => {
    start({
      'root.yaml': location('root', ['a.yaml']),
      'a.yaml': location('a', ['b.yaml']),
      'b.yaml': `${location('b', ['a.yaml', 'b.yaml'])}---\n${component('one')}`,
    })
    await catalog.add('root.yaml')
    expect(await catalog.refs()).toEqual(['component:default/one', 'location:default/a', 'location:default/b', 'location:default/root'])
    catalog.write('root.yaml', location('root', []))
    await catalog.readAgain()
    expect(await catalog.refs()).toEqual(['location:default/root'])
    expect(await catalog.sources()).toHaveLength(1)
  })

  test('with a target that is not there say so, keep what was read, and are fine where it is optional', async () => {
    start({ 'root.yaml': location('root', ['a.yaml', 'missing.yaml']), 'a.yaml': component('one') })
    await catalog.add('root.yaml')
    const root = await catalog.entity('location:default/root')
    expect(root?.status?.items).toEqual([
      expect.objectContaining({
        type: 'backstage.io/catalog-processing',
        level: 'error',
        message: expect.stringContaining('missing.yaml was not found'),
      }),
    ])
    catalog.remove('a.yaml')
    await catalog.readAgain()
    expect(await catalog.refs()).toContain('component:default/one')
    catalog.write('root.yaml', location('root', ['a.yaml', 'missing.yaml'], 'optional'))
    await catalog.readAgain()
    expect((await catalog.entity('location:default/root'))?.status).toBeUndefined()
    expect(await catalog.refs()).toEqual(['location:default/root'])
  })

  test('that lead to files outside of what may be read are refused, links included', async () => {
    const { symlinkSync } = await import('node:fs')
    start({ 'in/root.yaml': location('root', ['../../../../../../etc/hostname', './link.yaml', 'javascript:alert(1)']) })
    symlinkSync('/etc/hostname', `${catalog.folder}/in/link.yaml`)
    await catalog.add('in/root.yaml')
    expect(await catalog.refs()).toEqual([])
    catalog.write('in/root.yaml', location('root', ['../../../../../../etc/hostname', './link.yaml']))
    await catalog.readAgain()
    const errors = (await catalog.entity('location:default/root'))?.status?.items?.map(({ message }) => message)
    expect(errors).toEqual([expect.stringContaining('/etc/hostname is outside'), expect.stringContaining('link.yaml is outside')])
  })

  test('of 19,000 targets, nearly as many values as an entity may have, are read in batches', async () => {
    const targets = Array.from({ length: 19_000 }, (_, number) => `none-${number}.yaml`)
    start({ 'root.yaml': location('root', targets, 'optional') })
    await catalog.add('root.yaml')
    expect(await catalog.refs()).toEqual(['location:default/root'])
    const sources = await catalog.sources()
    expect(sources).toHaveLength(19_001)
    expect(sources.filter(({ due_in }) => due_in !== null)).toEqual([])
  })
})
