import { authPlugin } from '@portico/auth/server'
import { searchPairs } from '@portico/catalog/common'
import { catalogPlugin } from '@portico/catalog/server'
import { coreSchemas, startServer } from '@portico/core/server'
import { eventually, openTestDatabase } from '@portico/core/testing'
import { integrationsPlugin } from '@portico/integrations/server'
import { hash } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { indexVersion } from './saved-entity-index-store.ts'

const plugins = [authPlugin, integrationsPlugin, catalogPlugin]
const entities = 1100
const cleanUps: (() => unknown)[] = []
let folder = ''
let database: Awaited<ReturnType<typeof openTestDatabase>>

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'portico-snapshots-'))
  chmodSync(folder, 0o755)
  const schemas = { ...coreSchemas, ...Object.fromEntries(plugins.map(({ id, migrations = {} }) => [id, migrations])) }
  database = await openTestDatabase({ schemas })
  cleanUps.push(database.close, () => rmSync(folder, { recursive: true, force: true }))
  writeEntities({})
})
afterAll(async () => {
  for (const cleanUp of cleanUps) await cleanUp()
})

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

/** Starts a server, waits until a query has an answer and the log a line, stops it, and returns what it logged. */
async function run([query, total]: readonly [query: string, total: number], { until = '' } = {}) {
  const file = path.join(folder, 'app-config.yaml')
  const config = {
    backend: { listen: { port: 0, host: '127.0.0.1' }, dataFolder: 'data', database: { connection: database.connection } },
    catalog: {
      locations: [{ type: 'file', target: path.join(folder, 'all.yaml') }],
      processingInterval: '1s',
      history: { retention: { hours: 1 } },
    },
  }
  writeFileSync(file, JSON.stringify(config))
  const lines: string[] = []
  const logTo = { write: (line: string) => lines.push(line) }
  const server = await startServer({ plugins, version: '0', webFolder: undefined, cwd: folder, configFiles: [file], env: {}, logTo })
  let totals: number[] = []
  try {
    const { token } = await server.services.tokens.userTokens.issue({ userEntityRef: 'user:default/test' })
    const totalOf = async (filter: string) => {
      const address = `${server.url}/api/catalog/entities/by-query?limit=1&orderField=metadata.name,asc&${filter}`
      const response = await fetch(address, { headers: { authorization: `Bearer ${token}` } })
      return ((await response.json()) as { totalItems: number }).totalItems
    }
    await eventually(async () => expect(await totalOf(query)).toBe(total))
    await eventually(async () => expect(lines.join('')).toContain(until))
    totals = await Promise.all(['filter=kind=component', 'filter=metadata.tags=t1'].map(totalOf))
  } finally {
    await server.stop()
  }
  return { log: lines.join(''), totals }
}

const all = ['filter=kind=component', entities] as const
const wanted = ['filter=metadata.tags=new', 1] as const
const tagged = entities / 50

const loaded = 'the index of the catalog was loaded as it was saved'
const saved = 'the index of the catalog was saved'

test('a server takes the index that another one has saved, with what has changed since', async () => {
  const first = await run(all, { until: saved })
  expect(first.log).not.toContain(loaded)
  expect((await run(all)).log).toContain(loaded)
  // Three of 1,100 have changed: not worth saving it again.
  writeEntities({ n1: { tags: ['new'] }, n51: undefined, n2: { tags: ['t1'] } })
  await run(wanted)
  const back = await run(wanted)
  expect(back.log).toContain(loaded)
  expect(back.log).not.toContain(saved)
  expect(back.totals).toEqual([entities - 1, tagged - 1])
})

test('a saved index that is damaged, cut off, too old, of a later revision or of another version is not used, and made again', async () => {
  const damages: readonly (readonly [what: string, statement: string, isWarned: boolean])[] = [
    ['lost', 'truncate index_part', false],
    ['damaged', 'update index_part set bytes = set_byte(bytes, length(bytes) / 2, 255 - get_byte(bytes, length(bytes) / 2))', true],
    ['cut off', 'delete from index_part where part > 0', true],
    ['too old', "update index_part set saved_at = now() - interval '1 hour'", false],
    ['later', 'update index_part set bytes = overlay(bytes placing \'{"revision":9\'::bytea from 1 for 12) where part = 0', true],
    ['another version', "update index_part set version = 'other'", false],
  ]
  for (const [what, statement, isWarned] of damages) {
    await database.database.pool.query(`set search_path = catalog; ${statement}; reset search_path`)
    const { log, totals } = await run(wanted, { until: saved })
    expect(log, what).not.toContain(loaded)
    expect(log.includes('cannot be used'), what).toBe(isWarned)
    expect(totals, what).toEqual([entities - 1, tagged - 1])
  }
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
  expect(`${indexVersion} ${hash('sha1', JSON.stringify(pairs))}`).toBe('6 fda8b9ae38f35a4fdf2e49842d93f40746483f9f')
})
