import type { Entity, LocationRef } from '@portico/catalog/common'
import { withCatalogDatabase } from '@portico/catalog/testing'
import { silentLog, eventually } from '@portico/core/testing'
import { createIntegrations } from '@portico/integrations/server'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CatalogSection } from '../config.ts'
import { createProcessing, type Processing } from './create-processing.ts'
import { generatedRef } from './read/generated-location.ts'
import type { ProviderConnection } from './read/provider.ts'
import { joinChunks } from './process/preview.ts'
import { component, location } from '../testing/temporary-catalog.ts'
import { readAll, removeAll } from '../testing/temporary-catalog-store.ts'
import { catalogChanged } from './write/catalog-changed.ts'

const database = withCatalogDatabase()
let listening: pg.Client
let web: Server
let host: string
let folder: string
let processing: Processing
const pages = new Map<string, string>()
const listeners = new Map<string, { onMessage: (message: string) => void }>()
const published: unknown[] = []

beforeAll(async () => {
  listening = new pg.Client(database.connection)
  await listening.connect()
  for (const channel of ['catalog_revision', 'catalog_work']) await listening.query(`listen ${channel}`)
  listening.on('notification', ({ channel, payload }) => listeners.get(channel)?.onMessage(payload ?? ''))
  web = createServer((request, response) => {
    const text = pages.get(request.url ?? '')
    response.writeHead(text === undefined ? 404 : 200).end(text)
  })
  const { promise, resolve } = Promise.withResolvers<void>()
  web.listen(0, '127.0.0.1', resolve)
  await promise
  host = `127.0.0.1:${(web.address() as AddressInfo).port}`
})
beforeEach(() => void (folder = mkdtempSync(path.join(tmpdir(), 'portico-processing-'))))
afterEach(async () => {
  await processing.stop()
  rmSync(folder, { recursive: true })
  pages.clear()
  published.length = 0
  await removeAll(database.db)
})
afterAll(async () => {
  web.closeAllConnections()
  web.close()
  await listening.end()
})

async function start(config: object = {}, options: { thread?: boolean; extend?: (processing: Processing) => void } = {}): Promise<void> {
  processing = createProcessing({
    db: database.db,
    ...(options.thread && { connection: database.clientConfig }),
    listener: {
      on(channel, listener) {
        listeners.set(channel, listener)
        return () => void listeners.delete(channel)
      },
    },
    config: CatalogSection.parse(config),
    integrations: createIntegrations({ folder, allow: [{ host }] }).service,
    folder,
    log: silentLog,
    events: { publish: async ({ topic }, payload) => void (topic === catalogChanged.topic && published.push({ topic, payload })) },
    scheduler: { schedule: () => async () => {} },
    providersSettleMs: 100,
  })
  options.extend?.(processing)
  await processing.start()
}

const url = (file: string) => `http://${host}/${file}`
const refs = async () => [...(await readAll(database.db).entities()).keys()].filter(ref => !ref.includes('generated-'))

