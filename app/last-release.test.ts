import { migrateAll, type Migrations, type SchemaMigrations } from '@portico/core/server'
import { openTestDatabase, silentLog } from '@portico/core/testing'
import { sql } from 'kysely'
import { writeFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lastReleaseFile, migrateStepwise, only, readLastRelease, readTables } from './testing/last-release.ts'
import { migrationsOf } from './testing/migrated-database.ts'

const schemas: SchemaMigrations[] = Object.entries(migrationsOf).map(([schema, migrations]) => ({ schema, migrations }))
const names = schemas.map(({ schema }) => schema)

let testing: Awaited<ReturnType<typeof openTestDatabase>>
beforeEach(async () => {
  testing = await openTestDatabase()
})
afterEach(() => testing.close())

// A release writes the file: PORTICO_RELEASE=v1.2.0 npm test -- app/last-release.test.ts
const release = process.env['PORTICO_RELEASE']
test.runIf(release)('what this version is like is written down as the last release', async () => {
  await migrateAll(testing.database, schemas, silentLog)
  const migrations = Object.fromEntries(schemas.map(each => [each.schema, Object.keys(each.migrations).toSorted()]))
  const tables = await readTables(testing.database, names)
  expect(Object.keys(tables)).not.toEqual([])
  writeFileSync(lastReleaseFile, `${JSON.stringify({ from: release, migrations, tables }, undefined, 1)}\n`)
})

test('the migrations of the last release are unchanged, and what came later leaves its servers what they use or says that it does not', async () => {
  const last = readLastRelease()
  const released = schemas.map(each => only(each, last.migrations[each.schema] ?? []))
  expect(
    Object.fromEntries(
      released.filter(each => last.migrations[each.schema]).map(each => [each.schema, Object.keys(each.migrations).toSorted()]),
    ),
  ).toEqual(last.migrations)
  await migrateAll(testing.database, released, silentLog)
  expect(await readTables(testing.database, names)).toEqual(last.tables)
  const steps = await migrateStepwise(testing.database, schemas)
  // Put `export const irreversible = 'drops …'` into such a migration, or let it only add something.
  const silent = steps.filter(({ takenAway, irreversible }) => takenAway.length > 0 && irreversible === undefined)
  expect(silent).toEqual([])
})

test('whatever a migration takes away from older servers is found', async () => {
  const run = (...statements: string[]) => ({
    up: async (db: Parameters<Migrations[string]['up']>[0]) => {
      for (const statement of statements) await sql.raw(statement).execute(db)
    },
  })
  const migrations: Migrations = {
    1: run('create table pet (id int primary key, name text, kind text default $$cat$$, age int)', 'create table toy (id int)'),
    2: run('alter table pet add food text', 'alter table pet add bowl int not null default 1', 'create table bed (id int not null)'),
    3: run('alter table pet drop age'),
    4: run('drop table toy'),
    5: run('alter table pet alter name set not null'),
    6: run('alter table pet alter id type bigint'),
    7: run('alter table pet add owner text not null'),
    8: run('alter table pet add unique (name)'),
    9: run('alter table pet alter kind drop default'),
  }
  const steps = await migrateStepwise(testing.database, [{ schema: 'zoo', migrations }])
  expect(steps.map(({ name, takenAway }) => [name, ...takenAway.map(line => line.replace(/: the rule .*/, ': rule'))])).toEqual([
    ['1'],
    ['2'],
    ['3', 'zoo.pet.age is gone'],
    ['4', 'the table zoo.toy is gone'],
    ['5', "zoo.pet.name was 'text' and is 'text not null'", ...(steps[4]!.takenAway.length > 1 ? ['zoo.pet: rule'] : [])],
    ['6', "zoo.pet.id was 'integer not null' and is 'bigint not null'"],
    ['7', 'zoo.pet.owner is new and must be given'],
    ['8', 'zoo.pet: rule', 'zoo.pet: rule'],
    ['9', "zoo.pet.kind was 'text default' and is 'text'"],
  ])
})
