import { withCatalogDatabase } from '@portico/catalog/testing'
import { silentLog } from '@portico/core/testing'
import { renameSync, symlinkSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { collectEntities } from '../process/collect-entities.ts'
import { createEntityServiceStore } from '../write/entity-service-store.ts'
import { createExplainStore } from '../explain-store.ts'
import {
  component,
  createTemporaryCatalog,
  location,
  type TemporaryCatalog,
  type TemporaryCatalogOptions,
} from '../../testing/temporary-catalog.ts'

const database = withCatalogDatabase()
let catalog: TemporaryCatalog

function start(files: Readonly<Record<string, string>>, options: Partial<TemporaryCatalogOptions> = {}): TemporaryCatalog {
  catalog = database.closing(createTemporaryCatalog(database.db, { log: silentLog, files, ...options }))
  return catalog
}

const sourcesOf = async (ref: string) =>
  (await createExplainStore(database.db)(ref)).sources.map(({ role, name }) => `${role} ${name.replace(catalog.folder, '')}`)
const rootStatus = async () => {
  const root = [...(await catalog.entities()).values()].find(({ metadata }) => metadata.name.startsWith('generated-'))
  return root?.status?.items?.map(({ message }) => message)
}

describe('a pattern', () => {
  test('brings every file that fits, each a source with a location of its own; the origin is what config names [MODEL-08]', async () => {
    const { folder } = start({ 'a/one.yaml': component('one'), 'b/two.yaml': component('two'), 'b/other.txt': 'x' })
    await catalog.add('*/*.yaml')
    expect(await catalog.refs()).toEqual(['component:default/one', 'component:default/two'])
    expect((await catalog.entity('component:default/two'))?.metadata.annotations).toMatchObject({
      'backstage.io/managed-by-location': `file:${folder}/b/two.yaml`,
      'backstage.io/managed-by-origin-location': 'file:*/*.yaml',
    })
    expect((await catalog.sources()).map(({ target }) => target)).toEqual(['*/*.yaml', `${folder}/a/one.yaml`, `${folder}/b/two.yaml`])
    expect((await catalog.changes()).find(({ ref }) => ref === 'component:default/two')?.source).toBe(`file:${folder}/b/two.yaml`)
    const ancestry = await createEntityServiceStore(database.db).ancestry('component:default/two')
    expect(ancestry?.map(({ ref }) => ref.replace(/generated-.*/, 'generated'))).toEqual([
      'component:default/two',
      'location:default/generated',
    ])
  })

  test('that fits other files than before brings the new ones and removes the others', async () => {
    start({ 'a/one.yaml': component('one'), 'b/two.yaml': component('two') })
    await catalog.add('*/*.yaml')
    const before = await catalog.entity('component:default/two')
    catalog.remove('a')
    catalog.write('c/three.yaml', component('three'))
    await catalog.readAgain()
    expect(await catalog.refs()).toEqual(['component:default/three', 'component:default/two'])
    expect(await catalog.entity('component:default/two')).toEqual(before)
    expect(await catalog.sources()).toHaveLength(3)
    await catalog.drop('*/*.yaml')
    expect([(await catalog.entities()).size, (await catalog.sources()).length]).toEqual([0, 0])
  })

  test('with two files that want one name gives it to one, and both are reported; the other has it when that is gone', async () => {
    start({ 'a.yaml': component('one', { description: 'a' }), 'b.yaml': component('one', { description: 'b' }) })
    await catalog.add('*.yaml')
    expect(await sourcesOf('component:default/one')).toEqual(['holder file:/a.yaml', 'refused file:/b.yaml'])
    catalog.remove('a.yaml')
    await catalog.readAgain()
    expect(await sourcesOf('component:default/one')).toEqual(['holder file:/b.yaml'])
    expect((await catalog.entity('component:default/one'))?.metadata.description).toBe('b')
  })

  test('shows at its Location what is wrong with its files, each of which fails alone', async () => {
    start({ 'a.yaml': component('one'), 'b.yaml': '{' })
    await catalog.add('*.yaml')
    expect(await catalog.refs()).toEqual(['component:default/one'])
    expect(await rootStatus()).toEqual([expect.stringContaining('b.yaml:1')])
    catalog.write('b.yaml', component('two'))
    await catalog.readAgain()
    expect(await rootStatus()).toBeUndefined()
    expect(await catalog.refs()).toEqual(['component:default/one', 'component:default/two'])
  })

  test('whose folder is away loses nothing', async () => {
    start({ 'in/a.yaml': component('one') })
    await catalog.add('in/*.yaml')
    renameSync(`${catalog.folder}/in`, `${catalog.folder}/out`)
    await catalog.readAgain()
    expect(await rootStatus()).toEqual([expect.stringMatching(/in was not found/)])
    expect((await catalog.sources())[0]).toMatchObject({ failures: 1, error: { name: 'NotFoundError' } })
    renameSync(`${catalog.folder}/out`, `${catalog.folder}/in`)
    await catalog.readAgain()
    expect(await catalog.refs()).toEqual(['component:default/one'])
    expect(await rootStatus()).toBeUndefined()
  })

  test('of a Location leads on like its other targets, also where one file is meant twice', async () => {
    start({
      'root.yaml': location('root', ['./parts/*.yaml', './parts/a.yaml']),
      'parts/a.yaml': component('one'),
      'parts/b.yaml': component('two'),
    })
    await catalog.add('root.yaml')
    expect(await catalog.refs()).toEqual(['component:default/one', 'component:default/two', 'location:default/root'])
    const ancestry = await createEntityServiceStore(database.db).ancestry('component:default/two')
    expect(ancestry?.map(({ ref }) => ref.replace(/generated-.*/, 'generated'))).toEqual([
      'component:default/two',
      'location:default/root',
      'location:default/generated',
    ])
    catalog.write('parts/b.yaml', component('changed'))
    expect(await createEntityServiceStore(database.db).refresh('component:default/two')).toBe(true)
    await catalog.pass()
    expect(await catalog.refs()).toContain('component:default/changed')
    catalog.write('root.yaml', location('root', ['./parts/*.yaml']))
    await catalog.readAgain()
    expect(await catalog.refs()).toEqual(['component:default/changed', 'component:default/one', 'location:default/root'])
    catalog.write('root.yaml', location('root', ['./parts/a.yaml']))
    await catalog.readAgain()
    expect(await catalog.refs()).toEqual(['component:default/one', 'location:default/root'])
  })

  test('does not lead out of its folder by a link', async () => {
    start({ 'in/a.yaml': component('one') })
    symlinkSync('/etc/hostname', `${catalog.folder}/in/b.yaml`)
    await catalog.add('in/*.yaml')
    expect(await catalog.refs()).toEqual(['component:default/one'])
    expect(await rootStatus()).toEqual([expect.stringContaining('b.yaml is outside of the folders')])
  })

  test('is followed in a dry run too', async () => {
    const { context } = start({ 'a.yaml': component('one'), 'b.yaml': component('one') })
    const { entities, errors } = await collectEntities([{ type: 'file', target: '*.yaml' }], context)
    expect(entities.map(({ location: file }) => file.replace(catalog.folder, ''))).toEqual(['file:*.yaml', 'file:/a.yaml'])
    expect(errors).toMatchObject([{ name: 'ConflictError', ref: 'component:default/one' }])
  })
})
