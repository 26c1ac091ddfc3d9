import type { Entity } from '@portico/catalog/common'
import { withCatalogDatabase } from '@portico/catalog/testing'
import { silentLog, eventually } from '@portico/core/testing'
import { createIntegrations } from '@portico/integrations/server'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { IngestHost } from './ingest-runner.ts'
import { createIngestThread } from './ingest-thread.ts'
import { emptyChain } from './process/processor.ts'
import { joinChunks } from './process/preview.ts'
import { applyWhole } from './read/provider.ts'
import { rootStore } from './read/root-store.ts'
import { component } from '../testing/temporary-catalog.ts'
import { readAll, removeAll } from '../testing/temporary-catalog-store.ts'

// Threads that load everything again, several times over, on machines that may be busy with other tests.
vi.setConfig({ testTimeout: 120_000 })

const database = withCatalogDatabase()
let folder: string
let thread: IngestHost

// Reading it ends the thread as a crash would.
const deadly = `export const createReader = () => ({ type: 'deadly', read: () => process.exit(1), resolve: to => to, isSameRepository: () => true })`

function open(intervalMs: number | undefined, heapMegabytes?: number): IngestHost {
  const rules = [{ allow: ['Component', 'User', 'Location'] }]
  const readers = [{ module: `data:text/javascript,${encodeURIComponent(deadly)}` }]
  return createIngestThread({
    connection: { ...database.clientConfig, application_name: 'ingest thread' },
    settings: { rules, kinds: [], locations: [], reading: createIntegrations({ folder, allow: [], readers }).service.portable() },
    options: { intervalMs, orphanStrategy: 'delete' },
    chain: emptyChain,
    log: silentLog,
    idle: { minMs: 200, closeAfterMs: 20 },
    ...(heapMegabytes !== undefined && { heapMegabytes }),
  })
}

beforeEach(() => void (folder = mkdtempSync(path.join(tmpdir(), 'portico-thread-'))))
afterEach(async () => {
  await thread.stop()
  rmSync(folder, { recursive: true })
  await removeAll(database.db)
})

const write = (name: string) => writeFileSync(path.join(folder, 'all.yaml'), component(name))
const refs = async () => [...(await readAll(database.db).entities()).keys()].filter(ref => !ref.includes('generated-'))

/** The thread is there while it has connections. */
async function untilGone(): Promise<void> {
  const asked = "select count(*)::int from pg_stat_activity where application_name = 'ingest thread' and datname = current_database()"
  await eventually(async () => expect((await database.query(asked)).rows[0].count).toBe(0))
}

function user(name: string): { entity: Entity } {
  return { entity: { apiVersion: 'backstage.io/v1alpha1', kind: 'User', metadata: { name }, spec: { memberOf: [] } } }
}

test('the thread goes when there is nothing to do, and is back when something is due, provided, asked for or wanted', async () => {
  write('one')
  await rootStore.syncConfig(database.db, [{ type: 'file', target: 'all.yaml' }])
  thread = open(3000)
  thread.wake()
  await eventually(async () => expect(await refs()).toEqual(['component:default/one']))
  await untilGone()
  write('two')
  await eventually(async () => expect(await refs()).toEqual(['component:default/two']))
  await untilGone()
  await applyWhole(thread, 'people', { type: 'full', entities: [user('ada')] })
  expect(await refs()).toContain('user:default/ada')
  await untilGone()
  const preview = await thread.preview({ type: 'file', target: 'all.yaml' })
  expect(Buffer.concat([...joinChunks('[', preview, ']')]).toString()).toContain('"name":"two"')
  await untilGone()
  await thread.stop()
  thread.wake()
  await untilGone()
})

test('a thread that dies is replaced, and its callers get an error', async () => {
  write('one')
  thread = open(undefined)
  const interrupted = { name: 'ServiceUnavailableError', code: 'catalog.reading-interrupted' }
  await expect(thread.preview({ type: 'deadly', target: 'x' })).rejects.toMatchObject(interrupted)
  expect((await thread.preview({ type: 'file', target: 'all.yaml' })).errors).toEqual([])
  await rootStore.syncConfig(database.db, [{ type: 'file', target: 'all.yaml' }])
  await expect(thread.preview({ type: 'deadly', target: 'x' })).rejects.toMatchObject(interrupted)
  // Nobody wakes it: it looks by itself after its end.
  await eventually(async () => expect(await refs()).toEqual(['component:default/one']))
})

test('what a provider gives is sent again when the thread dies meanwhile, so that no part passes for the whole', async () => {
  thread = open(undefined)
  const entities = Array.from({ length: 1200 }, (_, number) => user(`u${number}`))
  await applyWhole(thread, 'people', { type: 'full', entities })
  expect(await refs()).toHaveLength(1200)
  const { length } = await readAll(database.db).changes()
  let deaths = 0
  const fragile = {
    async applyMutation(part: Parameters<IngestHost['applyMutation']>[0]): Promise<void> {
      await thread.applyMutation(part)
      if (!part.isFirst || deaths === 2) return
      deaths += 1
      await thread.preview({ type: 'deadly', target: 'x' }).catch(() => {})
    },
  }
  await applyWhole(fragile, 'people', { type: 'full', entities })
  expect(deaths).toBe(2)
  expect(await refs()).toHaveLength(1200)
  expect(await readAll(database.db).changes()).toHaveLength(length)
})

test('a source that ends the thread costs itself: it is tried alone once, and its content never again', async () => {
  const file = (name: string) => path.join(folder, name)
  writeFileSync(file('good.yaml'), component('good'))
  // Far more than fits the heap of this thread, though each document would.
  writeFileSync(
    file('huge.yaml'),
    Array.from({ length: 100 }, (_, at) => component(`c${at}`, { description: 'x'.repeat(400_000) })).join('---\n'),
  )
  writeFileSync(file('last.yaml'), component('last'))
  await rootStore.syncConfig(
    database.db,
    ['good.yaml', 'huge.yaml', 'last.yaml'].map(target => ({ type: 'file', target })),
  )
  thread = open(undefined, 48)
  thread.wake()
  const huge = async () => (await readAll(database.db).sources()).find(({ target }) => target === 'huge.yaml')
  await eventually(async () => expect(await huge()).toMatchObject({ failures: 1, error: { name: 'OutOfMemoryError' } }))
  expect((await huge())?.error?.message).toContain('memory')
  await eventually(async () => expect(await refs()).toEqual(expect.arrayContaining(['component:default/good', 'component:default/last'])))
  expect((await readAll(database.db).sources()).filter(({ failures }) => failures > 0)).toHaveLength(1)

  // Neither by its time nor after a restart is it processed again while it holds the same.
  await thread.stop()
  const again = async () => {
    await database.query("update catalog.source set due_at = now() where target = 'huge.yaml'")
    thread = open(undefined, 1024)
    thread.wake()
  }
  const { failures } = (await huge())!
  await again()
  await eventually(async () => expect((await huge())?.failures).toBe(failures + 1))
  expect(await refs()).toHaveLength(2)
  await thread.stop()
  writeFileSync(file('huge.yaml'), component('small'))
  await again()
  await eventually(async () => expect(await refs()).toContain('component:default/small'))
  await eventually(async () => expect(await huge()).toMatchObject({ failures: 0, error: null }))
})
