import { withCatalogDatabase } from '@portico/catalog/testing'
import { silentLog } from '@portico/core/testing'
import { truncateSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { addressUnavailable } from '@portico/core/server/outbound'
import { type SourceReader } from '@portico/integrations/server'
import { createEntityServiceStore } from './entity-service-store.ts'
import { createExplainStore } from '../explain-store.ts'
import { generateLocation } from '../read/generated-location.ts'
import { rootStore } from '../read/root-store.ts'
import {
  component,
  createTemporaryCatalog,
  location,
  type TemporaryCatalog,
  type TemporaryCatalogOptions,
} from '../../testing/temporary-catalog.ts'
import { createUnprocessedStore } from './unprocessed-store.ts'

const database = withCatalogDatabase()
let catalog: TemporaryCatalog

function start(files: Readonly<Record<string, string>>, options: Partial<TemporaryCatalogOptions> = {}): TemporaryCatalog {
  catalog = database.closing(createTemporaryCatalog(database.db, { log: silentLog, files, ...options }))
  return catalog
}

const explain = (ref: string) => createExplainStore(database.db)(ref)
const messagesOf = async (ref: string) => (await catalog.entity(ref))?.status?.items?.map(({ message }) => message)

describe('a document that is wrong', () => {
  test('from the start is not in the catalog but in the list of what failed, with file and line', async () => {
    start({ 'all.yaml': `${component('good')}---\n${component('bad').replace('type: service', 'type: 7')}` })
    await catalog.add('all.yaml')
    expect(await catalog.refs()).toEqual(['component:default/good'])
    const failed = await createUnprocessedStore(database.db).failed()
    expect(failed).toEqual([
      expect.objectContaining({
        entity_ref: 'component:default/bad',
        unprocessed_entity: expect.objectContaining({ kind: 'Component' }),
        errors: [
          expect.objectContaining({ name: 'InputError', message: expect.stringMatching(/spec\.type: 7 .*all\.yaml:15\)/), line: 15 }),
        ],
      }),
    ])
    expect(await createUnprocessedStore(database.db).failed('group:default/team')).toHaveLength(1)
    expect(await createUnprocessedStore(database.db).failed('others')).toHaveLength(0)
    expect((await explain('component:default/bad')).sources).toEqual([
      expect.objectContaining({ role: 'failed', line: 10, name: 'file:all.yaml' }),
    ])
  })

  test('after a good version keeps that one and shows the error; the error goes with its cause', async () => {
    start({ 'all.yaml': component('one') })
    await catalog.add('all.yaml')
    const good = await catalog.entity('component:default/one')
    catalog.write('all.yaml', component('one').replace('lifecycle: production', 'lifecycle: ""'))
    await catalog.readAgain()
    const bad = await catalog.entity('component:default/one')
    expect(bad).toMatchObject({ spec: good?.spec, metadata: { uid: good?.metadata.uid } })
    expect(bad?.status?.items).toEqual([
      expect.objectContaining({
        type: 'backstage.io/catalog-processing',
        level: 'error',
        message: expect.stringMatching(/^InputError: spec\.lifecycle/),
      }),
    ])
    catalog.write('all.yaml', component('one'))
    await catalog.readAgain()
    expect(await catalog.entity('component:default/one')).toEqual(good)
    expect((await explain('component:default/one')).entity?.errors).toEqual([])
  })

  test('and cannot even be named counts against the file, and nothing that is missing counts as gone', async () => {
    start({ 'all.yaml': `${component('one')}---\n${component('two')}` })
    await catalog.add('all.yaml')
    for (const broken of ['kind: Component\n', 'a:\n\tb: 1\n', '{', '- x\n', 'just words\n']) {
      catalog.write('all.yaml', `${component('one')}---\n${broken}`)
      await catalog.readAgain()
      expect(await catalog.refs()).toEqual(['component:default/one', 'component:default/two'])
      expect((await catalog.sources())[0]?.error?.message, broken).toMatch(/all\.yaml:1[01]/)
    }
    catalog.write('all.yaml', component('one'))
    await catalog.readAgain()
    expect(await catalog.refs()).toEqual(['component:default/one'])
  })

  test('twice in one file is refused the second time', async () => {
    start({ 'all.yaml': `${component('one', { description: 'first' })}---\n${component('One', { description: 'second' })}` })
    await catalog.add('all.yaml')
    expect((await catalog.entity('component:default/one'))?.metadata.description).toBe('first')
    expect((await catalog.sources())[0]?.error?.message).toMatch(
      /all\.yaml:11: component:default\/one is already written at .*all\.yaml:1$/,
    )
  })

  test('has keys that differ only by letter case', async () => {
    start({ 'all.yaml': `${component('one')}  extra: {Key: 1, key: 2}\n` })
    await catalog.add('all.yaml')
    expect((await createUnprocessedStore(database.db).failed())[0]?.errors?.[0]?.message).toContain('only by letter case')
  })

  test('is of a kind that must not come from there', async () => {
    start(
      {
        'all.yaml': `${component('one')}---\nkind: Group\napiVersion: backstage.io/v1alpha1\nmetadata: {name: team}\nspec: {type: team, children: []}\n`,
      },
      { settings: { rules: [{ allow: ['component'] }] } },
    )
    await catalog.add('all.yaml')
    expect(await catalog.refs()).toEqual(['component:default/one'])
    expect((await catalog.sources())[0]?.error).toMatchObject({
      name: 'NotAllowedError',
      message: expect.stringContaining('group:default/team is not of an allowed kind'),
    })
  })

  test('is not text, is larger than 50 MB, or is a folder', async () => {
    start({ 'all.yaml': component('one') })
    await catalog.add('all.yaml')
    for (const bytes of [Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1]), Buffer.from([0x6b, 0xff, 0xfe])]) {
      writeFileSync(`${catalog.folder}/all.yaml`, bytes)
      await catalog.readAgain()
      expect((await catalog.sources())[0]?.error).toMatchObject({
        name: 'InputError',
        message: expect.stringContaining('all.yaml is not text'),
      })
    }
    truncateSync(`${catalog.folder}/all.yaml`, 50 * 2 ** 20 + 1)
    await catalog.readAgain()
    expect((await catalog.sources())[0]?.error).toMatchObject({
      name: 'InputError',
      message: expect.stringContaining('more than the 50 MB'),
    })
    catalog.remove('all.yaml')
    catalog.write('all.yaml/x', 'x')
    await catalog.readAgain()
    expect((await catalog.sources())[0]?.error?.message).toContain('is not a file')
    expect(await catalog.refs()).toEqual(['component:default/one'])
  })
})

