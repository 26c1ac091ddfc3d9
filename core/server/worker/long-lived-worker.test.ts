import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { eventually, silentLog } from '@portico/core/testing'
import { afterAll, afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { createLongLivedWorker } from './long-lived-worker.ts'

interface Methods extends Record<string, (...args: never[]) => unknown> {
  read(statement: string): void
  add(one: number, other: number): number
  refuse(): void
  die(): void
  fill(): void
  greet(): Promise<string>
  youngBytes(): number
}

const entry = new URL('./worker.ts', import.meta.url).href
const folder = mkdtempSync(path.join(tmpdir(), 'portico-worker-'))
afterAll(() => rmSync(folder, { recursive: true }))
const module = path.join(folder, 'sample-worker.ts')
writeFileSync(
  module,
  `import { parentPort, workerData } from 'node:worker_threads'
   import { getHeapSpaceStatistics } from 'node:v8'
   import { serveWorker } from ${JSON.stringify(entry)}
   function youngBytes() {
     // As much as is kept for a moment makes the room for young objects grow as far as it may.
     let kept = []
     for (let i = 0; i < 2_000_000; i++) kept = kept.length === 100_000 ? [] : (kept.push({ i }), kept)
     return getHeapSpaceStatistics().find(space => space.space_name === 'new_space').space_size
   }
   await serveWorker(parentPort, async ({ call, idle, notify, recordStatement }) => ({
     methods: {
       read: statement => recordStatement(statement, 5, false),
       add: (one, other) => one + other,
       refuse: () => { throw Object.assign(new Error('No'), { name: 'InputError' }) },
       die: () => process.exit(3),
       fill: () => { const all = []; for (;;) all.push(new Array(10_000).fill({})) },
       greet: async () => (await call('nameOf', workerData.id)) + '!',
       youngBytes,
     },
     wake: () => idle(undefined),
     stop: async () => (recordStatement('commit', 1, true), notify('stopped'), false),
   }))`,
)

const busyModule = path.join(folder, 'busy-worker.ts')
writeFileSync(
  busyModule,
  `import { parentPort, workerData } from 'node:worker_threads'
   import { serveWorker } from ${JSON.stringify(entry)}
   let wakes = 0
   await serveWorker(parentPort, async ({ idle, notify }) => ({
     methods: { greet: () => 'thread ' + workerData.id },
     // The first time there is nothing to do, and then there is.
     wake: () => (wakes += 1) === 1 ? idle(undefined) : notify('working'),
     stop: async () => true,
   }))`,
)

const opened: { stop(): Promise<void> }[] = []
afterEach(async () => void (await Promise.all(opened.splice(0).map(worker => worker.stop()))))

function open(idle = { minMs: 0, closeAfterMs: 60_000 }, nextWorkMs?: () => Promise<number | undefined>) {
  const seen = { threads: 0, stopped: 0, deaths: [] as string[], statements: [] as unknown[] }
  const worker = createLongLivedWorker<Methods>({
    module: pathToFileURL(module),
    name: 'sample',
    log: silentLog,
    recordStatement: (...statement) => void seen.statements.push(statement),
    heapMegabytes: 32,
    idle,
    ...(nextWorkMs && { nextWorkMs }),
    interrupted: () => new Error('interrupted'),
    open() {
      seen.threads += 1
      return {
        data: { id: seen.threads },
        handlers: { nameOf: (id: number) => `thread ${id}`, stopped: () => void (seen.stopped += 1) },
        onDeath: reason => void seen.deaths.push(reason),
      }
    },
  })
  opened.push(worker)
  return { worker, seen }
}

test('the first call opens the thread, later ones share it, and it may call back', async () => {
  const { worker, seen } = open()
  expect(seen.threads).toBe(0)
  expect(await Promise.all([worker.call('add', 1, 2), worker.call('greet')])).toEqual([3, 'thread 1!'])
  expect(seen.threads).toBe(1)
})

test('an error of a method reaches its caller by name and leaves the thread alone; unknown methods are named', async () => {
  const { worker, seen } = open()
  await expect(worker.call('refuse')).rejects.toMatchObject({ name: 'InputError', message: 'No' })
  await expect(worker.call('nothing' as 'refuse')).rejects.toThrow("asks for 'nothing'")
  await expect(worker.call('toString' as 'refuse')).rejects.toThrow("asks for 'toString'")
  expect(await worker.call('add', 1, 1)).toBe(2)
  expect(seen).toMatchObject({ threads: 1, deaths: [] })
})

test('a thread that dies or runs out of memory costs the calls under way; the next call has a new one', async () => {
  const { worker, seen } = open()
  await expect(worker.call('die')).rejects.toThrow('interrupted')
  expect(await worker.call('greet')).toBe('thread 2!')
  await expect(worker.call('fill')).rejects.toThrow('interrupted')
  expect(await worker.call('greet')).toBe('thread 3!')
  expect(seen.deaths).toHaveLength(2)
  expect(seen.deaths[1]).toMatch(/memory/i)
})

test('an idle thread is closed in good order, and opened again by the next call', async () => {
  const { worker, seen } = open({ minMs: 0, closeAfterMs: 1 })
  await worker.call('add', 1, 2)
  await eventually(() => expect(seen.stopped).toBe(1))
  expect(await worker.call('greet')).toBe('thread 2!')
  expect(seen.deaths).toEqual([])
})

test('the server learns of the statements that a thread sends soon, and of the last ones when it is closed', async () => {
  const { worker, seen } = open()
  await worker.call('read', 'select 1')
  await worker.call('read', 'select 2')
  await eventually(() =>
    expect(seen.statements).toEqual([
      ['select 1', 5, false],
      ['select 2', 5, false],
    ]),
  )
  await worker.stop()
  expect(seen.statements.at(-1)).toEqual(['commit', 1, true])
})

test('a report of being idle that a later wake-up has overtaken does not close the thread', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const working = Promise.withResolvers<void>()
  let threads = 0
  const worker = createLongLivedWorker<{ greet(): string }>({
    module: pathToFileURL(busyModule),
    name: 'busy',
    log: silentLog,
    idle: { minMs: 0, closeAfterMs: 1000 },
    interrupted: () => new Error('interrupted'),
    open: () => ({ data: { id: (threads += 1) }, handlers: { working: () => working.resolve() } }),
  })
  opened.push(worker)
  worker.wake()
  worker.wake()
  // Messages come in order: by now the report has been received too.
  await working.promise
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await worker.call('greet')).toBe('thread 1')
})

