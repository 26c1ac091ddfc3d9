// @vitest-environment node
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createBrowserConfig } from '../config.ts'
import { createDiscovery } from '../discovery.ts'
import { createCookieRefresh, createCookieRoutes, type CookieChannel } from './cookie-refresh.ts'

const minute = 60_000
beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-01-01T12:00:00Z') }))
afterEach(() => void vi.useRealTimers())

function routes(answer: () => Response) {
  const asked: { readonly url: string; readonly init: RequestInit | undefined }[] = []
  const config = createBrowserConfig([{ context: 'test', data: { backend: { baseUrl: 'https://portal.test' } } }])
  const discovery = createDiscovery(config, 'https://portal.test/')
  const fetch = async (url: string, init?: RequestInit) => (asked.push({ url, init }), answer())
  return { ...createCookieRoutes({ pluginId: 'app', discovery, fetch }), asked }
}

test('the cookie is asked for with credentials, and taken away with DELETE [AUTH-066] [AUTH-067]', async () => {
  const { issue, remove, asked } = routes(() => Response.json({ expiresAt: '2026-01-01T13:00:00.000Z' }))
  expect(await issue()).toEqual(new Date('2026-01-01T13:00:00Z'))
  await remove()
  const url = 'https://portal.test/api/app/.backstage/auth/v1/cookie'
  expect(asked).toMatchObject([
    { url, init: { credentials: 'include' } },
    { url, init: { method: 'DELETE', credentials: 'include' } },
  ])
})

test('a reply without a date, or with none that is one, is refused; a server without cookies needs none [AUTH-101] [AUTH-102]', async () => {
  await expect(routes(() => Response.json({})).issue()).rejects.toThrow('No expiration date in response')
  await expect(routes(() => Response.json({ expiresAt: 'soon' })).issue()).rejects.toThrow('Invalid expiration date in response')
  await expect(routes(() => new Response('', { status: 500 })).issue()).rejects.toThrow('Request failed with status 500')
  expect(await routes(() => new Response('', { status: 404 })).issue()).toBeUndefined()
})

function open(answers: (() => Promise<Date | undefined>) | undefined, options: { random?: number; channel?: CookieChannel } = {}) {
  const runs: number[] = []
  const errors: unknown[] = []
  const refresh = createCookieRefresh({
    issue: () => {
      runs.push(Date.now())
      return answers ? answers() : Promise.resolve(new Date(Date.now() + 60 * minute))
    },
    onError: error => errors.push(error),
    random: () => options.random ?? 0,
    ...(options.channel && { openChannel: () => options.channel }),
  })
  const began = Date.now()
  return { refresh, errors, at: () => runs.map(run => (run - began) / 1000), stop: refresh.start() }
}

test('each success schedules the next run, one to four minutes before the end and not within five [AUTH-033] [AUTH-113] [AUTH-114]', async () => {
  const late = open(undefined, { random: 0 })
  const early = open(undefined, { random: 1 })
  await vi.advanceTimersByTimeAsync(59 * minute)
  expect(early.at()).toEqual([0, 56 * 60])
  expect(late.at()).toEqual([0, 59 * 60])
  await vi.advanceTimersByTimeAsync(59 * minute)
  expect(late.at()).toHaveLength(3)
  const short = open(async () => new Date(Date.now() + 30_000))
  await vi.advanceTimersByTimeAsync(5 * minute - 1)
  expect(short.at()).toEqual([0])
  await vi.advanceTimersByTimeAsync(1)
  expect(short.at()).toEqual([0, 300])
})

test('a cookie that lasts longer than a timer can wait is not asked for again and again', async () => {
  const { at } = open(() => Promise.resolve(new Date('2099-01-01T00:00:00Z')))
  await vi.advanceTimersByTimeAsync(60 * minute)
  expect(at()).toEqual([0])
})

test('a failure is retried after 5 s, with doubling backoff of at most five minutes [AUTH-034]', async () => {
  const { at, stop } = open(() => Promise.reject(new Error('away')))
  await vi.advanceTimersByTimeAsync(20 * minute)
  expect(at()).toEqual([0, 5, 15, 35, 75, 155, 315, 615, 915])
  stop()
  await vi.advanceTimersByTimeAsync(20 * minute)
  expect(at()).toHaveLength(9)
})

test('the first failure is silent, later ones are reported [AUTH-035] [AUTH-036]', async () => {
  let fails = true
  const { refresh, errors } = open(() => (fails ? Promise.reject(new Error('away')) : Promise.resolve(new Date(Date.now() + 60 * minute))))
  await vi.advanceTimersByTimeAsync(1000)
  expect([errors.length, refresh.state.get().status]).toEqual([0, 'pending'])
  await vi.advanceTimersByTimeAsync(5000)
  expect([errors.length, refresh.state.get().status]).toEqual([1, 'failed'])
  fails = false
  await vi.advanceTimersByTimeAsync(10_000)
  expect([errors.length, refresh.state.get().status]).toEqual([1, 'ready'])
  fails = true
  await vi.advanceTimersByTimeAsync(59 * minute)
  expect([errors.length, refresh.state.get().status]).toEqual([1, 'ready'])
})

test('a success is announced to the other tabs, and theirs postpones the own run [AUTH-037]', async () => {
  const posted: unknown[] = []
  const channel: CookieChannel = { postMessage: message => void posted.push(message), onmessage: null, close: () => {} }
  const { at } = open(undefined, { channel })
  await vi.advanceTimersByTimeAsync(30 * minute)
  expect(posted).toEqual([{ expiresAt: '2026-01-01T13:00:00.000Z' }])
  channel.onmessage?.({ data: { expiresAt: new Date(Date.now() + 60 * minute).toISOString() } } as MessageEvent)
  channel.onmessage?.({ data: 'nonsense' } as MessageEvent)
  await vi.advanceTimersByTimeAsync(58 * minute)
  expect(at()).toEqual([0])
  await vi.advanceTimersByTimeAsync(1 * minute)
  expect(at()).toHaveLength(2)
})