describe('a name that two sources want', () => {
  test('is with the one that was known first, also where the other was read sooner', async () => {
    start({ 'b.yaml': component('one', { description: 'b' }), 'a.yaml': component('one', { description: 'a' }) })
    await rootStore.syncConfig(database.db, [
      { type: 'file', target: 'b.yaml' },
      { type: 'file', target: 'a.yaml' },
    ])
    // As when another server reads the first, and takes its time.
    await database.query("update catalog.source set due_at = now() + interval '1 hour' where target = 'b.yaml'")
    await catalog.pass()
    expect((await catalog.entity('component:default/one'))?.metadata.description).toBe('a')
    await database.query("update catalog.source set due_at = now() where target = 'b.yaml'")
    await catalog.pass()
    expect((await catalog.entity('component:default/one'))?.metadata.description).toBe('b')
    expect((await explain('component:default/one')).sources.map(({ role, name }) => `${role} ${name}`)).toEqual([
      'holder file:b.yaml',
      'refused file:a.yaml',
    ])
    // The other has it when it is free.
    catalog.write('b.yaml', component('other'))
    await catalog.readAgain()
    expect((await catalog.entity('component:default/one'))?.metadata.description).toBe('a')
    // A source that was read before has had its turn.
    catalog.write('b.yaml', component('one', { description: 'b' }))
    await catalog.readAgain()
    expect((await catalog.entity('component:default/one'))?.metadata.description).toBe('a')
  })

  test('is not taken from the location itself by a document that calls itself like it', async () => {
    start({ 'all.yaml': component('one') })
    const { metadata } = generateLocation({ type: 'file', target: 'all.yaml' })
    catalog.write('all.yaml', `${component('one')}---\n${location(metadata.name, ['x.yaml'])}`)
    await catalog.add('all.yaml')
    expect(await catalog.refs()).toEqual(['component:default/one'])
    expect((await catalog.sources())[0]?.error?.message).toMatch(/is already written at the location itself$/)
  })

  test('stays with the first; both are reported; the other has it when the first gives it up', async () => {
    start({ 'a.yaml': component('one', { description: 'a' }), 'b.yaml': component('one', { description: 'b' }) })
    await catalog.add('a.yaml')
    await catalog.add('b.yaml')
    expect((await catalog.entity('component:default/one'))?.metadata.description).toBe('a')
    expect((await explain('component:default/one')).sources.map(({ role, name }) => `${role} ${name}`)).toEqual([
      'holder file:a.yaml',
      'refused file:b.yaml',
    ])
    const { uid } = (await catalog.entity('component:default/one'))?.metadata ?? {}
    catalog.write('a.yaml', component('other'))
    await catalog.readAgain()
    const taken = await catalog.entity('component:default/one')
    expect(taken?.metadata).toMatchObject({ description: 'b' })
    expect(taken?.metadata.uid).not.toBe(uid)
    expect((await explain('component:default/one')).sources.map(({ role, name }) => `${role} ${name}`)).toEqual(['holder file:b.yaml'])
  })

  test('goes over also when the root of the first is removed, and the refusal is removed when the second gives up', async () => {
    start({ 'a.yaml': component('one'), 'b.yaml': component('one'), 'c.yaml': component('one') })
    for (const file of ['a.yaml', 'b.yaml', 'c.yaml']) await catalog.add(file)
    catalog.write('c.yaml', component('three'))
    await catalog.readAgain()
    await catalog.drop('a.yaml')
    expect((await explain('component:default/one')).sources.map(({ role, name }) => `${role} ${name}`)).toEqual(['holder file:b.yaml'])
  })
})

