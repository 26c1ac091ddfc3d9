import { renderPage, type RenderPageOptions } from '@portico/core/testing/web'
import {
  authProvidersApiRef,
  createMemoryStorage,
  createObservable,
  defineApi,
  defineWebPlugin,
  errorApiRef,
  identityApiRef,
  languagesApiRef,
  themesApiRef,
  type AuthProvider,
  type SignInProvider,
} from '@portico/core/web'
import { within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { settingsTabs, userSettingsWeb } from './index.tsx'

const catalog = defineWebPlugin({
  id: 'elsewhere',
  featureFlags: [{ name: 'team-mood', description: 'How teams feel' }, { name: 'dark-graph' }],
})
const jane = { kind: 'User', metadata: { name: 'jane', title: 'Jane of the catalog' } }
const rockets = { kind: 'Group', metadata: { name: 'rockets' }, spec: { profile: { displayName: 'The Rockets' } } }
const profile = { displayName: 'Jane Doe', email: 'jane@example.com', picture: 'https://portal.test/jane.png' }
const identity = {
  type: 'user' as const,
  userEntityRef: 'user:default/jane',
  ownershipEntityRefs: ['user:default/jane', 'group:default/rockets'],
}
const company: SignInProvider = {
  id: 'company',
  title: 'Company',
  message: '',
  action: 'Go',
  signIn: async () => ({ profile, backstageIdentity: { token: 'token', identity, expiresAt: new Date(Date.now() + 3_600_000) } }),
}

function open(options: Partial<RenderPageOptions> = {}) {
  const storage = createMemoryStorage()
  storage.setItem('@backstage/core:SignInPage:provider', 'company')
  return renderPage({
    plugins: [userSettingsWeb, catalog],
    path: '/settings',
    storage,
    user: undefined,
    signIn: [company],
    fetch: ({ path }) =>
      path === '/entities/by-name/user/default/jane'
        ? Response.json(jane)
        : path === '/entities/by-refs'
          ? Response.json({ items: [jane, rockets] })
          : undefined,
    ...options,
  })
}
const card = async (screen: ReturnType<typeof open>['screen'], name: string) => within(await screen.findByRole('region', { name }))

test('the sidebar leads to the settings, with the tabs General, Authentication Providers and Feature Flags [SET-01, SET-02]', async () => {
  const { screen, user } = open({ path: '/nowhere' })
  await user.click((await screen.findAllByRole('link', { name: 'Settings' }))[0]!)
  expect(await screen.findByRole('heading', { level: 1, name: 'Settings' })).toBeTruthy()
  const tabs = within(screen.getByRole('navigation', { name: 'Settings' })).getAllByRole('link')
  expect(tabs.map(tab => tab.textContent)).toEqual(['General', 'Authentication Providers', 'Feature Flags', 'Access tokens'])
})

test('General has the cards Profile and Appearance; the profile is that of the identity service [SET-03, SET-14, SET-15]', async () => {
  const { screen } = open()
  const shown = await card(screen, 'Profile')
  expect(shown.getByText('Jane Doe')).toBeTruthy()
  expect(shown.getByText('jane@example.com')).toBeTruthy()
  expect(document.querySelector('img[src="https://portal.test/jane.png"]')).not.toBeNull()
  expect(screen.getByRole('heading', { name: 'Appearance' })).toBeTruthy()
})

test('theme, language and sidebar are set under Appearance [SET-04, SET-05, SET-06]', async () => {
  const { screen, user, portal } = open()
  const appearance = await card(screen, 'Appearance')
  const { choice } = portal.apis.get(themesApiRef)
  expect(appearance.getAllByRole('radio').map(radio => radio.parentElement?.textContent)).toEqual(['Light', 'Dark', 'Auto'])
  await user.click(appearance.getByRole('radio', { name: 'Dark' }))
  expect(choice.get()).toBe('dark')
  await user.click(appearance.getByRole('radio', { name: 'Auto' }))
  expect(choice.get()).toBe('auto')

  const pin = appearance.getByRole('switch', { name: 'Pin Sidebar' })
  expect(portal.shell.sidebar.pinned.get()).toBe(true)
  await user.click(pin)
  expect(portal.shell.sidebar.pinned.get()).toBe(false)
  await user.click(pin)
  expect(portal.shell.sidebar.pinned.get()).toBe(true)

  await user.click(appearance.getByRole('combobox', { name: 'Language' }))
  await user.click(await screen.findByRole('option', { name: 'Deutsch' }))
  expect(portal.apis.get(languagesApiRef).active.get()).toBe('de')
  expect(await screen.findByRole('heading', { name: 'Erscheinungsbild' })).toBeTruthy()
})

test('the menu of the profile signs out [SET-07]', async () => {
  const { screen, user, portal } = open()
  await user.click(await screen.findByRole('button', { name: 'Account actions' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Sign out' }))
  expect(portal.session.state.get().status).toBe('signed-out')
  expect(await screen.findByRole('button', { name: 'Go' })).toBeTruthy()
})

test('signing out everywhere asks for confirmation, ends the sessions on the server, and signs out here', async () => {
  const { screen, user, portal, requests } = open({
    fetch: ({ path }) => (path === '/sign-out-everywhere' ? Response.json({ revokedAccessTokens: 2 }) : undefined),
  })
  await user.click(await screen.findByRole('button', { name: 'Account actions' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Sign out everywhere' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText(/ends your sessions in all browsers/)).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Sign out everywhere' }))
  await expect.poll(() => portal.session.state.get().status).toBe('signed-out')
  expect(requests.filter(({ path }) => path === '/sign-out-everywhere')).toHaveLength(1)
})

test('the identity card shows the user entity and the ownership entities by their titles in the catalog [SET-08, SET-16]', async () => {
  const { screen, requests } = open()
  const shown = await card(screen, 'Identity')
  expect(await shown.findByText('The Rockets')).toBeTruthy()
  expect(await shown.findAllByText('Jane of the catalog')).toHaveLength(2)
  expect(shown.getAllByText('user:default/jane').length).toBeGreaterThan(0)
  expect(shown.getByText('group:default/rockets')).toBeTruthy()
  expect(requests.some(({ url }) => url.endsWith('/api/catalog/entities/by-name/user/default/jane'))).toBe(true)
})

test('a user who is not in the catalog is shown by their ref', async () => {
  const { screen } = open({ fetch: () => undefined })
  const shown = await card(screen, 'Identity')
  expect(await shown.findByText('Not in the catalog')).toBeTruthy()
})

function withIdentity(getIdentity: () => never | typeof identity) {
  return [
    defineApi({
      api: identityApiRef,
      create: () => ({ getIdentity, getProfile: () => profile, getToken: async () => undefined, signOut: async () => undefined }),
    }),
  ]
}

test('an identity without a user entity ref is an error [SET-17]', async () => {
  const { screen } = open({ apis: withIdentity(() => ({ ...identity, userEntityRef: '' })) })
  expect(await (await card(screen, 'Identity')).findByText('No user entity ref found')).toBeTruthy()
})

test('an identity that cannot be read is reported in the alert bar [SET-18]', async () => {
  const failing = withIdentity(() => {
    throw new Error('the session is unknown')
  })
  const { screen } = open({ apis: failing })
  expect(await screen.findByText(/^Failed to load user identity: Error: the session is unknown/)).toBeTruthy()
})

function provider(id: string, signIn?: () => Promise<void>) {
  const sessionState = createObservable<'signed-in' | 'signed-out'>('signed-out')
  const made: AuthProvider = {
    id,
    title: id,
    icon: () => <svg />,
    api: {
      sessionState,
      signIn: signIn ?? (async () => sessionState.set('signed-in')),
      signOut: async () => sessionState.set('signed-out'),
      getProfile: async () => (sessionState.get() === 'signed-in' ? { email: `jane@${id}` } : undefined),
    } as unknown as AuthProvider['api'],
  }
  return made
}
const withProviders = (...list: AuthProvider[]) => [
  defineApi({
    api: authProvidersApiRef,
    create: () => ({ list: async () => list, signInProviders: async () => [company], signInProvider: () => company }),
  }),
]

test('providers are listed with a button that signs in or out, by their state [SET-09, SET-10]', async () => {
  const { screen, user } = open({ path: '/settings/auth-providers', apis: withProviders(provider('GitHub'), provider('Google')) })
  const list = await card(screen, 'Available Providers')
  expect((await list.findAllByRole('button')).map(button => button.textContent)).toEqual(['Sign in', 'Sign in'])
  expect(list.getAllByText('Not signed in')).toHaveLength(2)
  await user.click(list.getByRole('button', { name: 'Sign in to GitHub' }))
  expect((await list.findByRole('button', { name: 'Sign out of GitHub' })).textContent).toBe('Sign out')
  expect(list.getByText('Signed in')).toBeTruthy()
  expect(await list.findByText('jane@GitHub')).toBeTruthy()
  await user.click(list.getByRole('button', { name: 'Sign out of GitHub' }))
  expect(await list.findByRole('button', { name: 'Sign in to GitHub' })).toBeTruthy()
})

test('a sign-in that fails goes to the error channel [SET-19]', async () => {
  const failing = provider('GitHub', () => Promise.reject(new Error('The window was closed')))
  const { screen, user, portal } = open({ path: '/settings/auth-providers', apis: withProviders(failing) })
  const posted: string[] = []
  portal.apis.get(errorApiRef).subscribe(({ error }) => posted.push(error.message))
  await user.click(await screen.findByRole('button', { name: 'Sign in to GitHub' }))
  expect(await screen.findByText('The window was closed')).toBeTruthy()
  expect(posted).toEqual(['The window was closed'])
})

test('a portal without providers says so', async () => {
  const { screen } = open({ path: '/settings/auth-providers', apis: withProviders() })
  expect(await screen.findByRole('heading', { name: 'No providers' })).toBeTruthy()
})

test('flags say to refresh after toggling, are found by a filter, and are enabled and disabled [SET-11, SET-12, SET-13]', async () => {
  const storage = createMemoryStorage()
  storage.setItem('@backstage/core:SignInPage:provider', 'company')
  const { screen, user } = open({ path: '/settings/feature-flags', storage })
  expect(await screen.findByText(/Refresh the page after you enable or disable a flag/)).toBeTruthy()
  expect(screen.getAllByRole('listitem').map(item => item.textContent)).toEqual(
    expect.arrayContaining([expect.stringContaining('team-mood'), expect.stringContaining('dark-graph')]),
  )
  await user.type(screen.getByRole('textbox', { name: 'Filter' }), 'mood')
  expect(screen.queryByText('dark-graph')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Clear filter' }))
  expect(screen.getByText('dark-graph')).toBeTruthy()

  const enable = screen.getByRole('button', { name: 'Enable team-mood' })
  expect(enable.textContent).toBe('Enable')
  await user.click(enable)
  expect(screen.getByRole('button', { name: 'Disable team-mood' }).textContent).toBe('Disable')
  expect(JSON.parse(storage.getItem('featureFlags') ?? '')).toEqual({ 'team-mood': 1 })
  await user.click(screen.getByRole('button', { name: 'Disable team-mood' }))
  expect(JSON.parse(storage.getItem('featureFlags') ?? '')).toEqual({})
})

test('other plugins add tabs, and one that throws is its own plugin’s error', async () => {
  const View = () => <h2>How you are notified</h2>
  const Broken = () => {
    throw new Error('the bell is cracked')
  }
  const more = defineWebPlugin({ id: 'more', fills: [settingsTabs.fill({ path: '/notices', title: 'Notices', View })] })
  const broken = defineWebPlugin({ id: 'bells', fills: [settingsTabs.fill({ path: '/bells', title: 'Bells', View: Broken })] })
  const { screen, user } = open({ plugins: [userSettingsWeb, more, broken] })
  await user.click(await screen.findByRole('link', { name: 'Notices' }))
  expect(await screen.findByRole('heading', { name: 'How you are notified' })).toBeTruthy()
  await user.click(screen.getByRole('link', { name: 'Bells' }))
  expect(await screen.findByText(/Error in bells/)).toBeTruthy()
})

test('guests see that their settings stay in the browser, and have no access tokens', async () => {
  const { screen } = renderPage({ plugins: [userSettingsWeb, catalog], path: '/settings' })
  expect(await screen.findByText(/your settings stay in this browser/)).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Access tokens' })).toBeNull()
})

test('the palette leads users to their access tokens', async () => {
  expect(await settingsInPalette(open())).toContain('Access tokens')
})

test('the palette does not lead guests to access tokens', async () => {
  const titles = await settingsInPalette(renderPage({ plugins: [userSettingsWeb, catalog], path: '/settings' }))
  expect(titles).toContain('General')
  expect(titles).not.toContain('Access tokens')
})

async function settingsInPalette({ screen, user }: ReturnType<typeof open>) {
  await user.click(await screen.findByRole('button', { name: /^Search or jump to/ }))
  await user.type(await screen.findByRole('combobox', { name: 'Go to a page, or do something' }), 'settings')
  const group = within(await screen.findByRole('group', { name: 'Settings' }))
  return group.getAllByRole('option').map(option => option.textContent)
}
