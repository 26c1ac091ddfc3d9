import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadFile, preloadFile, setOnLostFile } from './load-file.ts'
import { createReloadOnce } from './reload-once.ts'

const lost = () => new TypeError('Failed to fetch dynamically imported module: http://portal.test/static/Page-1.js')

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  setOnLostFile(async () => {})
})

/** A file that does not come a number of times. */
function fileAfter(failures: number) {
  let requests = 0
  const load = async () => {
    if (requests++ < failures) throw lost()
    return 'code'
  }
  return { load, requests: () => requests }
}

async function settle<T>(promise: Promise<T>): Promise<T | Error> {
  const settled = promise.catch((error: unknown) => error as Error)
  await vi.runAllTimersAsync()
  return settled
}

test('a file that does not come is requested four times in all, and then the error is that of the browser', async () => {
  const late = fileAfter(3)
  expect(await settle(loadFile(late.load))).toBe('code')
  const gone = fileAfter(9)
  expect(await settle(loadFile(gone.load))).toMatchObject({ message: lost().message })
  expect(gone.requests()).toBe(4)
})

test('code that fails while it runs is not requested again', async () => {
  let requests = 0
  const broken = async () => {
    requests++
    throw new TypeError('x is not a function')
  }
  expect(await settle(loadFile(broken))).toMatchObject({ message: 'x is not a function' })
  expect(requests).toBe(1)
})

function page(served: string | undefined, { hasTyped = false, storage = new Map<string, string>() } = {}) {
  const reloads: string[] = []
  setOnLostFile(
    createReloadOnce({
      updates: { ownScript: 'one.js', servedScript: async () => served },
      storage: { getItem: key => storage.get(key) ?? null, setItem: (key, value) => void storage.set(key, value) },
      hasTyped: () => hasTyped,
      reload: () => void reloads.push(served ?? ''),
    }),
  )
  return { reloads, storage }
}

test('a page of an older build is loaded anew at the first lost file, and once only', async () => {
  const first = page('two.js')
  const file = fileAfter(9)
  const waiting = loadFile(file.load)
  await vi.runAllTimersAsync()
  expect(first.reloads).toEqual(['two.js'])
  // Nothing is shown any more: the page is being left.
  expect(await Promise.race([waiting, Promise.resolve('waits')])).toBe('waits')
  expect(file.requests()).toBe(1)
  const second = page('two.js', { storage: first.storage })
  expect(await settle(loadFile(fileAfter(9).load))).toBeInstanceOf(TypeError)
  expect(second.reloads).toEqual([])
})

test('a page of the same build is loaded anew after the last try, not while the server is away, and not over what was typed', async () => {
  const same = page('one.js')
  const file = fileAfter(9)
  void loadFile(file.load)
  await vi.runAllTimersAsync()
  expect(file.requests()).toBe(4)
  expect(same.reloads).toEqual(['one.js'])
  const offline = page(undefined)
  expect(await settle(loadFile(fileAfter(9).load))).toBeInstanceOf(TypeError)
  expect(offline.reloads).toEqual([])
  const typed = page('two.js', { hasTyped: true })
  expect(await settle(loadFile(fileAfter(9).load))).toBeInstanceOf(TypeError)
  expect(typed.reloads).toEqual([])
})

test('a file that is only preloaded is requested once, and its loss leaves the page alone', async () => {
  const { reloads } = page('two.js')
  const file = fileAfter(1)
  preloadFile(() => loadFile(file.load))
  await vi.runAllTimersAsync()
  expect(file.requests()).toBe(1)
  expect(reloads).toEqual([])
  expect(await settle(loadFile(file.load))).toBe('code')
})
