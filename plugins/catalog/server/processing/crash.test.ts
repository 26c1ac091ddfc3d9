import type { Entity } from '@portico/catalog/common'
import { withCatalogDatabase } from '@portico/catalog/testing'
import { migrateAll, openDatabase, startEmbedded } from '@portico/core/server'
import { makeDatabaseFolder, silentLog, eventually } from '@portico/core/testing'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import fc from 'fast-check'
import { migrations } from '../migrations/index.ts'
import { openCatalogDatabase } from './write/catalog-database-store.ts'
import { createIngestRunner } from './ingest-runner.ts'
import { rootStore } from './read/root-store.ts'
import { component, createTemporaryCatalog, location, type TemporaryCatalog } from '../testing/temporary-catalog.ts'
import { readAll } from '../testing/temporary-catalog-store.ts'

const database = withCatalogDatabase()

function start(options = {}): TemporaryCatalog {
  return database.closing(createTemporaryCatalog(database.db, { log: silentLog, options }))
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
async function picture(db = database.db): Promise<ReadonlyMap<string, string>> {
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

const { count } = database

test('of three servers at work one that is killed in mid-batch loses and doubles nothing: the others finish its work', async () => {
  const whole = start()
  writeFiles(whole, 100, 40)
  await whole.add('root.yaml')
  const expected = await picture()
  const relations = await count('relation')
  await database.closeAll()

  const catalog = start()
  writeFiles(catalog, 100, 40)
  await rootStore.syncConfig(database.db, [{ type: 'file', target: 'root.yaml' }])
  const victim = spawn(process.execPath, ['--input-type=module-typescript', '-e', victimCode(catalog.folder, sharingOptions)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await eventually(async () => expect(await count('entity')).toBeGreaterThan(200))
  const runners = [1, 2].map(() =>
    createIngestRunner({ db: database.db, log: silentLog, context: catalog.context, options: sharingOptions }),
  )
  runners.forEach(runner => runner.wake())
  await eventually(async () => expect(await count('(select distinct owner from catalog.claim) owners')).toBe(3))
  victim.kill('SIGKILL')
  await once(victim, 'exit')
  expect(await count('entity')).toBeLessThan(4002)

  await eventually(async () => expect(await count('entity')).toBe(4002))
  await eventually(async () => expect([await count('claim'), await count('stitch')]).toEqual([0, 0]))
  await Promise.all(runners.map(runner => runner.stop()))
  expect(differences(await picture(), expected)).toEqual([])
  expect(await count('relation')).toBe(relations)
  expect(await count("change where kind = 'created'")).toBe(4002)
})

const unwatched = { onLost: () => {}, recordStatement: () => {} }
/** Small chunks, so that all have some. */
const sharingOptions = { intervalMs: 100_000, orphanStrategy: 'delete', leaseMs: 1000, batchSize: 50, claimSize: 4 } as const

/** The code of a process that reads everything that is due; it ends at once when it processes the entity of a name. */
function victimCode(folder: string, options: object, fatalName = ''): string {
  const module = (name: string) => JSON.stringify(new URL(name, import.meta.url).href)
  return `
    import { openCatalogDatabase } from ${module('./write/catalog-database-store.ts')}
    import { createSourceContext } from ${module('./source-context.ts')}
    import { createReading } from '@portico/integrations/server'
    import { createIngest } from ${module('./ingest.ts')}
    import { flushCompileCache } from 'node:module'
    // Who is killed writes no cache of compiled code at its end.
    flushCompileCache()
    const log = { debug() {}, info() {}, warn() {}, error() {}, child: () => log }
    const { db } = openCatalogDatabase({ connection: ${JSON.stringify(database.connection)}, onLost() {}, recordStatement() {} })
    const reading = createReading({ allow: [], folder: ${JSON.stringify(folder)} })
    const chain = {
      stages: ['preProcess'],
      fingerprint: 'test',
      async run(_stage, inputs) {
        if (inputs.some(({ entity }) => entity.metadata.name === ${JSON.stringify(fatalName)})) process.kill(process.pid, 'SIGKILL')
        return inputs.map(() => ({}))
      },
    }
    const context = createSourceContext({ rules: [{ allow: ['Component', 'Location'] }], kinds: [], locations: [] }, { reading, chain })
    await createIngest({ db, log, context, options: ${JSON.stringify(options)} }).pass()
    process.exit(0)`
}

test('a document that ends the whole process is found by reading ever fewer sources at a time, and costs its own source alone', async () => {
  const catalog = start()
  const names = Array.from({ length: 45 }, (_, number) => `c${number}`)
  for (const name of names) catalog.write(`${name}.yaml`, component(name))
  catalog.write('bad.yaml', component('bad'))
  const targets = [...names.slice(0, 30), 'bad', ...names.slice(30)].map(name => `${name}.yaml`)
  await rootStore.syncConfig(
    database.db,
    targets.map(target => ({ type: 'file', target })),
  )
  const code = victimCode(catalog.folder, { ...sharingOptions, leaseMs: 300, claimSize: 500 }, 'bad')
  const ends: (string | number)[] = []
  while (ends.at(-1) !== 0 && ends.length < 6) {
    const reader = spawn(process.execPath, ['--input-type=module-typescript', '-e', code], { stdio: ['ignore', 'ignore', 'inherit'] })
    const [status, signal] = (await once(reader, 'exit')) as [number | null, string | null]
    ends.push(status ?? signal ?? '')
    await eventually(async () => expect(await count('claim where lease_until > now()')).toBe(0))
  }
  // Once with all, once with twenty, once alone.
  expect(ends).toEqual(['SIGKILL', 'SIGKILL', 'SIGKILL', 0])
  expect(await catalog.refs()).toEqual(names.map(name => `component:default/${name}`).sort())
  const failing = (await catalog.sources()).filter(({ failures, error }) => failures > 0 || error)
  expect(failing).toMatchObject([{ target: 'bad.yaml', failures: 1, error: { name: 'OutOfMemoryError' } }])
})

test('a database that goes away in mid-ingest costs time and nothing else', async () => {
  const catalog = start()
  writeFiles(catalog, 40, 50)
  await rootStore.syncConfig(database.db, [{ type: 'file', target: 'root.yaml' }])
  const own = openCatalogDatabase({ connection: { ...database.connection, application_name: 'crashing' }, ...unwatched })
  const runner = createIngestRunner({
    db: own.db,
    log: silentLog,
    context: catalog.context,
    options: { intervalMs: 100_000, orphanStrategy: 'delete', batchSize: 50 },
  })
  runner.wake()
  for (const entities of [100, 600, 1200]) {
    await eventually(async () => expect(await count('entity')).toBeGreaterThan(entities))
    await database.query("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'crashing'")
  }
  await eventually(async () => expect(await count('entity')).toBe(2002))
  await eventually(async () => expect([await count('claim'), await count('stitch')]).toEqual([0, 0]))
  await runner.stop()
  await own.close()
  const interrupted = await picture()
  await database.closeAll()
  const whole = start()
  writeFiles(whole, 40, 50)
  await whole.add('root.yaml')
  expect(differences(await picture(), interrupted)).toEqual([])
})

test('a database that is stopped and started in mid-ingest loses and doubles nothing', async () => {
  const whole = start()
  writeFiles(whole, 40, 50)
  await whole.add('root.yaml')
  const expected = await picture()
  const relations = await count('relation')

  const server = await startOwnDatabase()
  onTestFinished(() => server.remove())
  const own = openCatalogDatabase({ connection: server.connection, ...unwatched })
  await rootStore.syncConfig(own.db, [{ type: 'file', target: 'root.yaml' }])
  const options = { intervalMs: 100_000, orphanStrategy: 'delete', leaseMs: 1000, batchSize: 50 } as const
  const runner = createIngestRunner({ db: own.db, log: silentLog, context: whole.context, options })
  runner.wake()
  for (const entities of [100, 900]) {
    await eventually(async () => expect(await server.count('entity')).toBeGreaterThan(entities))
    await server.restart()
    expect(await server.count('entity')).toBeLessThan(2002)
  }
  await eventually(async () => expect(await server.count('entity')).toBe(2002))
  await eventually(async () => expect([await server.count('claim'), await server.count('stitch')]).toEqual([0, 0]))
  expect(differences(await picture(own.db), expected)).toEqual([])
  expect([await server.count('relation'), await server.count("change where kind = 'created'")]).toEqual([relations, 2002])
  await runner.stop()
  await own.close()
})

/** A PostgreSQL that no other test uses, so that it may be stopped. */
async function startOwnDatabase() {
  const folder = makeDatabaseFolder('restart')
  const open = () => startEmbedded({ dataDir: folder, log: silentLog, durable: false })
  let embedded = await open()
  const { connection } = embedded
  const opened = await openDatabase({ connection, openTimeoutMs: 0 }, silentLog)
  await migrateAll(opened, [{ schema: 'catalog', migrations }], silentLog)
  await opened.close()

  async function query(text: string): Promise<{ count: string }[]> {
    const client = new pg.Client(connection)
    await client.connect()
    return (await client.query<{ count: string }>(text).finally(() => client.end())).rows
  }
  return {
    connection,
    count: async (what: string) => Number((await query(`select count(*) from catalog.${what}`))[0]?.count),
    async restart(): Promise<void> {
      await embedded.stop()
      embedded = await open()
    },
    async remove(): Promise<void> {
      await embedded.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

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
    await database.closeAll()
    return found
  }
  await fc.assert(
    fc.asyncProperty(plan, async given => {
      const straight = await build({ ...given, order: [0, 1, 2, 3, 4, 5], batchSize: 500, claimSize: 500 })
      expect(differences(await build(given), straight)).toEqual([])
    }),
    { numRuns: 10 },
  )
})
