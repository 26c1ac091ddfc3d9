import { openTestDatabase, silentLog, type TestDatabase } from '@portico/core/testing'
import { sql, type Kysely } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '../database/database.ts'
import type { PartStore, PartStoreOptions } from './part-store.ts'

const tables = {
  '0001': {
    async up(db: Kysely<any>) {
      await sql`create table thing (revision bigint not null)`.execute(db)
      await sql`create unlogged table index_part (version text, part int, bytes bytea, revision bigint, saved_at timestamptz default now(),
        primary key (version, part))`.execute(db)
    },
  },
}

const options: PartStoreOptions = {
  schema: 'things',
  changedQuery: 'select from thing where revision > $1 limit $2',
  maxAgeHours: () => 48,
}

let opened: TestDatabase
let db: Kysely<any>
let store: PartStore
beforeAll(async () => {
  opened = await openTestDatabase({ schemas: { things: tables } })
  db = opened.database.forSchema('things')
  store = opened.database.partStore(options)
})
afterAll(() => opened.close())
beforeEach(async () => void (await sql`truncate index_part, thing`.execute(db)))

const save = (revision: number, texts: readonly string[], version = 'v1') =>
  store.replace(
    { version, revision, minChanged: 2 },
    texts.map(text => Buffer.from(text)),
  )
const age = (hours: number) => sql`update index_part set saved_at = now() - make_interval(hours => ${hours})`.execute(db)
const change = (revision: number) => sql`insert into thing values (${revision})`.execute(db)
async function read(version = 'v1'): Promise<string[]> {
  const texts: string[] = []
  await store.read(version, async bytes => void texts.push(bytes.toString()))
  return texts
}

test('what was saved is read part by part, of the version that is asked for', async () => {
  expect(await read()).toEqual([])
  const parts = Array.from({ length: 20 }, (_, at) => `part ${at}`)
  expect(await save(1, parts)).toBe('saved')
  expect(await save(1, ['other'], "v'2")).toBe('saved')
  expect(await read()).toEqual(parts)
  expect(await read("v'2")).toEqual(['other'])
})

test('it is replaced when enough has changed since, or when it is no longer fresh', async () => {
  await save(5, ['first', 'rest'])
  await change(5)
  await change(6)
  expect(await save(6, ['second'])).toBe('fresh')
  await change(7)
  expect(await save(7, ['third'])).toBe('saved')
  expect(await read()).toEqual(['third'])
  await age(13)
  expect(await save(7, ['fourth'])).toBe('saved')
})

test('what is too old is not read, and goes with the next one', async () => {
  await save(1, ['old'], 'v0')
  await age(49)
  expect(await read('v0')).toEqual([])
  await save(1, ['new'])
  expect((await sql`select from index_part`.execute(db)).rows.length).toBe(1)
})

test('while one replica saves, another one is told so, and a save that fails leaves what was there', async () => {
  await save(1, ['before'])
  await change(2)
  await change(3)
  let other: string | undefined
  const failing = store.replace(
    { version: 'v1', revision: 3, minChanged: 2 },
    (async function* () {
      yield Buffer.from('half')
      other = await save(3, ['other'])
      throw new Error('the disk is gone')
    })(),
  )
  await expect(failing).rejects.toThrow('the disk is gone')
  expect(other).toBe('busy')
  expect(await read()).toEqual(['before'])
  expect(await save(3, ['after'])).toBe('saved')
})

test('its statements are recorded with those of the schema, also one that failed', async () => {
  const statements: string[] = []
  const onStatement = (schema: string, statement: string, _ms: number, failed: boolean) =>
    void statements.push(`${schema}: ${statement.slice(0, 24)}${failed ? ' (failed)' : ''}`)
  const database = await openDatabase({ connection: opened.connection, onStatement }, silentLog)
  const recorded = database.partStore({ ...options, changedQuery: 'select from nowhere where $1 > $2' })
  await recorded.replace({ version: 'v1', revision: 1, minChanged: 1 }, [Buffer.from('one')])
  await recorded.read('v1', async () => {})
  await expect(recorded.replace({ version: 'v1', revision: 2, minChanged: 1 }, [])).rejects.toThrow('nowhere')
  await database.close()
  expect(statements).toEqual(
    expect.arrayContaining([
      'things: insert into index_part (',
      'things: select bytes from index_',
      'things: select from nowhere wher (failed)',
    ]),
  )
})
