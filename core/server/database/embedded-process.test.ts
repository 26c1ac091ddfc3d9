import { makeDatabaseFolder, silentLog } from '@portico/core/testing'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openDatabase } from './database.ts'
import { isDatabaseUnavailable } from './database-error.ts'
import { startEmbedded } from './embedded.ts'
import { findPostmaster } from './embedded/postmaster.ts'

// Whole processes and whole database servers, on machines that may be busy with other tests.
vi.setConfig({ testTimeout: 60_000 })

/** A process of its own that starts the database, says how, and stops it when its input ends. */
const program = `
  import { startEmbedded } from ${JSON.stringify(new URL('./embedded.ts', import.meta.url).href)}
  const log = { debug() {}, info() {}, warn() {}, error() {}, child: () => log }
  try {
    const { adopted, connection, stop } = await startEmbedded({ dataDir: process.env.DATA_DIR, log })
    console.log(JSON.stringify({ adopted, connection }))
    process.stdin.on('end', async () => { await stop(); process.exit() }).resume()
  } catch (error) {
    console.log(JSON.stringify({ error: String(error) }))
  }
`

interface Said {
  readonly adopted?: boolean
  readonly connection: pg.PoolConfig
  readonly error?: string
}

let folder: string
let children: ChildProcess[]

beforeEach(() => {
  folder = makeDatabaseFolder('embedded')
  children = []
})
afterEach(async () => {
  for (const child of children) await stop(child)
  rmSync(folder, { recursive: true, force: true })
})

async function run(dataDir = folder, as: { uid?: number; gid?: number } = {}): Promise<{ child: ChildProcess; said: Said }> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir },
    ...as,
  })
  children.push(child)
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  return { child, said: JSON.parse(line) as Said }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.stdin?.end()
  await once(child, 'exit')
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

async function query(connection: pg.PoolConfig, text: string): Promise<unknown[]> {
  const client = new pg.Client(connection)
  await client.connect()
  return (await client.query(text).finally(() => client.end())).rows
}

const postmaster = () => findPostmaster(join(folder, 'postgres'))

test('of three processes that start at once on an empty folder, one makes the database and the others join it', async () => {
  const all = await Promise.all([run(), run(), run()])
  expect(all.map(({ said }) => said.adopted).sort()).toEqual([false, true, true])
  const identity = 'select system_identifier from pg_control_system()'
  const identifiers = await Promise.all(all.map(({ said }) => query(said.connection, identity)))
  expect(new Set(identifiers.map(rows => JSON.stringify(rows))).size).toBe(1)
  await Promise.all(all.map(({ child }) => stop(child)))
  expect(postmaster()).toBeUndefined()
})

test('a process that is killed leaves the server running; the next start joins it, finds what was committed and stops it cleanly', async () => {
  const { child, said } = await run()
  await query(said.connection, "create table note as select 'kept' as text")
  await kill(child)
  const next = await startEmbedded({ dataDir: folder, log: silentLog })
  expect(next).toMatchObject({ adopted: true })
  expect(await query(next.connection, 'select text from note')).toEqual([{ text: 'kept' }])
  await next.stop()
  expect(postmaster()).toBeUndefined()
})

test('when both the process and the server are killed, the next start recovers what was committed', async () => {
  const { child, said } = await run()
  await query(said.connection, "create table note as select 'kept' as text")
  const server = postmaster()
  await kill(child)
  process.kill(server?.pid ?? 0, 'SIGKILL')
  const next = await startEmbedded({ dataDir: folder, log: silentLog })
  expect(next).toMatchObject({ adopted: false })
  expect(await query(next.connection, 'select text from note')).toEqual([{ text: 'kept' }])
  await next.stop()
})

test('a process killed while it makes the database leaves nothing that prevents the next start', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { env: { PATH: process.env['PATH'], DATA_DIR: folder } })
  children.push(child)
  await expect.poll(() => readdirSync(folder).some(name => name.startsWith('postgres.new-')), { interval: 5 }).toBe(true)
  await kill(child)
  // What an initdb that goes on for a moment leaves goes with a later start.
  const start = async () => {
    const next = await startEmbedded({ dataDir: folder, log: silentLog })
    expect(await query(next.connection, 'select 1 as one')).toEqual([{ one: 1 }])
    const names = readdirSync(folder).sort()
    await next.stop()
    return names
  }
  await expect.poll(start).toEqual(['postgres', 'postgres.log'])
})

test('when the server is killed under load, callers get an error that it is unavailable, it is restarted, and no committed row is lost', async () => {
  const embedded = await startEmbedded({ dataDir: folder, log: silentLog })
  const database = await openDatabase({ connection: embedded.connection, poolMax: 4 }, silentLog)
  await database.pool.query('create schema load; create table load.row (id int primary key)')
  const db = database.forSchema('load')
  const committed: number[] = []
  const failures: unknown[] = []
  let next = 0
  let done = false
  const worker = async () => {
    while (!done) {
      const id = (next += 1)
      await db
        .insertInto('row')
        .values({ id })
        .execute()
        .then(
          () => committed.push(id),
          error => failures.push(error),
        )
    }
  }
  const workers = [worker(), worker(), worker(), worker()]
  await expect.poll(() => committed.length).toBeGreaterThan(50)
  process.kill(postmaster()?.pid ?? 0, 'SIGKILL')
  await expect.poll(() => failures.length, { interval: 5 }).toBeGreaterThan(0)
  const before = committed.length
  await expect.poll(() => committed.length).toBeGreaterThan(before + 50)
  done = true
  await Promise.all(workers)
  expect(failures.filter(error => !isDatabaseUnavailable(error))).toEqual([])
  const kept = await db.selectFrom('row').select('id').execute()
  expect(committed.filter(id => !kept.some(row => row['id'] === id))).toEqual([])
  await database.close()
  await embedded.stop()
})

test('a data folder that this user may not write is named, with what to do', async () => {
  const dataDir = join(folder, 'closed')
  mkdirSync(dataDir, { mode: 0o555 })
  const { said } = await run(dataDir, process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {})
  expect(said.error).toBe(
    `Error: The data folder ${dataDir} cannot be written (EACCES). Make it writable for this user, or choose another data folder.`,
  )
})
