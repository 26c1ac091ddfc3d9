// @vitest-environment node
import { expect, test, vi } from 'vitest'
import { createMemoryStorage } from '../storage/browser-storage.ts'
import { createEarlyFetch, clearRefreshRequest, storedProviderKey, saveRefreshRequest } from './early-refresh.ts'

const url = 'http://portal.test/api/auth/github/refresh?optional&env=test'

function open(response: Promise<Response>, earlyData?: Window['earlyData']) {
  const sent: string[] = []
  const view = {
    earlyRefresh: { url, response },
    earlyData,
    fetch: async (address: string) => {
      sent.push(address)
      return new Response('later')
    },
  }
  return { ...createEarlyFetch(view as unknown as Window), sent }
}

const textOf = async (response: Promise<Response>) => (await response).text()

test('the response of an early request is used once, and only for the same request', async () => {
  const { fetch, sent } = open(Promise.resolve(new Response('early')))
  expect(await textOf(fetch(`${url}&scope=repo`))).toBe('later')
  expect(await textOf(fetch(url, { method: 'POST' }))).toBe('later')
  expect(sent.length).toBe(2)
  expect(await textOf(fetch(url))).toBe('early')
  expect(await textOf(fetch(url))).toBe('later')
  expect(sent.length).toBe(3)
})

test('an early request that failed is sent again; an aborted call does not wait for it', async () => {
  const failed = open(Promise.reject(new TypeError('Failed to fetch')))
  expect(await textOf(failed.fetch(url))).toBe('later')
  const slow = open(Promise.withResolvers<Response>().promise)
  const controller = new AbortController()
  const waiting = slow.fetch(url, { signal: controller.signal })
  controller.abort(new Error('Too late'))
  await expect(waiting).rejects.toThrow('Too late')
  expect(slow.sent).toEqual([])
})

test('the first data of a page are used once, only with the token they were requested with, and not after the first page', async () => {
  const page = 'http://portal.test/api/techdocs/pages/default/component/a/'
  const dataWith = (...responses: [string, Promise<Response>][]) =>
    Promise.resolve({ authorization: 'Bearer mine', responses: new Map(responses) })
  const withToken = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })
  const { fetch, sent } = open(Promise.resolve(new Response()), dataWith([page, Promise.resolve(new Response('early'))]))
  expect(await textOf(fetch(page))).toBe('later')
  expect(await textOf(fetch(page, withToken('other')))).toBe('later')
  expect(await textOf(fetch(page, { ...withToken('mine'), method: 'POST' }))).toBe('later')
  expect(await textOf(fetch(`${page}b/`, withToken('mine')))).toBe('later')
  expect(await textOf(fetch(page, withToken('mine')))).toBe('early')
  expect(await textOf(fetch(page, withToken('mine')))).toBe('later')
  expect(sent.length).toBe(5)

  const failed = open(Promise.resolve(new Response()), dataWith([page, Promise.reject(new TypeError('Failed to fetch'))]))
  expect(await textOf(failed.fetch(page, withToken('mine')))).toBe('later')
  const without = open(Promise.resolve(new Response()), Promise.resolve(undefined))
  expect(await textOf(without.fetch(page, withToken('mine')))).toBe('later')
  const left = open(Promise.resolve(new Response()), dataWith([page, Promise.resolve(new Response('early'))]))
  left.dropEarly()
  expect(await textOf(left.fetch(page, withToken('mine')))).toBe('later')
})

test('only the request of the stored provider is saved, and it is cleared with the session', () => {
  const storage = createMemoryStorage()
  const stored = vi.fn<(key: string, value: string) => void>(storage.setItem.bind(storage))
  storage.setItem = stored
  saveRefreshRequest(storage, 'github', url)
  expect(stored).not.toHaveBeenCalled()
  storage.setItem(storedProviderKey, 'github')
  saveRefreshRequest(storage, 'google', url)
  expect(storage.getItem('/session/refresh')).toBeNull()
  saveRefreshRequest(storage, 'github', url)
  expect(storage.getItem('/session/refresh')).toBe(url)
  clearRefreshRequest(storage)
  expect([storage.getItem('/session/refresh'), storage.getItem(storedProviderKey)]).toEqual([null, null])
})
