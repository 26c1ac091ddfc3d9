import { openTestDatabase, type TestDatabase } from '@portico/core/testing'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { beginWork, currentWork, runWork, workMemory, worksIn } from './current-work.ts'

const program = path.join(import.meta.dirname, '../../../testing/stuck-portal.ts')
let folder: string
let database: TestDatabase
let children: ChildProcess[] = []

beforeAll(async () => {
  database = await openTestDatabase()
  folder = mkdtempSync(path.join(tmpdir(), 'portico-watchdog-'))
  const backend = {
    listen: { port: 0, host: '127.0.0.1' },
    dataFolder: folder,
    database: { connection: database.connection },
    watchdog: { timeout: '2s' },
  }
  writeFileSync(path.join(folder, 'app-config.yaml'), JSON.stringify({ backend }))
})
afterAll(async () => {
  await database.close()
  rmSync(folder, { recursive: true })
})
afterEach(() => {
  for (const child of children) child.kill('SIGKILL')
  children = []
})

async function start() {
  const child = spawn(process.execPath, [program, '--config', path.join(folder, 'app-config.yaml')], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  const exited = once(child, 'exit')
  let written = ''
  const ready = new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      written += String(chunk)
      const url = /Portico is ready at ([^\s"]+?)\/?["\s]/.exec(written)?.[1]
      if (url !== undefined) resolve(url)
    })
    void exited.then(() => reject(new Error(`It ended before it was ready:\n${written}`)))
  })
  const url = await ready
  const linesOf = () => written.split('\n').flatMap(line => (line.startsWith('{') ? [JSON.parse(line) as Record<string, unknown>] : []))
  return {
    child,
    linesOf,
    call: (route: string, init?: RequestInit) => fetch(`${url}/api/stuck${route}`, init),
    /** How it ended, and the line in which it says why. */
    async end() {
      const [, signal] = (await exited) as [number | null, string | null]
      await text(child.stdout)
      return { signal, line: linesOf().at(-1) }
    },
  }
}

describe('a server that is stuck', () => {
  test('in a request is ended by name; the next one says so, and answers', async () => {
    const server = await start()
    expect(await (await server.call('/hello')).json()).toEqual({ hello: 'world' })
    const lost = server.call('/spin/a', { headers: { 'x-request-id': 'the-culprit' } }).catch((error: unknown) => error)
    const { signal, line } = await server.end()
    expect(await lost).toBeInstanceOf(Error)
    expect(signal).toBe('SIGKILL')
    expect(line).toMatchObject({
      level: 'error',
      message: "the server was stuck for 2 s in the request 'GET /api/stuck/spin/:name' (the-culprit); the process is ended",
      work: { kind: 'request', name: 'GET /api/stuck/spin/:name', id: 'the-culprit' },
      error: { stack: expect.stringMatching(/at spinForEver \(.*stuck-portal\.ts:\d+/) },
    })
    const next = await start()
    expect(await (await next.call('/hello')).json()).toEqual({ hello: 'world' })
    const told = next.linesOf().find(each => String(each['message']).startsWith('the process before this one was ended'))
    expect(told).toMatchObject({ level: 'error', stall: { work: { id: 'the-culprit' } } })
    expect(existsSync(path.join(folder, 'last-stall.json'))).toBe(false)
  })

  test('in native code, which cannot be paused, names what began last', async () => {
    const server = await start()
    void server.call('/match', { headers: { 'x-request-id': 'the-pattern' } }).catch(() => undefined)
    const { signal, line } = await server.end()
    expect([signal, line?.['message']]).toEqual(['SIGKILL', expect.stringContaining("request 'GET /api/stuck/match' (the-pattern)")])
  })

  test('in a job tries it once more, after a while, and answers meanwhile; then the job has failed', async () => {
    const server = await start()
    // The job may block the server before that has answered.
    void server.call('/jobs', { method: 'POST' }).catch(() => {})
    const { line } = await server.end()
    const { id } = (await database.database.pool.query<{ id: string }>("select id from core.job where plugin = 'stuck'")).rows[0]!
    const work = { kind: 'job', name: 'stuck/block', id }
    expect(line).toMatchObject({ work })
    const second = await start()
    const stateAt = async ({ call }: typeof server) => ((await (await call(`/jobs/${id}`)).json()) as { state: string }).state
    expect(await stateAt(second)).toBe('waiting')
    // As if the time had passed.
    await database.database.pool.query('update core.job set run_at = now() where id = $1', [id])
    await database.database.pool.query("select pg_notify('portico_job', 'stuck/block')")
    expect((await second.end()).line).toMatchObject({ work })
    const third = await start()
    expect(await stateAt(third)).toBe('failed')
    const { rows } = await database.database.pool.query('select error from core.job where id = $1', [id])
    expect(rows).toEqual([{ error: 'It blocked its server for 2 s, which ended the process' }])
  })
})

// Other test files run in the same process.
const own = (name: string) => worksIn(workMemory).filter(each => each.name === name)

describe('a work', () => {
  test('is known to all that runs in it, and in flight until it ends', async () => {
    const finish = Promise.withResolvers<void>()
    const work = { kind: 'job', name: 'test/one', id: 'ü' } as const
    const running = runWork(work, async () => {
      await finish.promise
      return currentWork()
    })
    const ended = beginWork({ ...work, id: '2' }, () => {})
    expect(own(work.name)).toEqual([{ ...work, id: '2' }, work])
    ended()
    finish.resolve()
    expect(await running).toEqual(work)
    expect(own(work.name)).toEqual([])
    expect(currentWork()).toBeUndefined()
    await expect(runWork(work, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(own(work.name)).toEqual([])
  })

  test('of which there are more than fit leaves the last ones', () => {
    const name = 'x'.repeat(400)
    const ends = Array.from({ length: 1000 }, (_, at) => beginWork({ kind: 'request', name, id: `${at} ${'y'.repeat(400)}` }, () => {}))
    expect(own(name)).toHaveLength(128)
    expect(own(name)[0]?.id).toMatch(/^999 y+$/)
    for (const end of ends) end()
    expect(own(name)).toEqual([])
  })
})
