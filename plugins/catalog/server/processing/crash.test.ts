import type { Entity } from '@portico/catalog/common'
import { openTestDatabase, silentLog, type TestDatabase } from '@portico/core/testing'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import fc from 'fast-check'
import { catalogMigrations } from '../migrations/catalog-migrations.ts'
import { openCatalogDatabase, type CatalogDatabase } from './catalog-database-store.ts'
import { createIngestRunner } from './ingest-runner.ts'
import { rootStore } from './root-store.ts'
import { component, createTemporaryCatalog, location, type TemporaryCatalog } from './temporary-catalog.ts'
import { readAll } from './temporary-catalog-store.ts'

let testDatabase: TestDatabase
let db: CatalogDatabase
const opened: TemporaryCatalog[] = []

beforeAll(async () => {
  testDatabase = await openTestDatabase({ schemas: { catalog: catalogMigrations } })
  db = testDatabase.database.forSchema('catalog')
})
afterEach(async () => {
  for (const catalog of opened.splice(0)) await catalog.close()
})
afterAll(() => testDatabase.close())

const until = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 30_000, interval: 20 })

function start(options = {}): TemporaryCatalog {
  const catalog = createTemporaryCatalog(db, { log: silentLog, options })
  opened.push(catalog)
  return catalog
}

/** Files of components that depend on each other across files. */
function writeFiles(catalog: TemporaryCatalog, files: number, perFile: number): void {
  const count = files * perFile
  const nameOf = (number: number) => `c${number % count}`
  for (let file = 0; file < files; file++) {
    const documents = Array.from({ length: perFile }, (_, at) => {
      const number = file * perFile + at
      return component(nameOf(number), {
        owner: `team-${number % 7}`,
        dependsOn: [`component:${nameOf(number * 7 + 1)}`, `component:${nameOf(number + perFile)}`],
      })
    })
    catalog.write(`part-${file}.yaml`, documents.join('---\n'))
  }
  catalog.write(
    'root.yaml',
    location(
      'root',
      Array.from({ length: files }, (_, file) => `part-${file}.yaml`),
    ),
  )
}

/** Everything that can be seen, but for what is different each time: the uid, the folder, and the etag, which stands for it too. */
async function picture(): Promise<ReadonlyMap<string, string>> {
  const entities = await readAll(db).entities()
  const bare = ([ref, entity]: [string, Entity]) => {
    const text = JSON.stringify({ ...entity, metadata: { ...entity.metadata, uid: '', etag: '' } })
    return [ref, text.replaceAll(/portico-catalog-\w+/g, 'folder')] as const
  }
  return new Map([...entities].map(bare))
}

/** The refs at which two pictures differ, for a message that can be read. */
function differences(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): string[] {
  return [...new Set([...one.keys(), ...other.keys()])].filter(ref => one.get(ref) !== other.get(ref))
}

const count = async (what: string) => Number((await testDatabase.database.pool.query(`select count(*) from catalog.${what}`)).rows[0].count)

