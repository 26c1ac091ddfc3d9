import { defineContract, get, unavailableError } from '@portico/core/common'
import { answer, renderPage, testSession } from '@portico/core/testing/web'
import { act } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { defineWebPlugin, query, RequestErrorPanel, useQuery, type SessionValue } from '../../index.ts'
import { createUpdateWatch, scriptOf } from './update-watch.ts'

afterEach(() => void vi.useRealTimers())

const plugin = defineWebPlugin({ id: 'x', pages: [{ path: '/', title: 'X', load: async () => ({ default: () => <h1>Page</h1> }) }] })
const html = (script: string) =>
  `<!doctype html><head><script src="./early.js"></script><script type="module" crossorigin src="./static/${script}.js"></script></head>`

test('another build is recognised by the name of its script; an unavailable server is not another build', async () => {
  let page: () => Promise<string> = async () => html('index-a')
  const updates = createUpdateWatch({ readPage: () => page(), ownScript: scriptOf(html('index-a'))! })
  await updates.check()
  page = () => Promise.reject(new Error('offline'))
  await updates.check()
  page = async () => '<h1>Bad gateway</h1>'
  await updates.check()
  expect(updates.available.get()).toBeUndefined()
  page = async () => html('index-b')
  await updates.check()
  expect(updates.available.get()).toBe('portal')
  expect(scriptOf(html('index-a'))).toBe('./static/index-a.js')
})

test('it checks every five minutes and when the tab becomes visible, until it is stopped', () => {
  vi.useFakeTimers()
  let looks = 0
  const updates = createUpdateWatch({ readPage: async () => (looks++, html('a')), ownScript: './static/a.js' })
  const stop = updates.start(document)
  vi.advanceTimersByTime(5 * 60_000)
  expect(looks).toBe(1)
  document.dispatchEvent(new Event('visibilitychange'))
  expect(looks).toBe(2)
  stop()
  vi.advanceTimersByTime(60 * 60_000)
  document.dispatchEvent(new Event('visibilitychange'))
  expect(looks).toBe(2)
})

test('a new version is offered, and can be put off', async () => {
  const updates = createUpdateWatch({ readPage: async () => html('b'), ownScript: './static/a.js' })
  const { screen, user } = renderPage({ plugins: [plugin], updates })
  await screen.findByRole('heading', { name: 'Page' })
  await act(() => updates.check())
  expect(screen.getByRole('status').textContent).toContain('A new version of the portal is available.')
  expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Later' }))
  expect(screen.queryByRole('status')).toBeNull()
})

async function openWithSession(renew: () => Promise<SessionValue>) {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  let asked = 0
  const opened = renderPage({
    plugins: [plugin],
    session: () => (asked++ === 0 ? testSession() : renew()),
  })
  await opened.screen.findByRole('heading', { name: 'Page' })
  return { ...opened, asked: () => asked }
}

test('a session that can be renewed is renewed silently three minutes before its end', async () => {
  const { screen, asked } = await openWithSession(async () => testSession(undefined, { token: 'newer' }))
  await act(() => vi.advanceTimersByTimeAsync(3_600_000 - 180_000 - 5000))
  expect(asked()).toBe(1)
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(asked()).toBe(2)
  expect(screen.queryByRole('status')).toBeNull()
})

test('a session that cannot be renewed shows a notice before it ends, with a button to sign in again', async () => {
  const { screen } = await openWithSession(() => Promise.reject(unavailableError('The server is away')))
  await act(() => vi.advanceTimersByTimeAsync(3_600_000 - 180_000 + 2000))
  expect(screen.getByRole('status').textContent).toContain('Your session is about to end and could not be renewed.')
  await act(async () => screen.getByRole('button', { name: 'Sign in again' }).click())
  expect(screen.getByRole('button', { name: 'Enter' })).toBeTruthy()
})

test('a provider that is away is asked again while the notice shows, and the notice goes when it is back', async () => {
  let isAway = true
  const { screen, asked } = await openWithSession(async () => {
    if (isAway) throw unavailableError('The provider is away')
    return testSession(undefined, { token: 'newer' })
  })
  await act(() => vi.advanceTimersByTimeAsync(3_600_000 - 180_000 + 2000))
  expect(screen.getByRole('status').textContent).toContain('Your session is about to end')
  await act(() => vi.advanceTimersByTimeAsync(20_000))
  expect([asked() > 2, asked() < 6]).toEqual([true, true])
  isAway = false
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(screen.queryByRole('status')).toBeNull()
})

test('a server that is away is said on the page, with when it is asked next; reads that failed are made again when it is back', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  let isAway = true
  const api = defineContract('x', { getThing: get('/thing', { access: 'signed-in', reply: z.object({ name: z.string() }) }) })
  const Thing = () => {
    const { data, error, refetch } = useQuery(query(api.getThing))
    if (error) return <RequestErrorPanel error={error} title="No thing" onRetry={() => void refetch()} />
    return <p>{data?.name}</p>
  }
  const { screen } = renderPage({
    plugins: [defineWebPlugin({ id: 'x', pages: [{ path: '/', title: 'X', load: async () => ({ default: Thing }) }] })],
    answers: [answer(api.getThing, { name: 'The thing' })],
    fetch: () => (isAway ? Promise.reject(new TypeError('Failed to fetch')) : undefined),
  })
  const failure = await screen.findByRole('alert')
  expect(failure.textContent).toContain('No thing')
  expect(failure.textContent).toContain('The server did not answer.')
  expect(failure.textContent).not.toContain('503')
  expect((await screen.findByRole('status')).textContent).toMatch(
    /^The server cannot be reached\. What you see may be out of date\. Next try in \d s/,
  )
  isAway = false
  await act(async () => screen.getByRole('button', { name: 'Try now' }).click())
  await screen.findByText('The thing')
  expect(screen.queryByRole('status')).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
})
