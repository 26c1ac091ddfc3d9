import { defineServerPlugin, startServer, type ServerPlugin } from '@portico/core/server'
import { runCommandLine } from '@portico/core/server/command-line'
import { openTestDatabase, type TestDatabase, eventually } from '@portico/core/testing'
import { sql } from 'kysely'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { plugins as own } from './plugins.ts'

/** Values that are easily changed on their way, and rows that refer to later ones. */
const oddPlugin = defineServerPlugin({
  id: 'odd',
  migrations: {
    '0001-odd': {
      async up(db) {
        await sql`create table thing (id int primary key, up int references thing, number bigint generated always as identity,
          bytes bytea, list text[], whole interval, moment timestamptz, fraction float8, document jsonb, note text,
          twice int generated always as (id * 2) stored)`.execute(db)
        await sql`create unlogged table made_again (id int)`.execute(db)
        await sql`insert into made_again select generate_series(1, 5000)`.execute(db)
        await sql`insert into thing (id, up, bytes, list, whole, moment, fraction, document, note) values
          (1, 2, ${Buffer.from([0, 255, 10])}, ${['a,b', null, '"q"', '']}, '1 month 2 days 3.5s', '2026-01-02 03:04:05.678901+02', 0.1::float8 + 0.2,
            '{"a": [1e400, null]}', ${'line\n\u2028 "quote" \\ \t \u{1f600}'}), (2, 1, null, '{}', null, '-infinity', 'NaN', 'null', '')`.execute(
          db,
        )
      },
    },
  },
  setup: () => {},
})
const plugins = [...own, oddPlugin]

const folder = mkdtempSync(path.join(tmpdir(), 'portico-backup-'))
const file = path.join(folder, 'portal.backup.gz')
const databases: TestDatabase[] = []
const nothing = { write: () => true }
let source: TestDatabase
let token: string

async function newDatabase(): Promise<TestDatabase> {
  const database = await openTestDatabase()
  databases.push(database)
  // Its pool would count as a running server.
  await database.database.close()
  return database
}

function configFor({ connection }: TestDatabase): string {
  const config = path.join(folder, `${connection.database ?? 'x'}-${databases.length}.yaml`)
  const target = path.resolve(import.meta.dirname, '../examples/catalog-info.yaml')
  const rules = [{ allow: ['Component', 'API', 'Resource', 'System', 'Domain', 'Group', 'User', 'Location', 'Template'] }]
  const backend = { listen: '127.0.0.1:0', database: { connection } }
  writeFileSync(config, JSON.stringify({ backend, catalog: { rules, locations: [{ type: 'file', target }] } }))
  return config
}

async function start(database: TestDatabase) {
  return startServer({ plugins, version: '0.0.0-test', cwd: folder, configFiles: [configFor(database)], env: {}, logTo: nothing })
}

async function command(words: readonly string[], database: TestDatabase, known: readonly ServerPlugin[] = plugins) {
  const lines: string[] = []
  const write = (line: string) => void lines.push(line)
  const argv = [...words, '--config', configFor(database)]
  const exit = await runCommandLine(argv, { plugins: known, version: '1.2.3', cwd: folder, env: {}, print: write, warn: write })
  return { exit, said: lines.join('\n') }
}

/** Every row of every table of the portal, as text. */
function contentsOf(database: TestDatabase): Promise<Record<string, string[]>> {
  return ask(database, readTables)
}

async function ask<T>({ connection }: TestDatabase, run: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return await run(client)
  } finally {
    await client.end()
  }
}

async function readTables(client: pg.Client): Promise<Record<string, string[]>> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
  )
  const contents: Record<string, string[]> = {}
  for (const { name } of tables)
    contents[name] = (await client.query<{ row: string }>(`select t::text as row from ${name} t order by 1`)).rows.map(({ row }) => row)
  return contents
}

async function sequencesOf(database: TestDatabase) {
  const query = 'select schemaname, sequencename, last_value::text from pg_sequences order by 1, 2'
  return ask(database, async client => (await client.query(query)).rows)
}

async function entityCount(url: string): Promise<number> {
  const response = await fetch(`${url}/api/catalog/entities/by-query?limit=0`, { headers: { authorization: `Bearer ${token}` } })
  return response.ok ? ((await response.json()) as { totalItems: number }).totalItems : 0
}

