// @vitest-environment node
import { expect, test, vi } from 'vitest'
import { createMemoryStorage } from '../storage/browser-storage.ts'
import { fetchOf, clearRefreshRequest, storedProviderKey, saveRefreshRequest } from './early-refresh.ts'

const url = 'http://portal.test/api/auth/github/refresh?optional&env=test'

function open(response: Promise<Response>) {
  const sent: string[] = []
  const view = {
    earlyRefresh: { url, response },
    fetch: async (address: string) => {
      sent.push(address)
      return new Response('later')
    },
  }
  return { fetch: fetchOf(view as unknown as Window), sent }
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
