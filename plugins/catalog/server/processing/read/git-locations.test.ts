import { eventually } from '@portico/core/testing'
import { catalogApi, type Entity } from '@portico/catalog/common'
import { document, file, startCatalog, type TestCatalog } from '@portico/catalog/testing'
import { startFakeGit, type FakeGit } from '@portico/integrations/testing'
import { readFileSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

// Whole servers, each with a thread that loads what it needs.
vi.setConfig({ testTimeout: 60_000 })

let fake: FakeGit
let catalog: TestCatalog
beforeEach(async () => void (fake = await startFakeGit()))
afterEach(async () => {
  await catalog.stop()
  await fake.close()
})

async function start(fragment: string | undefined, more: object = {}): Promise<void> {
  const locations = fragment === undefined ? [] : [{ type: 'git', target: `${fake.url}#${fragment}` }]
  const config = { backend: { reading: { allow: [{ host: fake.host }] } } }
  // Nothing is read by itself but what failed.
  catalog = await startCatalog({}, { config, catalog: { processingInterval: false, locations, ...more } })
}

const asService = () => catalog.server.as({ plugin: 'test' })

async function entity(kind: string, name: string): Promise<Entity | undefined> {
  const response = await asService().fetch(`/api/catalog/entities/by-name/${kind}/default/${name}`)
  return response.ok ? ((await response.json()) as Entity) : undefined
}

async function messages(name: string): Promise<readonly string[]> {
  return ((await entity('location', name))?.status?.items ?? []).map(({ message }) => message)
}

const refresh = (entityRef: string) => asService().call(catalogApi.refreshEntity, { body: { entityRef } })
const component = (name: string, description: unknown = '') => document('Component', name, { metadata: { description } })
const lead = (...targets: string[]) => document('Location', 'lead', { spec: { targets } })

describe('a location of type git', () => {
  test('brings what its file holds and leads to in the repository, with where each comes from [MODEL-08]', async () => {
    const commit = await fake.commit({
      'in/catalog-info.yaml': file(component('one', { $text: '/texts/one.txt' }), lead('./parts/*.yaml', '/top.yaml')),
      'in/parts/two.yaml': component('two', { $text: '../../texts/two.txt' }),
      'in/parts/three.yaml': component('three'),
      'top.yaml': component('four'),
      'texts/one.txt': 'first',
      'texts/two.txt': 'second',
    })
    await start('main:in/catalog-info.yaml')
    await catalog.until('kind=component', 4)
    expect((await entity('component', 'one'))?.metadata.description).toBe('first')
    expect((await entity('component', 'two'))?.metadata).toMatchObject({
      description: 'second',
      annotations: {
        'backstage.io/managed-by-location': `git:${fake.url}#main:in/parts/two.yaml`,
        'backstage.io/managed-by-origin-location': `git:${fake.url}#main:in/catalog-info.yaml`,
        'backstage.io/source-location': `git:${fake.url}#main:in/parts/`,
      },
    })
    const { items } = await asService().call(catalogApi.getEntityHistory, {
      params: { kind: 'component', namespace: 'default', name: 'two' },
      query: {},
    })
    expect(items[0]).toMatchObject({ source: `git:${fake.url}#main:in/parts/two.yaml`, sourceRevision: commit })
  })

  test('follows a push, by force too, when it is asked to, and what is no longer in the branch goes', async () => {
    await fake.commit({ 'catalog-info.yaml': file(component('one', 'first'), component('two')) })
    await start('main:catalog-info.yaml')
    await catalog.until('kind=component', 2)
    await fake.commit({ 'catalog-info.yaml': component('one', 'second') })
    await refresh('component:one')
    await catalog.until('kind=component', 1)
    expect((await entity('component', 'one'))?.metadata.description).toBe('second')
  })

  test('loses nothing while its repository cannot be read, says why, and recovers', async () => {
    await fake.commit({
      'catalog-info.yaml': file(component('one'), document('Location', 'lead', { spec: { target: './more.yaml' } })),
      'more.yaml': component('two'),
    })
    await start('main:catalog-info.yaml')
    await catalog.until('kind=component', 2)
    await fake.commit({ 'catalog-info.yaml': lead('./more.yaml'), 'more.yaml': component('changed') })
    const faults = [
      ['status 500', () => (fake.state.fault = response => Boolean(response.writeHead(500).end()))],
      ['does not answer as a git repository', () => (fake.state.fault = response => Boolean(response.end('<html>')))],
      [
        'cut short',
        () => (fake.state.fault = (response, answer) => answer.includes('PACK') && Boolean(response.end(answer.subarray(0, -9)))),
      ],
      ['may not be read (status 401)', () => ((fake.state.fault = undefined), (fake.state.password = 'secret'))],
    ] as const
    for (const [message, fail] of faults) {
      fail()
      await refresh('location:lead')
      await eventually(async () => expect(await messages('lead')).toEqual([expect.stringContaining(message)]))
      await catalog.until('kind=component', 2)
    }
    fake.state.password = undefined
    await refresh('location:lead')
    await eventually(async () => expect(await entity('component', 'changed')).toBeDefined())
    await catalog.until('kind=component', 1)
    await eventually(async () => expect(await messages('lead')).toEqual([]))
  })

  test('must not lead out of its repository, nor to the disk of the server', async () => {
    const bad = [
      [lead('../../etc/passwd'), 'leads out of its repository'],
      [document('Location', 'lead', { spec: { type: 'file', target: '/etc/passwd' } }), 'must not lead to the file'],
      [component('lead', { $text: 'https://elsewhere.invalid/x.git#main:y' }), 'in another repository'],
      [component('lead', { $text: `${fake.url}#secret:y` }), 'in another repository'],
      [component('lead', { $text: './*.txt' }), 'is a pattern, where one file is meant'],
    ] as const
    await fake.commit(Object.fromEntries(bad.map(([text], at) => [`${at}.yaml`, text])))
    await start(undefined)
    for (const [at, [, message]] of bad.entries()) {
      const body = { type: 'git', target: `${fake.url}#main:${at}.yaml` }
      await expect(asService().call(catalogApi.addLocation, { query: { dryRun: true }, body })).rejects.toMatchObject({
        name: 'InputError',
        message: expect.stringContaining(message),
      })
    }
  })

  test('may be registered like an address, with a dry run, and a target that is none is refused', async () => {
    await fake.commit({ 'catalog-info.yaml': component('one') })
    await start(undefined)
    const body = { type: 'git', target: fake.url }
    const preview = await asService().call(catalogApi.addLocation, { query: { dryRun: true }, body })
    expect(preview.entities.map(({ kind, metadata }) => `${kind} ${metadata.name}`)).toContain('Component one')
    const analysis = await asService().call(catalogApi.analyzeLocation, { body: { location: body } })
    expect(analysis.existingEntityFiles).toMatchObject([{ location: body, isRegistered: false, entity: { metadata: { name: 'one' } } }])
    await asService().call(catalogApi.addLocation, { query: {}, body })
    await catalog.until('kind=component', 1)
    for (const target of ['no address', 'https://git.test/x.git#main:../x', 'ssh://git.test/x.git', 'https://a:b@git.test/x.git']) {
      const refused = asService().call(catalogApi.addLocation, { query: {}, body: { type: 'git', target } })
      await expect(refused).rejects.toMatchObject({ name: expect.stringMatching(/InputError|NotAllowedError/) })
    }
  })
})

test('credentials that are added to the config are used at once', async () => {
  await fake.commit({ 'catalog-info.yaml': component('one') })
  fake.state.password = 'secret'
  await start(undefined)
  const preview = async () => {
    const body = JSON.stringify({ type: 'git', target: fake.url })
    const response = await asService().fetch('/api/catalog/locations?dryRun=true', {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    })
    return response.text()
  }
  expect(await preview()).toContain('credentials for its host belong in integrations')
  const { configFile } = catalog.server
  const config = JSON.parse(readFileSync(configFile, 'utf8')) as object
  writeFileSync(configFile, JSON.stringify({ ...config, integrations: { git: [{ host: fake.host, password: 'secret' }] } }))
  await eventually(async () => expect(await preview()).toContain('"name":"one"'))
  expect(catalog.server.server.inspection.configChanges().needsRestart).toEqual([])
})