describe('a source that cannot be read', () => {
  test('deletes nothing, shows its error, waits longer each time, and recovers', async () => {
    let failure: Error | undefined
    const text = component('one')
    const reader: SourceReader = {
      type: 'test',
      read: async () => {
        if (failure) throw failure
        return { files: [{ target: 'x', text }] }
      },
      resolve: target => target,
      isSameRepository: () => true,
    }
    start(
      { 'root.yaml': `apiVersion: backstage.io/v1alpha1\nkind: Location\nmetadata: {name: root}\nspec: {type: test, target: x}\n` },
      { readers: [reader] },
    )
    await catalog.add('root.yaml')
    const before = await catalog.entity('location:default/root')
    const waits: number[] = []
    for (const message of ['status 500', 'status 500', 'no answer']) {
      failure = addressUnavailable(message)
      await catalog.readAgain()
      expect(await messagesOf('location:default/root')).toEqual([`ServiceUnavailableError: ${message}`])
      waits.push((await catalog.sources())[1]?.due_in ?? 0)
    }
    failure = addressUnavailable('too many', { retryAfterMs: 7_200_000 })
    await catalog.readAgain()
    waits.push((await catalog.sources())[1]?.due_in ?? 0)
    expect(waits.map(Math.round)).toEqual(waits.map(Math.round).toSorted((a, b) => a - b))
    expect(waits.at(-1)).toBeGreaterThan(7000)
    expect(await catalog.refs()).toEqual(['component:default/one', 'location:default/root'])
    failure = undefined
    await catalog.readAgain()
    expect(await catalog.entity('location:default/root')).toEqual(before)
    expect((await catalog.sources())[1]).toMatchObject({ failures: 0, error: null })
  })
})

describe('the error of a target', () => {
  test('goes when the target is taken out of the Location, also where another still leads there', async () => {
    const root = (targets: string[]) => location('root', targets)
    start({ 'root.yaml': root(['good.yaml', 'gone.yaml']), 'good.yaml': component('one'), 'other.yaml': location('other', ['gone.yaml']) })
    await catalog.add('root.yaml')
    expect(await messagesOf('location:default/root')).toEqual([expect.stringContaining('gone.yaml was not found')])
    catalog.write('root.yaml', root(['good.yaml']))
    await catalog.readAgain()
    expect(await messagesOf('location:default/root')).toBeUndefined()
    expect((await catalog.entity('location:default/root'))?.spec).toEqual({ targets: ['good.yaml'] })

    catalog.write('root.yaml', root(['gone.yaml']))
    await catalog.readAgain()
    await catalog.add('other.yaml')
    expect(await messagesOf('location:default/other')).toEqual([expect.stringContaining('gone.yaml was not found')])
    catalog.write('root.yaml', root(['good.yaml']))
    await catalog.readAgain()
    expect(await messagesOf('location:default/root')).toBeUndefined()
    expect(await messagesOf('location:default/other')).toHaveLength(1)
  })

  test('goes when a pattern no longer fits it', async () => {
    start({ 'root.yaml': location('root', ['./*.part.yaml']), 'a.part.yaml': component('one'), 'b.part.yaml': 'a: [' })
    await catalog.add('root.yaml')
    expect(await messagesOf('location:default/root')).toHaveLength(1)
    catalog.remove('b.part.yaml')
    await catalog.readAgain()
    expect(await messagesOf('location:default/root')).toBeUndefined()
  })
})

