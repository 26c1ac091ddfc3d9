import { renderPage, testSession } from '@portico/core/testing/web'
import { act, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { defineWebPlugin, placeholderProvider, SignInPage, type SessionValue, type SignInProvider } from '../index.ts'

const plugins = [
  defineWebPlugin({ id: 'x', pages: [{ path: '/deep', title: 'Deep', load: async () => ({ default: () => <h1>Deep page</h1> }) }] }),
]
const refused = (status: number, name: string, message: string) =>
  Response.json({ error: { name, message }, response: { statusCode: status } }, { status })
const provider = (id: string, more: Partial<SignInProvider> = {}): SignInProvider => ({
  ...placeholderProvider,
  id,
  title: id,
  message: `By ${id}`,
  action: 'Go',
  ...more,
})

test('the sign-in page comes before any page, and signing in shows the page asked for [AUTH-001] [AUTH-061]', async () => {
  const { screen, user } = renderPage({ plugins, path: '/deep', user: undefined })
  expect(await screen.findByRole('heading', { name: 'Test Portal' })).toBeTruthy()
  expect(screen.queryByRole('heading', { name: 'Deep page' })).toBeNull()
  expect(await screen.findByText(/no verified identity, so some features might be unavailable/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Enter' }))
  expect(await screen.findByRole('heading', { name: 'Deep page' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Guest: Account and settings' })).toBeTruthy()
})

test('a sign-in that fails says so and can be tried again [AUTH-106]', async () => {
  const failures = [refused(403, 'NotAllowedError', 'No guests here')]
  const signIn = async () => {
    const failure = failures.shift()
    if (failure) throw Object.assign(new Error(), await failure.json())
    return {
      profile: {},
      backstageIdentity: { identity: { type: 'user' as const, userEntityRef: 'user:default/a', ownershipEntityRefs: [] } },
    }
  }
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const { screen, user, portal } = renderPage({ plugins, path: '/deep', user: undefined, signIn: [provider('test', { signIn })] })
  await user.click(await screen.findByRole('button', { name: 'Go' }))
  const alert = await screen.findByRole('alert')
  expect(within(alert).getByRole('heading', { name: 'Login failed' })).toBeTruthy()
  expect(portal.storage.getItem('@backstage/core:SignInPage:provider')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Go' }))
  expect(await screen.findByRole('heading', { name: 'Deep page' })).toBeTruthy()
})

test('several providers show as a list of cards, one as a single card [AUTH-006]', async () => {
  const { screen } = renderPage({ plugins, user: undefined, signIn: [placeholderProvider, provider('Other')] })
  expect((await screen.findAllByRole('region')).map(card => within(card).getByRole('heading').textContent)).toEqual(['Guest', 'Other'])
  const alone = renderPage({ plugins, user: undefined, signIn: [provider('Only')] })
  expect((await alone.screen.findAllByRole('region')).map(card => within(card).getByRole('heading').textContent)).toEqual(['Only'])
})

test('the page has the title it is given, and none where none is given; the portal gives its own [AUTH-005]', async () => {
  const { screen } = renderPage({ plugins, user: undefined, components: { SignInPage: () => <SignInPage title="Welcome to Acme" /> } })
  expect(await screen.findByRole('heading', { level: 1, name: 'Welcome to Acme' })).toBeTruthy()
  const without = renderPage({ plugins, user: undefined, components: { SignInPage: () => <SignInPage /> } })
  expect(await without.screen.findByRole('button', { name: 'Enter' })).toBeTruthy()
  expect(without.screen.queryByRole('heading', { level: 1 })).toBeNull()
  const own = renderPage({ plugins, user: undefined })
  expect(await own.screen.findByRole('heading', { level: 1, name: 'Test Portal' })).toBeTruthy()
})

test('a spinner shows while the session of the stored provider is restored, and no card [AUTH-008]', async () => {
  let answer: (session: SessionValue) => void = () => {}
  const { screen } = renderPage({ plugins, path: '/deep', session: () => new Promise(resolve => void (answer = resolve)) })
  expect(await screen.findByRole('progressbar', { name: 'Signing in again' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Enter' })).toBeNull()
  await act(async () => answer(testSession()))
  expect(await screen.findByRole('heading', { name: 'Deep page' })).toBeTruthy()
  expect(screen.queryByRole('progressbar', { name: 'Signing in again' })).toBeNull()
})

test('an address with a failed login shows it, with its message only where this tab began the login [AUTH-107]', async () => {
  const pageUrl = 'http://portal.test/?error=Call+this+number'
  const stranger = renderPage({ plugins, user: undefined, pageUrl })
  const alert = await stranger.screen.findByRole('alert')
  expect(alert.textContent).toBe('Login failed')
  window.sessionStorage.setItem('portico.redirecting', 'guest')
  const returned = renderPage({ plugins, user: undefined, pageUrl })
  expect((await returned.screen.findByRole('alert')).textContent).toBe('Login failedCall this number')
})

test('providers that cannot be loaded can be retried; a portal without any says what to do', async () => {
  let listSignIns: () => Promise<SignInProvider[]> = () => Promise.reject(new Error('The server is away'))
  const providers = { list: async () => [], signInProviders: () => listSignIns(), signInProvider: () => undefined }
  const { defineApi, authProvidersApiRef } = await import('../index.ts')
  const { screen, user } = renderPage({
    plugins,
    user: undefined,
    apis: [defineApi({ api: authProvidersApiRef, create: () => providers })],
  })
  expect((await screen.findByRole('alert')).textContent).toContain('The server is away')
  listSignIns = async () => []
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('heading', { name: 'No way to sign in' })).toBeTruthy()
})

test('signing out shows the sign-in page again, and nothing read before is kept [AUTH-042]', async () => {
  const { screen, user, portal } = renderPage({ plugins, path: '/deep' })
  await screen.findByRole('heading', { name: 'Deep page' })
  portal.queries.setQueryData(['secret'], 'x')
  // Hidden, because jsdom cannot open the popover the button is in.
  await user.click(screen.getAllByRole('button', { name: 'Sign out', hidden: true })[0]!)
  expect(await screen.findByRole('button', { name: 'Enter' })).toBeTruthy()
  expect(portal.queries.getQueryData(['secret'])).toBeUndefined()
  expect(portal.storage.getItem('@backstage/core:SignInPage:provider')).toBeNull()
})