describe.each([{ thread: false }, { thread: true }])('processing with a thread of its own: $thread', ({ thread }) => {
  test('reads configured files, follows changes that are asked for, and notifies the bus and listeners', async () => {
    writeFileSync(path.join(folder, 'all.yaml'), component('one'))
    const revisions: (number | undefined)[] = []
    await start({ locations: [{ type: 'file', target: './all.yaml' }] }, { thread })
    processing.onRevision(revision => void revisions.push(revision))
    await eventually(async () => expect(await refs()).toEqual(['component:default/one']))
    writeFileSync(path.join(folder, 'all.yaml'), component('two'))
    expect(await processing.refresh('Component:default/ONE')).toBe(true)
    await eventually(async () => expect(await refs()).toEqual(['component:default/two']))
    await eventually(() => expect(revisions.at(-1)).toBe(2))
    await eventually(() =>
      expect(published).toEqual([
        {
          topic: 'catalog.entity-changed',
          payload: {
            revision: 1,
            created: [expect.stringContaining('location:default/generated-'), 'component:default/one'],
            updated: [],
            relationsOnly: [],
            deleted: [],
          },
        },
        {
          topic: 'catalog.entity-changed',
          payload: { revision: 2, created: ['component:default/two'], updated: [], relationsOnly: [], deleted: ['component:default/one'] },
        },
      ]),
    )
  })

  test('takes in what providers bring and runs processors of other plugins, which may come and go', async () => {
    const entity: Entity = { apiVersion: 'backstage.io/v1alpha1', kind: 'User', metadata: { name: 'ada' }, spec: { memberOf: [] } }
    let removePeople = () => {}
    await start(
      {},
      {
        thread,
        extend: ({ extensions }) => {
          extensions.addProcessor({ name: 'title', preProcess: each => ({ ...each, metadata: { ...each.metadata, title: 'Lady' } }) })
          removePeople = extensions.addProvider({
            name: 'people',
            connect: ({ applyMutation }) => applyMutation({ type: 'full', entities: [{ entity }] }),
          })
        },
      },
    )
    expect((await readAll(database.db).entities()).get('user:default/ada')?.metadata.title).toBe('Lady')
    const titleOf = async (name: string) => (await readAll(database.db).entities()).get(`user:default/${name}`)?.metadata.title
    let late: ProviderConnection | undefined
    const { addProvider, addProcessor } = processing.extensions
    const removeProvider = addProvider({ name: 'late', connect: connection => void (late = connection) })
    expect(() => addProvider({ name: 'late', connect: () => {} })).toThrow('added twice')
    const bring = (name: string) =>
      late!.applyMutation({ type: 'full', entities: [{ entity: { ...entity, metadata: { name } } }] }).then(() => titleOf(name))
    expect(await bring('eve')).toBe('Lady')
    const removeProcessor = addProcessor({
      name: 'shout',
      priority: 30,
      preProcess: each => ({ ...each, metadata: { ...each.metadata, title: 'LADY' } }),
    })
    await eventually(async () => expect(await bring('eve')).toBe('LADY'))
    removeProcessor()
    await eventually(async () => expect(await bring('eve')).toBe('Lady'))
    // One that is exchanged keeps its entities, one that is gone loses them.
    removePeople()
    addProvider({ name: 'people', connect: () => {} })
    removeProvider()
    await expect(bring('mallory')).rejects.toThrow("The provider 'late' has been taken away")
    await eventually(async () => expect(await titleOf('eve')).toBeUndefined())
    expect(await titleOf('ada')).toBe('Lady')
  })

  test('shows what a location would bring, and keeps nothing of it [CATAPI-34]', async () => {
    pages.set('/root.yaml', `${location('root', ['./more.yaml'])}`)
    pages.set('/more.yaml', component('one'))
    await start({}, { thread })
    const given: LocationRef = { type: 'url', target: url('root.yaml') }
    const preview = await processing.locations.dryRun(given)
    expect(preview).toMatchObject({ exists: false, location: { ...given, id: `url:${given.target}`, entityRef: generatedRef(given) } })
    const entities = JSON.parse(Buffer.concat([...joinChunks('[', preview.entities, ']')]).toString()) as Entity[]
    expect(entities.map(({ metadata }) => metadata.name)).toEqual([expect.stringContaining('generated-'), 'root', 'one'])
    expect(await processing.locations.list()).toEqual([])
    for (const [text, message] of [
      [component('bad').replace('service', '""'), /spec\.type/],
      ['{', /more\.yaml:1/],
      [component('one').replace('Component', 'Group'), /spec\.children|allowed kind/],
    ] as const) {
      pages.set('/more.yaml', text)
      await expect(processing.locations.dryRun(given)).rejects.toMatchObject({
        name: 'InputError',
        message: expect.stringMatching(message),
      })
    }
    pages.set('/more.yaml', `${location('root', [])}`)
    await expect(processing.locations.dryRun(given)).rejects.toMatchObject({
      message: expect.stringContaining('only the first can have the name'),
    })
    pages.delete('/more.yaml')
    await expect(processing.locations.dryRun(given)).rejects.toMatchObject({
      message: expect.stringContaining('was not found'),
    })
  })
})

