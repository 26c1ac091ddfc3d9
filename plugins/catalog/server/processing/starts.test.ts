import { withCatalogDatabase } from '@portico/catalog/testing'
import type { Logger } from '@portico/core/server'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { createIngest } from './ingest.ts'
import { rootStore } from './read/root-store.ts'
import { component, createTemporaryCatalog, location } from '../testing/temporary-catalog.ts'
import { readAll } from '../testing/temporary-catalog-store.ts'

// Each pair of files is a race of its own, so one start takes several.
const pairs = 10
const starts = Number(process.env['PORTICO_STRESS_STARTS'] ?? 8)
const seed = Number(process.env['PORTICO_STRESS_SEED'] ?? Date.now() % 1_000_000)

/** The same numbers for the same seed. */
function createRandom(start: number): () => number {
  let state = start
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x6d2b79f5) | 0
    const mixed = Math.imul(state ^ (state >>> 13), 0x297a2d39)
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32
  }
}

const database = withCatalogDatabase()

/** A database that answers every statement a little later, each time by another little. */
function openSlowDatabase(random: () => number): Kysely<object> {
  const pool = new pg.Pool({ ...database.connection, options: '-c search_path=catalog', max: 6 })
  // The database may be dropped before the last connection has said goodbye, whether it is in use or idle.
  pool.on('connect', client => client.on('error', () => {}))
  pool.on('error', () => {})
  pool.on('connect', client => {
    const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>
    Object.assign(client, {
      query: async (...args: unknown[]) => {
        if (random() < 0.3) await query('select pg_sleep($1)', [random() * 0.004])
        return query(...args)
      },
    })
  })
  onTestFinished(async () => void (await pool.end()))
  return new Kysely<object>({ dialect: new PostgresDialect({ pool }) })
}

const group = (name: string, description: string) =>
  `apiVersion: backstage.io/v1alpha1\nkind: Group\nmetadata: {name: ${name}, description: ${description}}\nspec: {type: team, children: []}\n`

/** Files that want the same groups. The one that comes first in the config has the later name. */
function pairOf(number: number): Record<string, string> {
  const [shared, both] = [`shared-${number}`, `both-${number}`]
  const named = (name: string, owner: string) => component(`${name}-${number}`, { owner })
  const child = `child-${number}.yaml`
  const first = [group(shared, 'first'), group(both, 'first'), named('one', shared), location(`more-${number}`, [child])]
  const second = [group(shared, 'second'), named('two', both), group(both, 'second'), location(`again-${number}`, [child])]
  return {
    [`z-${number}.yaml`]: first.join('---\n'),
    [`a-${number}.yaml`]: second.join('---\n'),
    [child]: [group(shared, 'third'), named('three', shared)].join('---\n'),
  }
}

test(`${starts} starts of ${pairs} pairs of files that want the same names end alike, however long each statement takes (seed ${seed})`, async () => {
  const random = createRandom(seed)
  const pick = (max: number) => Math.floor(random() * max)
  const complaints: string[] = []
  const record = (details: object | string, message = '') => {
    const { error } = details as { error?: Error }
    if (!message.includes('already taken')) complaints.push(`${message} ${error?.stack ?? ''}`)
  }
  const log: Logger = { debug() {}, info() {}, warn: record, error: record, child: () => log }
  const slow = openSlowDatabase(random)
  const numbers = Array.from({ length: pairs }, (_, number) => number)
  const files = Object.assign({}, ...numbers.map(pairOf)) as Record<string, string>
  const roots = [...numbers.map(number => `z-${number}.yaml`), ...numbers.map(number => `a-${number}.yaml`)]
  for (let start = 0; start < starts; start++) {
    const catalog = createTemporaryCatalog(database.db, { log, files })
    const options = {
      intervalMs: 100_000,
      orphanStrategy: 'delete',
      batchSize: 2 + pick(24),
      claimSize: 2 + pick(12),
      stitchEveryMs: pick(40),
    } as const
    const readers = Array.from({ length: 1 + pick(2) }, () => createIngest({ db: slow, log, context: catalog.context, options }))
    await rootStore.syncConfig(
      database.db,
      roots.map(target => ({ type: 'file', target })),
    )
    const note = `start ${start} of seed ${seed}, ${readers.length} servers, ${JSON.stringify(options)}`
    // Everything is requested again while it is being read.
    const refreshed = database
      .query(`select pg_sleep(${random() * 0.1})`)
      .then(async () => rootStore.refresh(slow, await readAll(slow).sourceIds()))
    await Promise.all([refreshed, ...readers.map(reader => reader.pass())])
    // What became due at the very end is read by the next look, as a server takes it.
    await Promise.all(readers.map(reader => reader.pass()))

    const entities = await catalog.entities()
    expect(entities.size, note).toBe(pairs * 7 + roots.length)
    for (const number of numbers) {
      for (const name of [`group:default/shared-${number}`, `group:default/both-${number}`]) {
        expect(entities.get(name)?.metadata.description, `${name}: ${note}`).toBe('first')
        expect(entities.get(name)?.relations, `${name}: ${note}`).toHaveLength(name.includes('shared') ? 2 : 1)
      }
    }
    expect(
      (await catalog.sources()).filter(({ failures, error, due_in }) => failures > 0 || error || due_in !== null),
      note,
    ).toEqual([])
    expect([await database.count('claim'), await database.count('stitch')], note).toEqual([0, 0])
    expect(complaints, note).toEqual([])
    await catalog.close()
  }
}, 300_000)