let entities = 0
beforeAll(async () => {
  source = await newDatabase()
  const server = await start(source)
  const reply = await fetch(`${server.url}/api/auth/guest/refresh`, { headers: { 'x-requested-with': 'XMLHttpRequest' } })
  token = ((await reply.json()) as { backstageIdentity: { token: string } }).backstageIdentity.token
  await eventually(async () => {
    if ((await entityCount(server.url)) <= 30) throw new Error('The example catalog has not been read')
  })
  // Made while the server runs and writes: it must be whole all the same.
  const made = await command(['backup', path.join(folder, 'running.gz')], source)
  if (made.exit !== 0) throw new Error('The backup of a running server failed')
  entities = await entityCount(server.url)
  await server.stop()
}, 180_000)
afterAll(async () => {
  for (const each of databases) await each.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('a backup', () => {
  test('of a real portal is restored elsewhere with every row of every table, and goes on: keys, sessions, catalog', async () => {
    expect(await command(['backup', file], source)).toEqual({
      exit: 0,
      said: expect.stringMatching(/portal\.backup\.gz: \d+ rows of \d+ tables .*\nIt holds signing keys and sessions/),
    })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const target = await newDatabase()
    expect(await command(['restore', file], target)).toEqual({
      exit: 0,
      said: expect.stringMatching(/Restored \d+ rows of .* in version 1\.2\.3$/),
    })
    const [before, after] = [await contentsOf(source), await contentsOf(target)]
    expect(Object.keys(after)).toEqual(Object.keys(before))
    expect([before['odd.made_again'], gunzipSync(readFileSync(file)).includes('made_again')]).toEqual([
      expect.objectContaining({ length: 5000 }),
      false,
    ])
    delete before['odd.made_again']
    for (const [table, rows] of Object.entries(before)) expect(after[table], table).toEqual(rows)
    expect(await sequencesOf(target)).toEqual(await sequencesOf(source))
    const server = await start(target)
    const reply = await fetch(`${server.url}/api/auth/v1/userinfo`, { headers: { authorization: `Bearer ${token}` } })
    await expect.poll(() => entityCount(server.url)).toBe(entities)
    await server.stop()
    expect(reply.status).toBe(200)
  })

  test('is refused without a trace where it is damaged, cut off, no backup, or of a newer format', async () => {
    const target = await newDatabase()
    const whole = readFileSync(file)
    const lines = gunzipSync(whole).toString('utf8').split('\n')
    const [manifest = ''] = lines
    const row = lines.findIndex(line => line.startsWith('["user:'))
    const changed = lines.with(row, lines[row]!.replace('["user:', '["User:'))
    const flipped = Buffer.from(whole)
    flipped[whole.length >> 1]! ^= 1
    const damage: Record<string, [string | Buffer, RegExp]> = {
      changed: [gzipSync(changed.join('\n')), /damaged: its checksum does not fit/],
      flipped: [flipped, /damaged/],
      cut: [whole.subarray(0, whole.length - 100), /damaged/],
      shorter: [gzipSync(lines.slice(0, -2).join('\n')), /damaged/],
      text: ['not a backup', /is no backup of a portal/],
      empty: ['', /is no backup of a portal/],
      newer: [
        gzipSync([manifest.replace('"format":1', '"format":2'), ...lines.slice(1)].join('\n')),
        /format 2, and this version knows formats up to 1/,
      ],
    }
    for (const [name, [content, message]] of Object.entries(damage)) {
      writeFileSync(path.join(folder, name), content)
      const { exit, said } = await command(['restore', name], target)
      expect([name, exit, said]).toEqual([name, 1, expect.stringMatching(message)])
    }
    expect((await command(['restore', 'absent'], target)).said).toMatch(/absent cannot be read: ENOENT/)
    expect(await contentsOf(target)).toEqual({})
  })

  test('of a newer portal, or of one with other plugins, is refused by name', async () => {
    const target = await newDatabase()
    const older = plugins.map(each => (each.id === 'odd' ? { ...each, migrations: {} } : each))
    expect(await command(['restore', file], target, older)).toEqual({
      exit: 1,
      said: expect.stringMatching(/newer version \(1\.2\.3\): "odd" was migrated to "0001-odd"/),
    })
    expect(await command(['restore', file], target, own)).toEqual({
      exit: 1,
      said: expect.stringContaining('data of the plugin "odd", which this portal does not have'),
    })
    expect(await contentsOf(target)).toEqual({})
  })

  test('does not replace what is there unless told to, nor anything under a running server, nor a file', async () => {
    const target = await newDatabase()
    const server = await start(target)
    expect((await command(['restore', file, '--force'], target)).said).toContain('A server is running on this database')
    await server.stop()
    const before = await contentsOf(target)
    expect(await command(['restore', file], target)).toEqual({
      exit: 1,
      said: expect.stringMatching(/The database is not empty: .*catalog.*--force removes/),
    })
    expect(await contentsOf(target)).toEqual(before)
    expect((await command(['restore', path.join(folder, 'running.gz'), '--force'], target)).exit).toBe(0)
    expect((await command(['restore', file, '--force'], target)).exit).toBe(0)
    expect(await contentsOf(target)).toEqual(await contentsOf(source))
    expect(await command(['backup', file], source)).toEqual({ exit: 1, said: expect.stringContaining('exists already') })
    expect((await command(['backup', 'nothing.gz'], await newDatabase())).said).toContain('There is nothing to back up')
  })
})
