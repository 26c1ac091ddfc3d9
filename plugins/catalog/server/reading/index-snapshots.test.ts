import { authPlugin } from '@portico/auth/server'
import { searchPairs } from '@portico/catalog/common'
import { catalogPlugin } from '@portico/catalog/server'
import { coreMigrations, startServer } from '@portico/core/server'
import { eventually, openTestDatabase } from '@portico/core/testing'
import { integrationsPlugin } from '@portico/integrations/server'
import { sql } from 'kysely'
import { hash } from 'node:crypto'
import { chmodSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { snapshotVersion } from './index-snapshots.ts'
import { writeSegmentFile } from './segment-file.ts'

const plugins = [authPlugin, integrationsPlugin, catalogPlugin]
const entities = 1100
const cleanUps: (() => unknown)[] = []
let folder = ''
let databases: Record<'one' | 'other', Awaited<ReturnType<typeof openTestDatabase>>>

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'portico-snapshots-'))
  chmodSync(folder, 0o755)
  const schemas = { core: coreMigrations, ...Object.fromEntries(plugins.map(({ id, migrations = {} }) => [id, migrations])) }
  databases = { one: await openTestDatabase({ schemas }), other: await openTestDatabase({ schemas }) }
  cleanUps.push(databases.one.close, databases.other.close, () => rmSync(folder, { recursive: true, force: true }))
  writeEntities({})
})
afterAll(async () => {
  for (const cleanUp of cleanUps) await cleanUp()
})

const snapshotIn = (dataFolder: string) => path.join(folder, dataFolder, 'catalog', 'index.snapshot')

/** The catalog's file, with some of its entities changed or left out. */
function writeEntities(changes: Readonly<Record<string, object | undefined>>): void {
  const drafts = Array.from({ length: entities }, (_, number) => ({ name: `n${number}`, tags: [`t${number % 50}`] }))
  const documents = drafts.flatMap(draft => {
    if (draft.name in changes && !changes[draft.name]) return []
    return [
      {
        apiVersion: 'backstage.io/v1alpha1',
        kind: 'Component',
        metadata: { ...draft, ...changes[draft.name] },
        spec: { type: 'a', lifecycle: 'b', owner: 'c' },
      },
    ]
  })
  writeFileSync(path.join(folder, 'all.yaml'), documents.map(each => JSON.stringify(each)).join('\n---\n'))
}

/** Starts a server, waits until a question has an answer, stops it, and returns what it logged. */
async function run(until: readonly [query: string, total: number], { dataFolder = 'data', database = databases.one } = {}) {
  const file = path.join(folder, 'app-config.yaml')
  const config = {
    backend: { listen: { port: 0, host: '127.0.0.1' }, dataFolder, database: { connection: database.connection } },
    catalog: { locations: [{ type: 'file', target: path.join(folder, 'all.yaml') }], processingInterval: '1s' },
  }
  writeFileSync(file, JSON.stringify(config))
  const lines: string[] = []
  const logTo = { write: (line: string) => lines.push(line) }
  const server = await startServer({ plugins, version: '0', webFolder: undefined, cwd: folder, configFiles: [file], env: {}, logTo })
  let totals: number[] = []
  try {
    const { token } = await server.services.tokens.userTokens.issue({ userEntityRef: 'user:default/test' })
    const totalOf = async (query: string) => {
      const address = `${server.url}/api/catalog/entities/by-query?limit=1&orderField=metadata.name,asc&${query}`
      const response = await fetch(address, { headers: { authorization: `Bearer ${token}` } })
      return ((await response.json()) as { totalItems: number }).totalItems
    }
    await eventually(async () => expect(await totalOf(until[0])).toBe(until[1]))
    totals = await Promise.all(['filter=kind=component', 'filter=metadata.tags=t1'].map(totalOf))
  } finally {
    await server.stop()
  }
  return { log: lines.join(''), totals }
}

const all = ['filter=kind=component', entities] as const
const wanted = ['filter=metadata.tags=new', 1] as const
const tagged = entities / 50