test('after stop nothing is taken any more', async () => {
  const { worker } = open()
  await worker.call('add', 1, 2)
  await worker.stop()
  await expect(worker.call('add', 1, 2)).rejects.toThrow("The worker thread 'sample' has ended")
})

test('a wake opens a thread only when there is work, at once or later; a call opens it anyway', async () => {
  const answers: (number | undefined)[] = [undefined, 20, 0]
  const asked = vi.fn<() => Promise<number | undefined>>(async () => answers.shift())
  const { worker, seen } = open(undefined, asked)
  worker.wake()
  await eventually(() => expect(asked).toHaveBeenCalledTimes(1))
  expect(seen.threads).toBe(0)
  // The second answer is that there will be work in a moment, the third that there is.
  worker.wake()
  await eventually(() => expect(seen.threads).toBe(1))
  expect(asked).toHaveBeenCalledTimes(3)
  expect(await worker.call('add', 1, 2)).toBe(3)
  const other = open(undefined, async () => undefined)
  expect(await other.worker.call('add', 1, 2)).toBe(3)
  const failing = open(undefined, async () => Promise.reject(new Error('the database is away')))
  failing.worker.wake()
  await eventually(() => expect(failing.seen.threads).toBe(1))
})

test('a thread that died is replaced though no work is known', async () => {
  const { worker, seen } = open(undefined, async () => undefined)
  await expect(worker.call('die')).rejects.toThrow('interrupted')
  await eventually(() => expect(seen.threads).toBe(2))
})

test('a thread has as much room for young objects as it asks for, however little the process was started with', async () => {
  // As `npm start` does.
  setFlagsFromString('--max-semi-space-size=4')
  const { worker } = open()
  expect(await worker.call('youngBytes')).toBeGreaterThan(16_000_000)
})
