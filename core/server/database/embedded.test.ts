import { createRecordingLog, makeDatabaseFolder, silentLog } from '@portico/core/testing'
import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { startEmbedded, type Embedded } from './embedded.ts'
import { canReach } from './embedded/account.ts'
import { findPostmaster } from './embedded/postmaster.ts'

// Whole database servers, on machines that may be busy with other tests.
vi.setConfig({ testTimeout: 60_000 })

let folder: string
let started: Embedded[] = []
/** One that is initialised already, for tests that need no empty one. */
const used = makeDatabaseFolder('embedded')

beforeEach(() => {
  folder = makeDatabaseFolder('embedded')
})
afterEach(async () => {
  for (const embedded of started) await embedded.stop()
  started = []
  rmSync(folder, { recursive: true, force: true })
})
afterAll(() => rmSync(used, { recursive: true, force: true }))

async function start(dataDir: string, log = silentLog): Promise<Embedded> {
  const embedded = await startEmbedded({ dataDir, log })
  started.push(embedded)
  return embedded
}

async function query(embedded: Embedded, text: string): Promise<unknown[]> {
  const client = new pg.Client(embedded.connection)
  await client.connect()
  return (await client.query(text).finally(() => client.end())).rows
}

const postmaster = () => findPostmaster(join(used, 'postgres'))

