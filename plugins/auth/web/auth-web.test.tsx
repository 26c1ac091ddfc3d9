import { renderPage } from '@portico/core/testing/web'
import { authProvidersApiRef, customProvider, defineWebPlugin, identityApiRef, useApi, type LoginEnvironment } from '@portico/core/web'
import { act, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { authWeb, githubAuthApiRef, microsoftAuthApiRef } from './index.tsx'
import { sessionBody } from './testing/session-body.ts'

afterEach(() => void vi.useRealTimers())

function Repositories() {
  const github = useApi(githubAuthApiRef)
  return <button onClick={() => void github.getAccessToken('repo').catch(() => {})}>List repositories</button>
}
const plugins = [
  authWeb,
  defineWebPlugin({ id: 'x', pages: [{ path: '/', title: 'Home', load: async () => ({ default: Repositories }) }] }),
]
const github = { id: 'github', title: 'GitHub', kind: 'oauth', signsIn: true }
const guest = { id: 'guest', title: 'Guest', kind: 'guest', signsIn: true }
const refused = () =>
  Response.json({ error: { name: 'AuthenticationError', message: 'no cookie' }, response: { statusCode: 401 } }, { status: 401 })

/** A window as the login sees it, and what its pages say. */
function openWindows() {
  const listeners = new Set<(event: MessageEvent) => void>()
  const opened: URL[] = []
  let popup = { closed: false }
  const host = {
    open: (url: string) => (opened.push(new URL(url)), (popup = { closed: false })),
    addEventListener: (_type: string, listener: (event: MessageEvent) => void) => void listeners.add(listener),
    removeEventListener: (_type: string, listener: (event: MessageEvent) => void) => void listeners.delete(listener),
    screenX: 0,
    screenY: 0,
    outerWidth: 1000,
    outerHeight: 800,
    location: { origin: 'http://portal.test' },
  }
  const post = (data: object) =>
    act(async () =>
      listeners.forEach(listener => listener({ data, origin: 'http://portal.test', source: popup } as unknown as MessageEvent)),
    )
  return { environment: { host } as unknown as Partial<LoginEnvironment>, opened, post, close: () => (popup.closed = true) }
}

function open(
  providers: readonly object[],
  options: {
    refresh?: (url: URL) => Response
    config?: Record<string, unknown>
    environment?: Partial<LoginEnvironment>
    pageUrl?: string
  } = {},
) {
  const windows = openWindows()
  const rendered = renderPage({
    plugins,
    user: undefined,
    ...(options.config && { config: options.config }),
    ...(options.pageUrl !== undefined && { pageUrl: options.pageUrl }),
    environment: { ...windows.environment, ...options.environment },
    fetch({ url, method }) {
      const { pathname } = new URL(url)
      if (pathname === '/api/auth/v1/providers') return Response.json({ providers })
      if (pathname.endsWith('/refresh')) return (options.refresh ?? refused)(new URL(url))
      return method === 'POST' && pathname.endsWith('/logout') ? new Response() : undefined
    },
  })
  return { ...rendered, ...windows }
}
const withScope = (scope: string) => ({ ...sessionBody(), providerInfo: { accessToken: `gh ${scope}`, scope, expiresInSeconds: 3600 } })

test('a configured provider is a card, and pressing it signs in by a window [AUTH-051] [AUTH-006] [AUTH-083]', async () => {
  const { screen, user, opened, post, portal, requests } = open([github, guest])
  const cards = await screen.findAllByRole('region')
  expect(cards.map(card => within(card).getByRole('heading').textContent)).toEqual(['GitHub', 'Guest'])
  await user.click(within(cards[0]!).getByRole('button', { name: 'Sign in' }))
  expect(opened.map(({ pathname, searchParams }) => `${pathname} ${searchParams.get('scope')} ${searchParams.get('flow')}`)).toEqual([
    '/api/auth/github/start read:user popup',
  ])
  expect(requests.some(({ url }) => url.includes('/refresh'))).toBe(false)
  await post({ type: 'config_info', targetOrigin: 'http://portal.test' })
  await post({ type: 'authorization_response', response: withScope('read:user') })
  expect(await screen.findByRole('button', { name: 'List repositories' })).toBeTruthy()
  expect(portal.storage.getItem('@backstage/core:SignInPage:provider')).toBe('github')
  expect(await portal.apis.get(identityApiRef).getToken()).toBe('test-token')
})

test('guests, users who say who they are, and users of an OAuth provider can sign in [AUTH-009]', async () => {
  const inside = async ({ screen, portal }: ReturnType<typeof renderPage>) => {
    expect(await screen.findByRole('button', { name: 'List repositories' })).toBeTruthy()
    const identity = portal.apis.get(identityApiRef)
    return [identity.getIdentity().userEntityRef, await identity.getToken()]
  }
  const asGuest = open([github, guest], { refresh: () => Response.json(sessionBody('user:development/guest', { token: 'guest' })) })
  await asGuest.user.click(await asGuest.screen.findByRole('button', { name: 'Enter' }))
  expect(await inside(asGuest)).toEqual(['user:development/guest', 'guest'])

  const byOAuth = open([github, guest])
  await byOAuth.user.click(await byOAuth.screen.findByRole('button', { name: 'Sign in' }))
  await byOAuth.post({ type: 'authorization_response', response: withScope('read:user') })
  expect(await inside(byOAuth)).toEqual(['user:default/jane', 'test-token'])

  const encode = (value: object) => btoa(JSON.stringify(value)).replace(/=/g, '')
  const token = `${encode({ alg: 'none' })}.${encode({ sub: 'user:default/token', exp: 4_000_000_000 })}.s`
  for (const idToken of [undefined, token]) {
    const asCustom = renderPage({ plugins, user: undefined, signIn: [customProvider] })
    await asCustom.user.type(await asCustom.screen.findByRole('textbox', { name: 'User ID' }), 'ada')
    if (idToken) await asCustom.user.type(asCustom.screen.getByRole('textbox', { name: 'ID token (optional)' }), idToken)
    await asCustom.user.click(asCustom.screen.getByRole('button', { name: 'Continue' }))
    expect(await inside(asCustom)).toEqual(idToken ? ['user:default/token', token] : ['user:default/ada', undefined])
  }
})

test('a provider that is not for sign-in says so, and a popup that closes early is reported [AUTH-052] [AUTH-026]', async () => {
  const { screen, user, post, close } = open([github, guest])
  await user.click((await screen.findAllByRole('button', { name: 'Sign in' }))[0]!)
  await post({ type: 'authorization_response', response: { profile: {}, providerInfo: { accessToken: 'a', scope: '' } } })
  expect(await screen.findByText('The GitHub provider is not configured to support sign-in')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  close()
  expect(await screen.findByText('Login failed, popup was closed')).toBeTruthy()
})

test('one provider is tried silently first; its last user is signed in without a prompt [AUTH-054] [AUTH-039]', async () => {
  const { screen, requests } = open([github], { refresh: () => Response.json(withScope('read:user')) })
  expect(await screen.findByRole('button', { name: 'List repositories' })).toBeTruthy()
  expect(requests.map(({ url }) => new URL(url).pathname)).toEqual(['/api/auth/v1/providers', '/api/auth/github/refresh'])
})

test('an address with the error of a failed login does not prevent the silent sign-in with the one provider [AUTH-054]', async () => {
  const { screen, opened } = open([github], {
    pageUrl: 'http://portal.test/?error=denied',
    config: { auth: { autoSignIn: true } },
    refresh: () => Response.json(withScope('read:user')),
  })
  expect(await screen.findByRole('button', { name: 'List repositories' })).toBeTruthy()
  expect(opened).toEqual([])
})

test('one provider opens by itself where the config says so, and a window that is not allowed is no error [AUTH-007] [AUTH-053] [AUTH-055]', async () => {
  const blocked = { host: { ...openWindows().environment.host, open: () => null } } as unknown as Partial<LoginEnvironment>
  const { screen } = open([github], { config: { auth: { autoSignIn: true } }, environment: blocked })
  expect(await screen.findByRole('button', { name: 'Sign in' })).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
  const { opened } = open([github], { config: { auth: { autoSignIn: true } } })
  await expect.poll(() => opened.length).toBe(1)
})

test('while a window does not come to an end, the page says what may be wrong after some seconds, and only then', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { screen, user, close } = open([github])
  await user.click(await screen.findByRole('button', { name: 'Sign in' }))
  expect((await screen.findByRole('status')).textContent).toBe('')
  await act(() => vi.advanceTimersByTimeAsync(8_000))
  await expect
    .poll(() => screen.getByRole('status').textContent)
    .toMatch(/the provider may not know the callback address of this portal.*http:\/\/portal\.test\/api\/auth\/github\/handler\/frame$/)
  close()
  expect((await screen.findByRole('alert')).textContent).toContain('popup was closed')
  expect(screen.queryByRole('status')).toBeNull()
})

test('a redirect leaves the page for the provider, and comes back to it [AUTH-074]', async () => {
  const left: URL[] = []
  const { screen, user, portal } = open([github, guest], {
    config: { enableExperimentalRedirectFlow: true },
    environment: { leaveTo: url => void left.push(new URL(url)), pageUrl: () => 'http://portal.test/deep?tab=a&error=old' },
  })
  await user.click(await screen.findByRole('button', { name: 'Sign in' }))
  expect(left[0]?.searchParams.get('flow')).toBe('redirect')
  expect(left[0]?.searchParams.get('redirectUrl')).toBe('http://portal.test/deep?tab=a')
  expect(portal.storage.getItem('@backstage/core:SignInPage:provider')).toBe('github')
})

test('what needs more than was granted asks in a dialog, which shows failures and can be rejected [AUTH-003] [AUTH-004] [AUTH-023] [AUTH-024] [AUTH-105] [AUTH-110]', async () => {
  const { screen, user, opened, post, close, portal } = open([github], {
    refresh: url => (url.pathname.includes('github') ? Response.json(withScope('read:user')) : refused()),
  })
  const provider = portal.apis.get(githubAuthApiRef)
  await user.click(await screen.findByRole('button', { name: 'List repositories' }))
  const dialog = await screen.findByRole('dialog', { name: 'Login Required' })
  const settled = provider.getAccessToken(['repo', 'gist'])
  const other = portal.apis.get(microsoftAuthApiRef).getAccessToken('https://management.azure.com/user_impersonation')
  const rejected = other.catch((error: unknown) => error)
  await expect.poll(() => within(dialog).getAllByRole('listitem').length).toBe(2)
  const item = within(dialog).getByRole('listitem', { name: 'GitHub' })
  await user.click(within(item).getByRole('button', { name: 'Log in' }))
  expect(opened.at(-1)?.searchParams.get('scope')).toBe('read:user repo gist')
  close()
  expect((await within(item).findByRole('alert')).textContent).toBe('Login failed, popup was closed')
  await user.click(within(item).getByRole('button', { name: 'Log in' }))
  await post({ type: 'authorization_response', response: withScope('read:user repo gist') })
  expect(await settled).toBe('gh read:user repo gist')
  await user.click(within(dialog).getByRole('button', { name: 'Reject All' }))
  expect(await rejected).toMatchObject({ name: 'RejectedError', message: 'Login failed, rejected by user' })
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('those who list providers get each with its session, and signing out ends it on the server too', async () => {
  const { screen, portal, requests } = open([github], { refresh: () => Response.json(withScope('read:user')) })
  await screen.findByRole('button', { name: 'List repositories' })
  const [listed] = await portal.apis.get(authProvidersApiRef).list()
  expect(listed).toMatchObject({ id: 'github', title: 'GitHub' })
  expect(listed?.api.sessionState.get()).toBe('signed-in')
  expect(await listed?.api.getProfile({ optional: true })).toEqual({ displayName: 'Jane Doe' })
  await act(() => portal.session.signOut())
  expect(requests.at(-1)).toMatchObject({ method: 'POST', url: 'http://portal.test/api/auth/github/logout?env=development' })
  expect(listed?.api.sessionState.get()).toBe('signed-out')
})
