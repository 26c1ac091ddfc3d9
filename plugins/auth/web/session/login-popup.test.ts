// @vitest-environment node
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PopupHost } from '@portico/core/web'
import { openLoginPopup } from './login-popup.ts'

const origin = 'https://auth.test'
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function openWindow() {
  const listeners = new Set<(event: MessageEvent) => void>()
  const popup = { closed: false } as { closed: boolean } & Window
  const opened: (string | undefined)[][] = []
  const host = {
    open: (...given: (string | undefined)[]) => (opened.push(given), popup),
    addEventListener: (_type: string, listener: (event: MessageEvent) => void) => void listeners.add(listener),
    removeEventListener: (_type: string, listener: (event: MessageEvent) => void) => void listeners.delete(listener),
    screenX: 100,
    screenY: 50,
    outerWidth: 1450,
    outerHeight: 930,
    location: { origin: 'https://app.test' },
  }
  return {
    host: host as unknown as PopupHost,
    popup,
    opened,
    listeners,
    post: (data: unknown, from: { readonly origin?: string; readonly source?: unknown } = {}) =>
      listeners.forEach(listener => listener({ data, origin, source: popup, ...from } as MessageEvent)),
  }
}

const login = (host: PopupHost) =>
  openLoginPopup({ url: 'https://auth.test/start', name: 'test-login', origin, width: 450, height: 730, host })

test('the window is 450 by 730 in the middle, or 500 by 700 by default [AUTH-115]', async () => {
  const { host, opened, post } = openWindow()
  const outcome = login(host)
  expect(opened[0]?.slice(0, 2)).toEqual(['https://auth.test/start', 'test-login'])
  expect(opened[0]?.[2]).toMatch(/width=450,height=730,top=150,left=600$/)
  post({ type: 'authorization_response', response: { profile: {} } })
  expect(await outcome).toEqual({ profile: {} })
  void openLoginPopup({ url: 'https://auth.test/', name: 'x', origin, host }).catch(() => {})
  expect(opened[1]?.[2]).toMatch(/width=500,height=700,/)
})

test('a popup that the browser blocks has its own error [AUTH-025]', async () => {
  const { host } = openWindow()
  const blocked = { ...host, open: () => null } as PopupHost
  await expect(login(blocked)).rejects.toMatchObject({ name: 'PopupRejectedError', message: 'Failed to open auth popup.' })
})

test('a window that is closed is seen within 100 ms [AUTH-026] [AUTH-116]', async () => {
  const { host, popup, listeners } = openWindow()
  const outcome = login(host)
  const failed = outcome.catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(99)
  popup.closed = true
  expect(listeners.size).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(listeners.size).toBe(0)
  expect(await failed).toMatchObject({ name: 'PopupClosedError', message: 'Login failed, popup was closed' })
})

test('an answer for another origin of the portal has its own error [AUTH-027] [AUTH-075]', async () => {
  const { host, popup, post } = openWindow()
  const outcome = login(host)
  post({ type: 'config_info', targetOrigin: 'https://other.test' })
  popup.closed = true
  const failed = outcome.catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(100)
  expect(await failed).toMatchObject({
    name: 'PopupClosedError',
    message: 'Incorrect app origin, expected https://other.test',
  })
})

test('an error of the provider is passed on by name, and an invalid message is an error too [AUTH-076]', async () => {
  const { host, post } = openWindow()
  const refused = login(host)
  post({ type: 'authorization_response', error: { name: 'NotFoundError', message: 'Nobody fits you' } })
  await expect(refused).rejects.toMatchObject({ name: 'NotFoundError', message: 'Nobody fits you' })
  const odd = login(host)
  post({ type: 'authorization_response', error: 7 })
  await expect(odd).rejects.toMatchObject({ name: 'AuthenticationError', message: 'Login failed' })
})

test('messages of other windows and other origins are ignored, also when another site took the window over', async () => {
  const { host, post, listeners } = openWindow()
  const outcome = login(host)
  const forged = { type: 'authorization_response', response: { profile: { displayName: 'Mallory' } } }
  post(forged, { origin: 'https://evil.test' })
  post(forged, { source: {} })
  post(forged, { source: null, origin: 'null' })
  for (const nonsense of [undefined, null, 'authorization_response', 5, {}, { type: 'other' }]) post(nonsense)
  expect(listeners.size).toBe(1)
  post({ type: 'authorization_response', response: { profile: { displayName: 'Jane' } } })
  expect(await outcome).toEqual({ profile: { displayName: 'Jane' } })
})