test('after a restart the index is loaded as it was saved, with what has changed since', async () => {
  const first = await run(all)
  expect(first.log).toContain('the index of the catalog was saved')
  expect(first.log).toContain('the index of the catalog was saved in the database')
  expect((await run(all)).log).toContain('the saved index was loaded')
  // Another server, with a folder of its own, takes in what changes while this one is away.
  writeEntities({ n1: { tags: ['new'] }, n51: undefined, n2: { tags: ['t1'] } })
  await run(wanted, { dataFolder: 'elsewhere' })
  const back = await run(wanted)
  expect(back.log).toContain('the saved index was loaded')
  expect(back.totals).toEqual([entities - 1, tagged - 1])
})

test('a server with an empty folder takes the saved index from the database, with what has changed since', async () => {
  const fresh = await run(wanted, { dataFolder: 'fresh' })
  expect(fresh.log).toContain('the saved index was read from the database')
  expect(fresh.log).toContain('the saved index was loaded')
  expect(fresh.totals).toEqual([entities - 1, tagged - 1])
  // Three of 1,100 have changed: not worth another copy.
  expect(fresh.log).not.toContain('the index of the catalog was saved in the database')
})

test('a copy in the database that is lost is made again, and one that is damaged or cut off is replaced', async () => {
  const db = databases.one.database.forSchema('catalog')
  await sql`truncate index_part`.execute(db)
  expect((await run(wanted)).log).toContain('the index of the catalog was saved in the database')
  await sql`update index_part set bytes = overlay(bytes placing decode(repeat('55', 1000), 'hex') from length(bytes) / 2)`.execute(db)
  const damaged = await run(wanted, { dataFolder: 'after damage' })
  expect(damaged.log).toContain('it is damaged')
  expect(damaged.log).toContain('the index of the catalog was saved in the database')
  expect(damaged.totals).toEqual([entities - 1, tagged - 1])
  await sql`delete from index_part where part > 0`.execute(db)
  expect((await run(wanted, { dataFolder: 'after loss' })).log).toContain('instead of')
  expect((await run(wanted, { dataFolder: 'at last' })).log).toContain('the saved index was loaded')
})

test('a saved index that is damaged, cut off, of another version or of another catalog is not used, and made again', async () => {
  const whole = readFileSync(snapshotIn('data'))
  truncateSync(snapshotIn('data'), whole.length - 1000)
  const cut = await run(wanted)
  expect(cut.log).toContain('the saved index of the catalog is not used')
  expect(cut.totals).toEqual([entities - 1, tagged - 1])
  const damaged = readFileSync(snapshotIn('data'))
  damaged[damaged.length >> 1]! ^= 1
  writeFileSync(snapshotIn('data'), damaged)
  expect((await run(wanted)).log).toContain('it is damaged')
  await writeSegmentFile(snapshotIn('data'), { version: snapshotVersion + 1, revision: 1 }, [], () => true)
  expect((await run(wanted)).log).toContain(`it is of version ${snapshotVersion + 1}`)
  const foreign = await run(['filter=kind=component', entities - 1], { database: databases.other })
  expect(foreign.log).toMatch(/it is of another catalog|it is of a later revision/)
  expect(foreign.totals).toEqual([entities - 1, tagged - 1])
})

test('a server that cannot write to its folder goes on without a saved index', async () => {
  writeFileSync(path.join(folder, 'blocked'), 'a file where the folder would be')
  const { log, totals } = await run(wanted, { dataFolder: 'blocked' })
  expect(log).toContain('the index of the catalog could not be saved')
  expect(totals).toEqual([entities - 1, tagged - 1])
})

test('what an entity is found by has the version of the saved index', () => {
  const pairs = searchPairs({
    apiVersion: 'v1',
    kind: 'Component',
    metadata: { name: 'Orders', uid: 'u', etag: 'e', labels: { 'a.io/B': 'C' }, tags: ['x'], links: [{ url: 'u' }] },
    spec: { type: 'service', list: [['y'], 5, null], nested: { deep: true } },
    relations: [{ type: 'ownedBy', targetRef: 'group:default/a' }],
    status: { items: [{ type: 't', level: 'error', message: 'm' }] },
  })
  // When this changes, raise the version: an index that was saved before has what entities were found by then.
  expect(`${snapshotVersion} ${hash('sha1', JSON.stringify(pairs))}`).toBe('3 fda8b9ae38f35a4fdf2e49842d93f40746483f9f')
})