describe('a data folder', () => {
  test('that does not exist is made, and what is in it is there after a stop and a start', async () => {
    const dataDir = join(folder, 'new', 'place')
    const first = await start(dataDir)
    expect(first.adopted).toBe(false)
    await query(first, "create table note as select 'kept' as text")
    await first.stop()
    const second = await start(dataDir)
    expect(second.adopted).toBe(false)
    expect(await query(second, 'select text from note')).toEqual([{ text: 'kept' }])
  })

  test('speaks UTF-8, keeps what it commits, and is reached by a private socket only', async () => {
    const embedded = await start(used)
    const settings = ['server_encoding', 'listen_addresses', 'fsync', 'synchronous_commit', 'full_page_writes', 'jit']
    const rows = await query(embedded, `select name, setting from pg_settings where name in (${settings.map(name => `'${name}'`)})`)
    expect(rows).toEqual(
      expect.arrayContaining([
        { name: 'server_encoding', setting: 'UTF8' },
        { name: 'listen_addresses', setting: '' },
        { name: 'fsync', setting: 'on' },
        { name: 'synchronous_commit', setting: 'on' },
        { name: 'full_page_writes', setting: 'on' },
        { name: 'jit', setting: 'off' },
      ]),
    )
    expect(await query(embedded, "select lower('ÄÖΣ') as lower, current_user as who, current_database() as what")).toEqual([
      { lower: 'äöσ', who: 'portico', what: 'portico' },
    ])
    const socketFolder = embedded.connection.host ?? ''
    expect(statSync(socketFolder).mode & 0o777).toBe(0o700)
    expect(Buffer.byteLength(join(socketFolder, '.s.PGSQL.5432.lock'))).toBeLessThan(100)
    await embedded.stop()
    expect(existsSync(socketFolder)).toBe(false)
  })

  test('of another major version is refused with both versions', async () => {
    mkdirSync(join(folder, 'postgres'))
    writeFileSync(join(folder, 'postgres', 'PG_VERSION'), '15\n')
    await expect(start(folder)).rejects.toThrow(/was made by PostgreSQL 15, but this is PostgreSQL 18\..*choose another data folder/)
  })

  test('with something else in the place of the database is refused and left alone', async () => {
    mkdirSync(join(folder, 'postgres'))
    writeFileSync(join(folder, 'postgres', 'letter.txt'), 'mine')
    await expect(start(folder)).rejects.toThrow(/is not a PostgreSQL data folder and is not empty/)
    expect(readFileSync(join(folder, 'postgres', 'letter.txt'), 'utf8')).toBe('mine')
  })

  test('that is a file, or below one, is refused by name with what to do', async () => {
    writeFileSync(join(folder, 'file'), '')
    for (const dataDir of [join(folder, 'file'), join(folder, 'file', 'below')]) {
      await expect(start(dataDir)).rejects.toThrow(`The data folder ${dataDir} cannot be written`)
    }
  })

  test('with a half-made database of a start that was killed is cleaned up and used', async () => {
    mkdirSync(join(folder, 'postgres.new-4711'))
    writeFileSync(join(folder, 'postgres.new-4711', 'PG_VERSION'), '18\n')
    const embedded = await start(folder)
    expect(await query(embedded, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(existsSync(join(folder, 'postgres.new-4711'))).toBe(false)
  })
})

test('a folder counts as closed to an account as soon as one folder on the way is', () => {
  const inner = join(folder, 'inner')
  mkdirSync(inner)
  const stranger = { uid: 54_321, gid: 54_321 }
  expect(canReach(stranger, inner)).toBe(true)
  chmodSync(folder, 0o700)
  expect(canReach(stranger, inner)).toBe(false)
  expect(canReach({ uid: statSync(folder).uid, gid: 54_321 }, inner)).toBe(true)
  expect(canReach(undefined, inner)).toBe(true)
})

describe('sharing', () => {
  test('a second start joins the running server, and the last one to stop shuts it down', async () => {
    const first = await start(used)
    const second = await start(used)
    expect(second).toMatchObject({ adopted: true, connection: first.connection })
    await first.stop()
    expect(await query(second, 'select 1 as one')).toEqual([{ one: 1 }])
    await second.stop()
    expect(postmaster()).toBeUndefined()
  })

  test('of two that stop at the same moment, one shuts the server down', async () => {
    const both = await Promise.all([start(used), start(used)])
    expect(both.map(each => each.adopted).sort()).toEqual([false, true])
    await Promise.all(both.map(each => each.stop()))
    expect(postmaster()).toBeUndefined()
  })
})

describe('left-overs of a crash', () => {
  test('a pid file with a process id that now belongs to another process does not prevent the start', async () => {
    const first = await start(used)
    await query(first, "create table before_crash as select 'kept' as text")
    const file = join(used, 'postgres', 'postmaster.pid')
    const [, ...rest] = readFileSync(file, 'utf8').split('\n')
    await first.stop()
    // PostgreSQL itself overlooks processes of other users, so it must be one of the database's own user.
    const { uid, gid } = statSync(join(used, 'postgres'))
    const someone = spawn('sleep', ['60'], { stdio: 'ignore', ...(process.getuid?.() === 0 && { uid, gid }) })
    onTestFinished(() => void someone.kill())
    writeFileSync(file, [someone.pid, ...rest].join('\n'))
    const second = await start(used)
    expect(second.adopted).toBe(false)
    expect(await query(second, 'select text from before_crash')).toEqual([{ text: 'kept' }])
  })

  test('a lock file of a process that is gone is taken over', async () => {
    const dead = 2 ** 22 + 1
    writeFileSync(join(used, 'start.lock'), `${dead} 0`)
    const embedded = await start(used)
    expect(await query(embedded, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(existsSync(join(used, 'start.lock'))).toBe(false)
  })

  test('a server that is killed is started again by itself, with everything that was committed', async () => {
    const log = createRecordingLog()
    const embedded = await start(used, log)
    await query(embedded, "create table note as select 'kept' as text")
    const killed = postmaster()?.pid ?? 0
    process.kill(killed, 'SIGKILL')
    const back = { message: 'the embedded PostgreSQL answers again', fields: { restarted: true } }
    await expect.poll(() => log.lines.at(-1)).toMatchObject(back)
    expect(postmaster()?.pid).not.toBe(killed)
    expect(await query(embedded, 'select text from note')).toEqual([{ text: 'kept' }])
  })
})