describe('registered locations', () => {
  test('are added, read, moved and removed with what they brought [CATAPI-32, CATAPI-33, CATAPI-35, CATAPI-36, CATAPI-38]', async () => {
    pages.set('/a.yaml', component('a'))
    pages.set('/b.yaml', component('b'))
    await start()
    const { location: added, entities } = await processing.locations.add({ type: 'url', target: url('a.yaml') })
    expect(entities).toEqual([])
    expect(added.entityRef).toBe(generatedRef({ type: 'url', target: url('a.yaml') }))
    await eventually(async () => expect(await refs()).toEqual(['component:default/a']))
    const one = (await readAll(database.db).entities()).get('component:default/a')
    expect(one?.metadata.annotations).toMatchObject({
      'backstage.io/managed-by-origin-location': `url:${url('a.yaml')}`,
      'backstage.io/view-url': url('a.yaml'),
      'backstage.io/source-location': `url:http://${host}/`,
    })
    expect(await processing.locations.byOrigin(`url:${url('a.yaml')}`)).toMatchObject(added)
    const moved = await processing.locations.update(added.id, { type: 'url', target: url('b.yaml') })
    expect(moved.location).toEqual({ ...added, target: url('b.yaml') })
    await eventually(async () => expect(await refs()).toEqual(['component:default/b']))
    expect((await readAll(database.db).entities()).get(added.entityRef ?? '')?.spec).toEqual({ type: 'url', target: url('b.yaml') })
    expect(await processing.locations.list()).toMatchObject([moved.location])
    expect(await processing.locations.get(added.id)).toMatchObject(moved.location)
    expect((await processing.locations.remove(added.id)).revision).toBeGreaterThan(0)
    expect((await readAll(database.db).entities()).size).toBe(0)
    await expect(processing.locations.get(added.id)).rejects.toMatchObject({ name: 'NotFoundError' })
    await expect(processing.locations.remove('nonsense')).rejects.toMatchObject({ name: 'NotFoundError' })
  })

  test('of a location that is there already are refused, or read again; others are refused for what they are', async () => {
    await start()
    const given = { type: 'url', target: url('a.yaml') }
    const { location: first } = await processing.locations.add(given)
    await expect(processing.locations.add(given)).rejects.toMatchObject({ name: 'ConflictError' })
    expect((await processing.locations.add(given, { onConflict: 'refresh' })).location).toMatchObject(first)
    const { location: second } = await processing.locations.add({ type: 'url', target: url('b.yaml') })
    await expect(processing.locations.update(second.id, given)).rejects.toMatchObject({ name: 'ConflictError' })
    for (const bad of [
      { type: 'file', target: './x' },
      { type: 'url', target: 'javascript:alert(1)' },
      { type: 'url', target: 'no address' },
      { type: 'url', target: '' },
    ]) {
      await expect(processing.locations.add(bad)).rejects.toMatchObject({ name: 'InputError' })
    }
    const { items, totalItems } = await processing.locations.query({ predicate: { key: 'target', in: [url('b.yaml')] } })
    expect([items, totalItems]).toMatchObject([[second], 1])
    const page = await processing.locations.query({ limit: 1 })
    expect((await processing.locations.query({ after: page.next })).items).toHaveLength(1)
  })

  test('cannot be changed in a catalog that is read-only', async () => {
    pages.set('/a.yaml', component('a'))
    await start({ readonly: true })
    await expect(processing.locations.add({ type: 'url', target: url('a.yaml') })).rejects.toMatchObject({ name: 'NotAllowedError' })
    expect((await processing.locations.dryRun({ type: 'url', target: url('a.yaml') })).entities.count).toBe(2)
  })

  test('that cannot be read are in the list of what failed, and pending before', async () => {
    await start({ processingInterval: false })
    await processing.locations.add({ type: 'url', target: url('never-there.yaml') })
    await eventually(async () => {
      const [failed] = await processing.unprocessed.failed()
      expect(failed).toMatchObject({
        entity_ref: expect.stringContaining('location:default/generated-'),
        errors: [{ name: 'NotFoundError' }],
      })
    })
    expect(await processing.unprocessed.pending()).toEqual([])
  })
})

test('an entity is judged as if it came from a location [CATAPI-30]', async () => {
  await start()
  const good = {
    apiVersion: 'backstage.io/v1alpha1',
    kind: 'Component',
    metadata: { name: 'a' },
    spec: { type: 't', lifecycle: 'l', owner: 'o' },
  }
  expect(await processing.validate(good, 'url:https://a.test/x.yaml')).toEqual([])
  expect(await processing.validate({ ...good, spec: { type: 7 } }, 'url:https://a.test/x.yaml')).toHaveLength(3)
  expect(await processing.validate('nonsense', 'url:https://a.test/x.yaml')).toHaveLength(1)
  expect(
    await processing.validate({ ...good, spec: { ...good.spec, x: { $text: 'https://b.test/y' } } }, 'url:https://a.test/x.yaml'),
  ).toMatchObject([{ message: expect.stringContaining('another repository') }])
})