test('a web address that answers 429 or 500, breaks off, or belongs to another owner by now loses nothing', async () => {
  let answer: RequestListener = (_, response) => response.end(component('one'))
  const web = createServer((request, response) => answer(request, response))
  await new Promise<void>(resolve => web.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void web.close())
  const host = `127.0.0.1:${(web.address() as AddressInfo).port}`
  start({}, { settings: { allow: [{ host }] } })
  await catalog.add(`http://${host}/all.yaml`, 'url')
  const faults: [string, RequestListener][] = [
    ['status 429', (_, response) => response.writeHead(429, { 'retry-after': '7200' }).end()],
    ['status 500', (_, response) => response.writeHead(500).end()],
    ['was not found', (_, response) => response.writeHead(404).end()],
    ['cannot be read', (_, response) => void response.writeHead(200, { 'content-length': '900' }).write('kind', () => response.destroy())],
    ['is not text', (_, response) => response.end(Buffer.from([0x50, 0x4b, 0, 1]))],
    ['is not allowed', (_, response) => response.writeHead(302, { location: 'http://10.0.0.1/' }).end()],
    ['all.yaml:1', (_, response) => response.end('<html lang="en"><body>Sign in</body></html>')],
  ]
  for (const [message, fault] of faults) {
    answer = fault
    await catalog.readAgain()
    const [source] = await catalog.sources()
    expect([source?.error?.message, await catalog.refs()]).toEqual([expect.stringContaining(message), ['component:default/one']])
    if (message === 'status 429') expect(source?.due_in).toBeGreaterThan(7000)
  }
  answer = (_, response) => response.end(component('two'))
  await catalog.readAgain()
  expect(await catalog.refs()).toEqual(['component:default/two'])
})

describe('an entity that a user deletes', () => {
  test('comes back with a new uid while its file lists it [CATAPI-26]', async () => {
    start({ 'root.yaml': `${location('root', ['more.yaml'])}---\n${component('one')}`, 'more.yaml': component('two') })
    await catalog.add('root.yaml')
    const services = createEntityServiceStore(database.db)
    for (const ref of ['component:default/one', 'location:default/root']) {
      const before = (await catalog.entity(ref))?.metadata.uid ?? ''
      const two = await catalog.entity('component:default/two')
      expect(await services.deleteByUid(before)).toMatchObject({ ref })
      expect(await catalog.entity(ref)).toBeUndefined()
      await catalog.pass()
      const after = (await catalog.entity(ref))?.metadata.uid
      expect(after).toMatch(/^[0-9a-f-]{36}$/)
      expect(after).not.toBe(before)
      expect(await catalog.entity('component:default/two')).toEqual(two)
    }
    expect(await services.deleteByUid('no uid')).toBeUndefined()
  })

  test('or asks to refresh is read again with all that leads to it; ancestry shows the path [CATAPI-24]', async () => {
    start({ 'root.yaml': location('root', ['more.yaml']), 'more.yaml': component('two') })
    await catalog.add('root.yaml')
    const services = createEntityServiceStore(database.db)
    catalog.write('root.yaml', `${location('root', ['more.yaml'])}---\n${component('new')}`)
    expect(await services.refresh('component:default/two')).toBe(true)
    await catalog.pass()
    expect(await catalog.refs()).toContain('component:default/new')
    expect(await services.refresh('component:default/nobody')).toBe(false)
    const ancestry = await services.ancestry('component:default/two')
    expect(ancestry?.map(({ ref }) => ref.replace(/generated-.*/, 'generated'))).toEqual([
      'component:default/two',
      'location:default/root',
      'location:default/generated',
    ])
    expect(ancestry?.[0]?.parentRefs).toEqual(['location:default/root'])
    expect(ancestry?.[2]?.parentRefs).toEqual([])
    expect(await services.ancestry('component:default/nobody')).toBeUndefined()
  })
})