test('a server that is killed in mid-batch loses and doubles nothing: another finishes its work', async () => {
  const whole = start()
  writeFiles(whole, 40, 50)
  await whole.add('root.yaml')
  const expected = await picture()
  const relations = await count('relation')
  await opened.pop()?.close()

  const catalog = start({ leaseMs: 1000, batchSize: 100 })
  writeFiles(catalog, 40, 50)
  await rootStore.syncConfig(db, [{ type: 'file', target: 'root.yaml' }])
  const victim = spawn(process.execPath, ['--input-type=module-typescript', '-e', victimCode(catalog.folder)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await until(async () => expect(await count('entity')).toBeGreaterThan(200))
  victim.kill('SIGKILL')
  await once(victim, 'exit')
  const before = await count('entity')
  expect(before).toBeLessThan(2000)
  expect(await count('claim')).toBe(1)

  const runners = [1, 2].map(() =>
    createIngestRunner({
      db,
      log: silentLog,
      context: catalog.context,
      options: { intervalMs: 100_000, orphanStrategy: 'delete', leaseMs: 1000, batchSize: 100 },
    }),
  )
  runners.forEach(runner => runner.wake())
  await until(async () => expect(await count('entity')).toBe(2002))
  await until(async () => expect([await count('claim'), await count('stitch')]).toEqual([0, 0]))
  await Promise.all(runners.map(runner => runner.stop()))
  expect(differences(await picture(), expected)).toEqual([])
  expect(await count('relation')).toBe(relations)
  expect(await count("change where kind = 'created'")).toBe(2002)
}, 60_000)

function victimCode(folder: string): string {
  const module = (name: string) => JSON.stringify(new URL(name, import.meta.url).href)
  return `
    import { openCatalogDatabase } from ${module('./catalog-database-store.ts')}
    import { createEngine } from ${module('./engine.ts')}
    import { createIngest } from ${module('./ingest.ts')}
    const log = { debug() {}, info() {}, warn() {}, error() {}, child: () => log }
    const { db } = openCatalogDatabase(${JSON.stringify(testDatabase.connection)}, () => {})
    const context = createEngine({ rules: [{ allow: ['Component', 'Location'] }], kinds: [], locations: [], allow: [], folder: ${JSON.stringify(folder)} })
    await createIngest({ db, log, context, options: { intervalMs: 100_000, orphanStrategy: 'delete', leaseMs: 1000, batchSize: 100 } }).pass()`
}

test('a database that goes away in mid-ingest costs time and nothing else', async () => {
  const catalog = start()
  writeFiles(catalog, 40, 50)
  await rootStore.syncConfig(db, [{ type: 'file', target: 'root.yaml' }])
  const own = openCatalogDatabase({ ...testDatabase.connection, application_name: 'doomed' }, () => {})
  const runner = createIngestRunner({
    db: own.db,
    log: silentLog,
    context: catalog.context,
    options: { intervalMs: 100_000, orphanStrategy: 'delete', batchSize: 50 },
  })
  runner.wake()
  for (const entities of [100, 600, 1200]) {
    await until(async () => expect(await count('entity')).toBeGreaterThan(entities))
    await testDatabase.database.pool.query("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'doomed'")
  }
  await until(async () => expect(await count('entity')).toBe(2002))
  await until(async () => expect([await count('claim'), await count('stitch')]).toEqual([0, 0]))
  await runner.stop()
  await own.close()
  const interrupted = await picture()
  await opened.pop()?.close()
  const whole = start()
  writeFiles(whole, 40, 50)
  await whole.add('root.yaml')
  expect(differences(await picture(), interrupted)).toEqual([])
}, 60_000)

test('any order and any batching gives the same catalog', async () => {
  const names = Array.from({ length: 24 }, (_, number) => `c${number}`)
  const graph = fc.array(fc.uniqueArray(fc.constantFrom(...names), { maxLength: 4 }), { minLength: 24, maxLength: 24 })
  const plan = fc.record({
    graph,
    files: fc.integer({ min: 1, max: 6 }),
    order: fc.shuffledSubarray([0, 1, 2, 3, 4, 5], { minLength: 6, maxLength: 6 }),
    batchSize: fc.integer({ min: 1, max: 30 }),
    claimSize: fc.integer({ min: 1, max: 4 }),
  })
  const build = async ({
    graph: edges,
    files,
    order,
    batchSize,
    claimSize,
  }: {
    graph: string[][]
    files: number
    order: readonly number[]
    batchSize: number
    claimSize: number
  }) => {
    const catalog = start({ batchSize, claimSize })
    for (let file = 0; file < files; file++) {
      const own = names.flatMap((name, at) =>
        at % files === file ? [component(name, { dependsOn: edges[at]!.map(each => `component:${each}`) })] : [],
      )
      catalog.write(`f${file}.yaml`, (order[0]! % 2 === 0 ? own : own.toReversed()).join('---\n'))
    }
    for (const file of order.filter(each => each < files)) await catalog.add(`f${file}.yaml`)
    const found = await picture()
    await opened.pop()?.close()
    return found
  }
  await fc.assert(
    fc.asyncProperty(plan, async given => {
      const straight = await build({ ...given, order: [0, 1, 2, 3, 4, 5], batchSize: 500, claimSize: 500 })
      expect(differences(await build(given), straight)).toEqual([])
    }),
    { numRuns: 10 },
  )
}, 60_000)
