import { openTestDatabase } from '@portico/core/testing'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { unused } from '../config/schema.ts'
import { defineServerPlugin, type ServerPlugin } from '../host/plugin.ts'
import type { Migrations } from '../host/plugin-metadata.ts'
import { runCommandLine } from './run-command-line.ts'

const first: Migrations = {
  '001-pet': { up: async db => void (await db.schema.createTable('pet').addColumn('name', 'text').addColumn('age', 'int4').execute()) },
}
const second: Migrations = {
  ...first,
  '002-age': {
    up: async db => void (await db.schema.alterTable('pet').dropColumn('age').execute()),
    irreversible: 'drops the column pet.age',
  },
  '003-food': { up: async db => void (await db.schema.alterTable('pet').addColumn('food', 'text').execute()) },
}
const failing: Migrations = { ...first, '002-nothing': { up: async db => void (await db.schema.dropTable('nothing').execute()) } }

const pets = (migrations: Migrations) =>
  defineServerPlugin({
    id: 'pets',
    config: { pets: z.object({ food: z.string().optional(), meals: unused('is called food now') }) },
    migrations,
    setup() {},
  })
const toys = defineServerPlugin({ id: 'toys', migrations: first, setup() {} })

/** A folder with a config and a database. */
async function openFolder(config: Record<string, unknown> = {}) {
  const testing = await openTestDatabase()
  const cwd = mkdtempSync(path.join(tmpdir(), 'portico-upgrade-'))
  onTestFinished(async () => {
    await testing.close()
    rmSync(cwd, { recursive: true, force: true })
  })
  const file = path.join(cwd, 'app-config.yaml')
  const write = (more: Record<string, unknown>, database: Record<string, unknown> = {}) =>
    writeFileSync(file, JSON.stringify({ backend: { database: { connection: testing.connection, ...database } }, ...more }, undefined, 1))
  write(config)
  async function run(argv: string, plugins: readonly ServerPlugin[], version = '2.0.0') {
    const out: string[] = []
    const exit = await runCommandLine(argv.split(' '), {
      plugins,
      version,
      cwd,
      env: {},
      print: line => out.push(line),
      warn: line => out.push(line),
    })
    return { exit, out: out.join('\n') }
  }
  return { run, write }
}

test('a plan lists what would run and what of it cannot be undone, and changes nothing', async () => {
  const { run } = await openFolder()
  await run('migrate', [pets(first)])
  const plan = { exit: 0, out: expect.stringContaining('  pets: 002-age, cannot be undone: drops the column pet.age\n  pets: 003-food\n') }
  for (let time = 0; time < 2; time++) expect(await run('migrate --plan', [pets(second)])).toEqual(plan)
  // In a schema that is new there is nothing to lose.
  expect(
    (await run('migrate --plan', [pets(first), defineServerPlugin({ id: 'more', migrations: second, setup() {} })])).out,
  ).not.toContain('undone')
})

test('migrating what cannot be undone needs consent, by a flag or by the version in the config', async () => {
  const { run, write } = await openFolder()
  await run('migrate', [pets(first)])
  const refused = await run('migrate', [pets(second)])
  expect(refused).toEqual({
    exit: 1,
    out: expect.stringMatching(/002-age, cannot be undone: drops the column pet.age\nNothing was changed[^]*portico backup/),
  })
  write({}, { acceptIrreversible: '1.9.0' })
  expect((await run('migrate', [pets(second)])).exit).toBe(1)
  write({}, { acceptIrreversible: '2.0.0' })
  expect((await run('migrate', [pets(second)])).exit).toBe(0)
  expect((await run('migrate --plan', [pets(second)])).out).toContain('up to date')
  // The version before has no way back.
  expect(await run('migrate', [pets(first)], '1.0.0')).toEqual({
    exit: 1,
    out: expect.stringContaining('The database is newer than this program'),
  })
})

test('a plugin that cannot be migrated is named, and the others are migrated', async () => {
  const { run } = await openFolder()
  const { exit, out } = await run('migrate --accept-irreversible', [pets(failing), toys])
  expect(exit).toBe(1)
  expect(out).toContain('error: Migration "002-nothing" of plugin "pets" failed')
  expect(out).toContain('The database is up to date: core, core_login, toys')
})

test('an upgrade check names unknown and renamed keys, strange plugins, and what cannot be undone; its exit code is for pipelines', async () => {
  const { run, write } = await openFolder({ pets: { food: 'fish' } })
  await run('migrate', [pets(first), toys])
  expect(await run('upgrade --check', [pets(first), toys])).toEqual({ exit: 0, out: expect.stringContaining('Nothing stands in the way.') })
  write({ pets: { foood: 'fish', meals: 2 }, todos: {} })
  const { exit, out } = await run('upgrade --check', [pets(second)])
  expect(exit).toBe(1)
  const todo = out.slice(out.indexOf('To do before the upgrade:')).split('\n').slice(1)
  expect(todo).toEqual([
    expect.stringMatching(/^ {2}config: pets\.foood: unknown key, did you mean 'food'\? \(app-config\.yaml:\d+\)$/),
    expect.stringMatching(/^ {2}config: pets\.meals: is called food now \(app-config\.yaml:\d+\)$/),
    expect.stringMatching(/^ {2}config: todos: unknown section/),
    '  database: it has data of the plugin "toys", which this version does not have',
    '  database: pets: 002-age, cannot be undone: drops the column pet.age. Stop the older servers and make a backup first',
  ])
  expect(out).toContain('Database: these migrations would run')
  expect((await run('upgrade --check', [pets(first)])).out).not.toContain('002-age')
})

test('an upgrade check that cannot read the database says so and fails, unless the config alone is asked for', async () => {
  const { run, write } = await openFolder()
  write({ pets: { food: 5 } })
  expect(await run('upgrade --check', [pets(first)])).toEqual({
    exit: 1,
    out: expect.stringMatching(/pets\.food: expected a text[^]*not looked at/),
  })
  write({ backend: { database: { connection: 'postgres://nobody@127.0.0.1:1/none' } } })
  const [both, alone] = [await run('upgrade --check', [pets(first)]), await run('upgrade --check --no-database', [pets(first)])]
  expect(both).toEqual({ exit: 1, out: expect.stringContaining('database: it cannot be read') })
  expect(alone.exit).toBe(0)
  expect((await run('upgrade', [pets(first)])).exit).toBe(2)
})
