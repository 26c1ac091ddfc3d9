import { renderPage } from '@portico/core/testing/web'
import { act } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { createMemoryStorage, defineWebPlugin } from '../index.ts'
import { checkProtectedApis, enterProtectedApp, isProtected } from './protected-app.ts'

const plugins = [
  defineWebPlugin({ id: 'x', pages: [{ path: '/', title: 'Home', load: async () => ({ default: () => <h1>Inside</h1> }) }] }),
]
const cookiePath = '/api/app/.backstage/auth/v1/cookie'
afterEach(() => void vi.restoreAllMocks())

function open(mode: 'protected' | undefined, reload = () => {}) {
  return renderPage({
    plugins,
    mode,
    environment: { reload },
    fetch({ url, method }) {
      if (!url.endsWith(cookiePath)) return undefined
      return method === 'GET' ? Response.json({ expiresAt: new Date(Date.now() + 3_600_000).toISOString() }) : new Response()
    },
  })
}

test('a protected app keeps its cookie fresh, and gives it back on sign-out; any other app has none [AUTH-062] [AUTH-066] [AUTH-067]', async () => {
  const reload = vi.fn<() => void>()
  const { screen, requests, portal } = open('protected', reload)
  await screen.findByRole('heading', { name: 'Inside' })
  const cookies = () => requests.filter(({ url }) => url.endsWith(cookiePath))
  await expect
    .poll(() => cookies().map(({ method, headers }) => `${method} ${headers.get('authorization')}`))
    .toEqual(['GET Bearer test-token'])
  await act(() => portal.session.signOut())
  expect(cookies().at(-1)?.method).toBe('DELETE')
  expect(reload).toHaveBeenCalledOnce()

  const plain = open(undefined)
  await plain.screen.findByRole('heading', { name: 'Inside' })
  await act(() => plain.portal.session.signOut())
  expect(plain.requests.some(({ url }) => url.endsWith(cookiePath))).toBe(false)
})

test('an app is protected when its page says so, and then needs what keeps the cookie [AUTH-062] [AUTH-103]', () => {
  const page = (html: string) => new DOMParser().parseFromString(html, 'text/html')
  expect(isProtected(page('<meta name="backstage-app-mode" content="protected">'))).toBe(true)
  expect(isProtected(page('<meta name="backstage-app-mode" content="public">'))).toBe(false)
  expect(isProtected(page(''))).toBe(false)
  expect(() => checkProtectedApis({ has: () => true })).not.toThrow()
  expect(() => checkProtectedApis({ has: ref => ref.id !== 'core.fetch' })).toThrow(
    'App is running in protected mode but missing required APIs',
  )
})

test('after sign-in a protected app is loaded by a form, and not in a loop when it is refused', async () => {
  const sent: Record<string, string>[] = []
  vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(function (this: HTMLFormElement) {
    sent.push({ method: this.method, ...(Object.fromEntries(new FormData(this)) as Record<string, string>) })
  })
  const tabStorage = createMemoryStorage()
  const visit = () =>
    renderPage({
      plugins: [],
      mode: 'sign-in',
      environment: { tabStorage },
    })
  visit()
  await expect.poll(() => sent).toEqual([{ method: 'post', type: 'sign-in', token: 'test-token' }])
  const again = visit()
  expect((await again.screen.findByRole('alert')).textContent).toContain('the server did not send the portal')
  expect(sent).toHaveLength(1)
  expect(enterProtectedApp({ token: 't', page: document, tabStorage, now: () => Date.now() + 10_000 })).toBe(true)
})
