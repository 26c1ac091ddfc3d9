import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, afterEach, expect, test } from 'vitest'
import { startBoundedProcess, type BoundedProcess } from './bounded-process.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'portico-bounded-'))
const secret = path.join(tmpdir(), `portico-bounded-secret-${process.pid}`)
writeFileSync(secret, 's')
afterAll(() => {
  rmSync(folder, { recursive: true })
  rmSync(secret)
})
const module = path.join(folder, 'sample-child.mjs')
writeFileSync(
  module,
  `import { readFileSync, writeFileSync, writeSync } from 'node:fs'
   import { getHeapSpaceStatistics } from 'node:v8'
   import { serveProcess } from ${JSON.stringify(new URL('./serve-process.ts', import.meta.url).href)}
   const all = []
   const methods = {
     add: ({ one, other }) => one + other,
     env: () => Object.keys(process.env),
     read: ({ file }) => readFileSync(file, 'utf8'),
     write: ({ file }) => writeFileSync(file, 'x'),
     refuse: () => { throw new Error('No') },
     spin: (message, report) => { report(7); for (;;); },
     fill: () => { for (;;) all.push(Buffer.alloc(1_000_000, 1)) },
     litter: () => {
       let kept = []
       for (let at = 0; at < 5_000_000; at++) {
         if (kept.length === 100_000) kept = []
         kept.push({ at })
       }
       return getHeapSpaceStatistics().find(space => space.space_name === 'new_space').space_size
     },
     die: () => { writeSync(2, 'last words'); process.exit(3) },
     answerAndDie: () => { setImmediate(() => process.exit(0)); return 'done' },
   }
   serveProcess((message, report) => methods[message.method](message, report) ?? null)`,
)

const started: BoundedProcess[] = []
afterEach(() => started.splice(0).forEach(each => each.stop()))

function start(file = module) {
  const child = startBoundedProcess({
    module: pathToFileURL(file),
    heapMegabytes: 64,
    maxResidentBytes: 300 * 2 ** 20,
  })
  started.push(child)
  return child
}

const limits = { timeoutMs: 60_000 }

test('messages are answered one after the other by one process without an environment', async () => {
  const child = start()
  expect(await child.send({ method: 'add', one: 1, other: 2 }, limits)).toBe(3)
  expect(await child.send({ method: 'env' }, limits)).toEqual([])
  expect(child.isGone).toBe(false)
})

test('what is soon garbage takes 24 MB of it at most, however much there was', async () => {
  const child = start()
  expect(await child.send({ method: 'litter' }, limits)).toBeLessThanOrEqual(24 * 2 ** 20)
})

test('it reads what it was given and nothing else, and writes nothing', async () => {
  const child = start()
  expect(await child.send({ method: 'read', file: module }, limits)).toContain('serveProcess')
  await expect(child.send({ method: 'read', file: secret }, limits)).rejects.toMatchObject({ reason: 'failure' })
  await expect(child.send({ method: 'write', file: path.join(folder, 'new') }, limits)).rejects.toThrow('restricted')
})

test('an error of a message leaves the process alone', async () => {
  const child = start()
  await expect(child.send({ method: 'refuse' }, limits)).rejects.toMatchObject({
    name: 'BoundedProcessError',
    message: 'No',
    reason: 'failure',
  })
  expect(await child.send({ method: 'add', one: 1, other: 1 }, limits)).toBe(2)
})

test('a message that takes too long ends the process, and tells how far it had come', async () => {
  const child = start()
  await child.send({ method: 'add', one: 1, other: 1 }, limits)
  await expect(child.send({ method: 'spin' }, { timeoutMs: 500 })).rejects.toMatchObject({ reason: 'timeout', progress: 7 })
  expect(child.isGone).toBe(true)
  await expect(child.send({ method: 'add', one: 1, other: 1 }, limits)).rejects.toMatchObject({ reason: 'unsent' })
})

test('a message that needs too much memory ends the process, also outside the heap', async () => {
  await expect(start().send({ method: 'fill' }, limits)).rejects.toMatchObject({ reason: 'memory' })
})

test('a message that is cancelled ends the process', async () => {
  const child = start()
  const abort = new AbortController()
  await child.send({ method: 'add', one: 1, other: 1 }, limits)
  const asked = child.send({ method: 'spin' }, { ...limits, signal: abort.signal })
  // By then the message is under way.
  setImmediate(() => abort.abort())
  await expect(asked).rejects.toMatchObject({ reason: 'cancelled' })
})

test.runIf(process.platform === 'linux')('a process that is ended while its answer is on its way is gone at once', async () => {
  const child = start()
  const abort = new AbortController()
  await child.send({ method: 'add', one: 1, other: 1 }, limits)
  const asked = child.send({ method: 'answerAndDie' }, { ...limits, signal: abort.signal })
  // The message is sent before this goes on.
  await Promise.resolve()
  while (!/^State:\tZ/m.test(readFileSync(`/proc/${child.pid}/status`, 'utf8')));
  abort.abort()
  expect(child.isGone).toBe(true)
  expect(await asked).toBe('done')
})

test('a message for a process that has just died has not begun', async () => {
  const child = start()
  await child.send({ method: 'add', one: 1, other: 1 }, limits)
  process.kill(child.pid!, 'SIGKILL')
  await expect(child.send({ method: 'add', one: 1, other: 1 }, limits)).rejects.toMatchObject({ reason: 'unsent' })
  expect(child.isGone).toBe(true)
})

test('a process that dies, or never starts, says so', async () => {
  await expect(start().send({ method: 'die' }, limits)).rejects.toMatchObject({ reason: 'ended', said: 'last words' })
  await expect(start(path.join(folder, 'none.mjs')).send({ method: 'add' }, limits)).rejects.toMatchObject({ reason: 'start' })
})
