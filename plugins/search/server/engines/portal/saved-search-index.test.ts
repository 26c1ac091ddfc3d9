import { authPlugin } from '@portico/auth/server'
import { catalogPlugin } from '@portico/catalog/server'
import { coreSchemas, defineServerPlugin, startServer } from '@portico/core/server'
import { eventually, openTestDatabase, type TestDatabase } from '@portico/core/testing'
import { integrationsPlugin } from '@portico/integrations/server'
import type { ResultSet, SearchDocument } from '@portico/search/common'
import { searchPlugin, searchService, type DocumentUpdates } from '@portico/search/server'
import { hash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSearchIndex } from '../../search-index/search-index.ts'
import { indexVersion } from './follow.ts'

const all = 5200
// What the wiki says now. Each test changes it.
const pages = new Map<number, string>(Array.from({ length: all }, (_, page) => [page, `Page ${page}`]))
let updates: DocumentUpdates
const wiki = defineServerPlugin({
  id: 'wiki',
  uses: { search: searchService },
  setup(_core, { search }) {
    updates = search.registerSource({
      type: 'wiki',
      schedule: { frequency: { trigger: 'manual' }, timeout: { seconds: 30 } },
      async *documents() {
        yield [...pages].map(([page, title]): SearchDocument => ({ title, text: 'Words', location: `/wiki/${page}` }))
      },
    })
  },
})
const plugins = [authPlugin, integrationsPlugin, catalogPlugin, searchPlugin, wiki]

let folder = ''
let database: TestDatabase
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'portico-search-'))
  const schemas = { ...coreSchemas, ...Object.fromEntries(plugins.map(({ id, migrations = {} }) => [id, migrations])) }
  database = await openTestDatabase({ schemas })
})
afterAll(async () => {
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Starts a server without files of its own, has it do something, stops it, and returns what it logged. */
async function run(during: (portal: Awaited<ReturnType<typeof open>>) => Promise<void>): Promise<string> {
  const portal = await open()
  try {
    await during(portal)
  } finally {
    await portal.server.stop()
  }
  return portal.lines.join('')
}

async function open() {
  const dataFolder = mkdtempSync(path.join(folder, 'data-'))
  const file = path.join(dataFolder, 'app-config.yaml')
  const backend = { listen: { port: 0, host: '127.0.0.1' }, dataFolder, database: { connection: database.connection } }
  writeFileSync(file, JSON.stringify({ backend }))
  const lines: string[] = []
  const logTo = { write: (line: string) => lines.push(line) }
  const server = await startServer({ plugins, version: '0', webFolder: undefined, cwd: folder, configFiles: [file], env: {}, logTo })
  const { token } = await server.services.tokens.userTokens.issue({ userEntityRef: 'user:default/test' })
  return {
    server,
    lines,
    async total(term: string): Promise<number | undefined> {
      const response = await fetch(`${server.url}/api/search/query?types[]=wiki&term=${term}`, {
        headers: { authorization: `Bearer ${token}` },
      })
      return ((await response.json()) as ResultSet).numberOfResults
    },
  }
}

const isLogged = (lines: readonly string[], text: string) => eventually(async () => expect(lines.join('')).toContain(text))
const loaded = 'the search index was loaded as it was saved'
const saved = 'the search index was saved'

test('a server with an empty folder takes the index that another one has saved, with what has changed since', async () => {
  const first = await run(async ({ total, lines }) => {
    await updates.runSoon()
    await eventually(async () => expect(await total('page')).toBe(all))
    await isLogged(lines, saved)
  })
  expect(first).not.toContain(loaded)

  // Changed by a server whose index is not saved again: too little has changed.
  const second = await run(async ({ total }) => {
    pages.delete(7)
    pages.set(8, 'Page gate')
    await updates.runSoon()
    await eventually(async () => expect(await total('gate')).toBe(1))
  })
  expect(second).toContain(loaded)
  expect(second).not.toContain(saved)

  const third = await run(async ({ total }) => {
    expect(await total('page')).toBe(all - 1)
    expect(await total('gate')).toBe(1)
  })
  expect(third).toContain(loaded)
})

test('a saved index that is cut off, damaged, too old or of another version is not used, and made again', async () => {
  const damages: readonly (readonly [what: string, statement: string, isWarned: boolean])[] = [
    ['cut off', 'delete from index_part where part = (select max(part) from index_part)', true],
    [
      'too long',
      'insert into index_part select version, part + 1, bytes, revision from index_part where part = (select max(part) from index_part)',
      true,
    ],
    [
      'damaged',
      'update index_part set bytes = set_byte(bytes, length(bytes) / 2, 255 - get_byte(bytes, length(bytes) / 2)) where part > 0',
      true,
    ],
    ['metadata', "update index_part set bytes = 'none' where part = 0", true],
    ['too old', "update index_part set saved_at = now() - interval '6 days 1 second'", false],
    ['another version', "update index_part set version = 'other'", false],
  ]
  for (const [what, statement, isWarned] of damages) {
    await database.database.pool.query(`set search_path = search; ${statement}; reset search_path`)
    const log = await run(async ({ total, lines }) => {
      expect(await total('page'), what).toBe(all - 1)
      await isLogged(lines, saved)
    })
    expect(log, what).not.toContain(loaded)
    expect(log.includes('the search index was saved, but cannot be used'), what).toBe(isWarned)
  }
})

test('what a document is found by has the version of the saved index', () => {
  const index = createSearchIndex(() => ({ fields: { name: 'name' }, boost: 1 }))
  index.put(3, 'wiki', {
    title: 'Größe of camelCase, kebab-case and 日本語',
    text: 'The orders that the order-service has ordered; v1.2.3 of 2026',
    location: '/a',
    name: 'order_service.store',
    tags: ['Java', 'go'],
    owner: 'group:default/team-a',
    authorization: { resourceRef: 'component:default/order' },
  })
  const lists = JSON.stringify(index.save(), (_, value: unknown) => (ArrayBuffer.isView(value) ? [...(value as Uint8Array)] : value))
  // When this changes, raise the version: an index that was saved before has other words for the same documents.
  expect(`${indexVersion} ${hash('sha1', lists)}`).toBe('5 9bbd63a100d33e9e496abf2a000782a1ee832cf0')
})
