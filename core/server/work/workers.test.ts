import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { silentLog, eventually } from '@portico/core/testing'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createWorkers, type WorkersDependencies } from './create-workers.ts'

let folder: string
const opened: (() => Promise<void>)[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portico-workers-'))
})
afterEach(() => Promise.all(opened.splice(0).map(stop => stop())))
afterAll(() => rm(folder, { recursive: true }))

function openWorkers(options: Partial<WorkersDependencies> = {}) {
  const workers = createWorkers({ log: silentLog, maxThreads: 1, ...options })
  opened.push(workers.stop)
  return workers
}

/** A worker module in TypeScript. */
async function moduleOf(name: string, code: string): Promise<URL> {
  const path = join(folder, `${name}.ts`)
  await writeFile(path, code)
  return pathToFileURL(path)
}

const double = () => moduleOf('double', 'export default async ({ n }: { n: number }): Promise<number> => n * 2')

test('a TypeScript module runs in a thread, which goes when it is idle', async () => {
  const module = await moduleOf(
    'where',
    "import { isMainThread } from 'node:worker_threads'\nexport default (n: number) => ({ n: n + 1, isMainThread })",
  )
  const workers = openWorkers({ idleMs: 50 })
  expect(await workers.threadCount()).toBe(0)
  expect(await workers.run(module, 1)).toEqual({ n: 2, isMainThread: false })
  await eventually(async () => expect(await workers.threadCount()).toBe(0))
  expect(await workers.run(module, 2)).toEqual({ n: 3, isMainThread: false })
})

test('what a worker throws rejects that call, and says which worker it was', async () => {
  const module = await moduleOf('thrower', "export default () => { throw new TypeError('no such page') }")
  const workers = openWorkers()
  await expect(workers.run(module, 1)).rejects.toThrow("The worker 'thrower.ts' failed: no such page")
  expect(await workers.run(await double(), { n: 4 })).toBe(8)
})

test('a worker that dies rejects that call, and the next in the queue goes on', async () => {
  const exits = await moduleOf('exits', 'export default () => process.exit(7)')
  const crashes = await moduleOf(
    'crashes',
    "export default () => new Promise(() => setImmediate(() => { throw new Error('out of the blue') }))",
  )
  const workers = openWorkers()
  const results = await Promise.allSettled([
    workers.run(exits, 1),
    workers.run(await double(), { n: 1 }),
    workers.run(crashes, 1),
    workers.run(await double(), { n: 2 }),
  ])
  expect(results).toMatchObject([
    { status: 'rejected', reason: { message: "The worker 'exits.ts' failed: worker exited with code: 7" } },
    { status: 'fulfilled', value: 2 },
    { status: 'rejected', reason: { message: "The worker 'crashes.ts' failed: out of the blue" } },
    { status: 'fulfilled', value: 4 },
  ])
})

test('a module that is not there, or does not parse, rejects that call', async () => {
  const workers = openWorkers()
  await expect(workers.run(pathToFileURL(join(folder, 'none.ts')), 1)).rejects.toThrow("The worker 'none.ts' failed")
  await expect(workers.run(await moduleOf('broken', 'export default ('), 1)).rejects.toThrow("The worker 'broken.ts' failed")
  await expect(workers.run(await double(), { n: () => 1 })).rejects.toThrow("The worker 'double.ts' failed")
})

test('an endless loop ends at its timeout or when it is aborted, and the next in the queue goes on', async () => {
  const module = await moduleOf('endless', 'export default () => { for (;;); }')
  const workers = openWorkers()
  const controller = new AbortController()
  const late = workers.run(module, 1, { timeoutMs: 100 })
  const aborted = workers.run(module, 1, { signal: controller.signal })
  const neverStarted = workers.run(module, 1, { signal: controller.signal })
  const after = workers.run(await double(), { n: 21 })
  await expect(late).rejects.toThrow("The worker 'endless.ts' took longer than 100 ms")
  controller.abort(new Error('no longer needed'))
  await expect(aborted).rejects.toThrow('no longer needed')
  await expect(neverStarted).rejects.toThrow('no longer needed')
  expect(await after).toBe(42)
  await expect(workers.run(module, 1, { signal: controller.signal })).rejects.toThrow('no longer needed')
})

test('stopping ends what runs and takes no more', async () => {
  const module = await moduleOf('forever', 'export default () => { for (;;); }')
  const workers = openWorkers()
  const running = workers.run(module, 1)
  const waiting = workers.run(module, 2)
  await eventually(async () => expect(await workers.threadCount()).toBe(1))
  await Promise.all([
    expect(running).rejects.toThrow("The worker 'forever.ts' failed"),
    expect(waiting).rejects.toThrow('The server stops'),
    workers.stop(),
  ])
})
