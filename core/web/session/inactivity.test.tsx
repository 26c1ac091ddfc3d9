import { renderPage } from '@portico/core/testing/web'
import { act, fireEvent } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { createMemoryStorage, defineWebPlugin } from '../index.ts'

const plugins = [
  defineWebPlugin({ id: 'x', pages: [{ path: '/', title: 'Home', load: async () => ({ default: () => <h1>Inside</h1> }) }] }),
]
const key = 'portico.lastActivity'
const config = { auth: { autologout: { enabled: true, idleTimeoutMinutes: 10, promptBeforeIdleSeconds: 30 } } }
afterEach(() => void vi.useRealTimers())

async function open(storage = createMemoryStorage(), settings: object = config) {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const opened = renderPage({ plugins, storage, config: settings as Record<string, unknown> })
  return { ...opened, storage, letPass: (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000)) }
}

test('an inactive user is asked, and is signed out without an answer [AUTH-111]', async () => {
  const { screen, letPass } = await open()
  await screen.findByRole('heading', { name: 'Inside' })
  await letPass(9 * 60)
  expect(screen.queryByRole('dialog')).toBeNull()
  await letPass(32)
  expect(await screen.findByRole('dialog', { name: 'Logging out due to inactivity' })).toBeTruthy()
  await letPass(30)
  expect(await screen.findByRole('button', { name: 'Enter' })).toBeTruthy()
})

test('the answer keeps the session, and so does anything that is done before the question [AUTH-112]', async () => {
  const { screen, letPass } = await open()
  await screen.findByRole('heading', { name: 'Inside' })
  await letPass(9 * 60)
  fireEvent.keyDown(document.body, { key: 'a' })
  await letPass(9 * 60)
  expect(screen.queryByRole('dialog')).toBeNull()
  await letPass(40)
  const stay = await screen.findByRole('button', { name: "Yes! Don't log me out" })
  act(() => stay.click())
  await letPass(9 * 60)
  expect(screen.getByRole('heading', { name: 'Inside' })).toBeTruthy()
})

test('activity in another tab counts here too', async () => {
  const { screen, letPass, storeInOtherTab } = await open()
  await screen.findByRole('heading', { name: 'Inside' })
  await letPass(9 * 60 + 40)
  await screen.findByRole('dialog')
  storeInOtherTab(key, String(Date.now()))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('time without an open page counts, unless configured otherwise; without the setting nothing is watched', async () => {
  const stale = () => {
    const storage = createMemoryStorage()
    storage.setItem(key, String(Date.now() - 3_600_000))
    return storage
  }
  const closed = await open(stale())
  expect(await closed.screen.findByRole('button', { name: 'Enter' })).toBeTruthy()
  vi.useRealTimers()
  const lenient = { auth: { autologout: { ...config.auth.autologout, logoutIfDisconnected: false } } }
  const kept = await open(stale(), lenient)
  expect(await kept.screen.findByRole('heading', { name: 'Inside' })).toBeTruthy()
  vi.useRealTimers()
  const off = await open(stale(), {})
  await off.screen.findByRole('heading', { name: 'Inside' })
  expect(off.portal.inactivity).toBeUndefined()
})
