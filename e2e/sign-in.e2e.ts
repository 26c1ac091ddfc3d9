import type { PortalProcess } from '@portico/core/testing/browser'
import type { Page } from '@playwright/test'
import path from 'node:path'
import { startGitHost, type GitHost } from './git-host.ts'
import {
  attachServerLog,
  base as test,
  checkAccessibility,
  expect,
  logInAs,
  startOpenIdPortalProcess,
  watchLeaks,
  watchProblems,
} from './openid-portal.ts'

const storedProvider = `localStorage.getItem('@backstage/core:SignInPage:provider')`
const account = { name: 'Jane Doe: Account and settings' }

async function signInByPopup(page: Page, name: 'jane' | 'stranger' = 'jane'): Promise<void> {
  const [popup] = await Promise.all([page.waitForEvent('popup'), page.getByRole('button', { name: 'Sign in' }).click()])
  await logInAs(popup, name)
}

test('a provider that cannot be reached says so in the window, to people and to administrators, and once on the page [AUTH-076]', async ({
  page,
}) => {
  const oidc = { title: 'Acme account', clientId: 'portal', clientSecret: 'unused', metadataUrl: 'http://127.0.0.1:1/configuration' }
  const signIn = { resolvers: [{ resolver: 'emailMatchingUserEntityProfileEmail' }] }
  const portal = await startOpenIdPortalProcess({ auth: { providers: { oidc: { development: { ...oidc, signIn } } } } })
  try {
    await page.goto(portal.url)
    const [popup] = await Promise.all([page.waitForEvent('popup'), page.getByRole('button', { name: 'Sign in' }).click()])
    await expect(popup.getByRole('heading', { level: 1, name: 'Signing in with Acme account failed' })).toBeVisible()
    await expect(popup.getByRole('alert')).toHaveText('OpenID Connect cannot be reached')
    await expect(popup.getByText('ask an administrator of the portal')).toBeVisible()
    await expect(popup.getByText('auth.providers.oidc.development', { exact: true })).toBeVisible()
    await expect(popup.locator('body')).not.toContainText('127.0.0.1')
    await checkAccessibility(popup)
    // The popup is still open: a second attempt uses it.
    await popup.getByRole('link', { name: 'Try again' }).click()
    await expect(popup.getByRole('alert')).toHaveText('OpenID Connect cannot be reached')
    await expect(page.getByRole('alert')).toHaveCount(0)
    await Promise.all([popup.waitForEvent('close'), popup.getByRole('button', { name: 'Close' }).click()])
    await expect(page.getByRole('alert')).toHaveCount(1)
    await expect(page.getByRole('alert')).toContainText('OpenID Connect cannot be reached')

    const [second] = await Promise.all([page.waitForEvent('popup'), page.getByRole('button', { name: 'Sign in' }).click()])
    await expect(second.getByRole('alert')).toBeVisible()
    await second.close()
    await expect(page.getByRole('alert')).toHaveCount(1)
  } finally {
    await portal.stop()
  }
})

test.describe('by a window', () => {
  let portal: PortalProcess
  let gitHost: GitHost
  test.beforeAll(async () => {
    gitHost = await startGitHost()
    const gitea = [{ host: gitHost.host, username: 'portal', password: 'the-password-of-the-portal' }]
    const files = [path.join(import.meta.dirname, '../examples/catalog-info.yaml')]
    portal = await startOpenIdPortalProcess({ integrations: { gitea }, files })
  })
  test.afterAll(async () => {
    await portal.stop()
    await gitHost.stop()
  })
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads what it needs from its first parameter
  test.afterEach(({}, testInfo) => attachServerLog(testInfo, portal))

  test('Jane signs in at a real provider, stays signed in, and all her tabs sign out together [AUTH-001] [AUTH-007] [AUTH-015] [AUTH-016] [AUTH-017] [AUTH-038] [AUTH-039] [AUTH-051] [AUTH-073] [AUTH-075] [AUTH-076] [AUTH-117]', async ({
    page,
    context,
  }) => {
    const problems = watchProblems(page)
    const leaks = watchLeaks(context)
    await page.goto(`${portal.url}/system?tab=x`)
    const card = page.getByRole('region', { name: 'Acme account' })
    await expect(card).toBeVisible()
    await expect(card).toHaveCSS('max-width', '400px')
    await expect(page.getByRole('region')).toHaveCount(1)
    await checkAccessibility(page)
    const [popup] = await Promise.all([page.waitForEvent('popup'), page.getByRole('button', { name: 'Sign in' }).click()])
    const asked = new URL(popup.url() === 'about:blank' ? (await popup.waitForEvent('framenavigated')).url() : popup.url())
    expect(asked.hostname).toBe('127.0.0.1')
    await expect(card.getByText('Signing in')).toBeVisible()
    await Promise.all([popup.waitForEvent('close'), logInAs(popup, 'jane')])
    await expect(page.getByRole('heading', { level: 1, name: 'System' })).toBeVisible()
    await expect(page.getByRole('button', account)).toBeVisible()
    expect(page.url()).toBe(`${portal.url}/system?tab=x`)
    expect(await page.evaluate(storedProvider)).toBe('oidc')

    await page.reload()
    await expect(page.getByRole('button', account)).toBeVisible()
    const second = await context.newPage()
    await second.goto(`${portal.url}/system`)
    await expect(second.getByRole('button', account)).toBeVisible()
    // Two tabs that renew at the same moment do not use up each other's token.
    await Promise.all([page.reload(), second.reload()])
    await expect(page.getByRole('button', account)).toBeVisible()
    await expect(second.getByRole('button', account)).toBeVisible()
    await leaks.check(page)

    await page.getByRole('button', account).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
    await expect(second.getByRole('button', { name: 'Sign in' })).toBeVisible()
    expect(await page.evaluate(storedProvider)).toBeNull()
    const cookies = await context.cookies(`${portal.url}/api/auth/oidc`)
    expect(cookies.filter(({ name }) => name.startsWith('oidc-'))).toEqual([])
    await page.reload()
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
    expect(problems.filter(problem => !/401/.test(problem))).toEqual([])
  })

  test('a tab at the sign-in page signs in when another does', async ({ page, context }) => {
    await page.goto(portal.url)
    const other = await context.newPage()
    await other.goto(`${portal.url}/system`)
    await expect(other.getByRole('button', { name: 'Sign in' })).toBeVisible()
    await page.bringToFront()
    await signInByPopup(page)
    await expect(page.getByRole('button', account)).toBeVisible()
    await expect(other.getByRole('button', account)).toBeVisible()
  })

  test('a closed popup and a user who is not in the catalog are reported on the page [AUTH-026] [AUTH-041] [AUTH-106]', async ({
    page,
  }) => {
    await page.goto(portal.url)
    const [popup] = await Promise.all([page.waitForEvent('popup'), page.getByRole('button', { name: 'Sign in' }).click()])
    await popup.getByRole('textbox', { name: 'Name' }).waitFor()
    await popup.close()
    await expect(page.getByRole('alert')).toContainText('Login failed, popup was closed')
    expect(await page.evaluate(storedProvider)).toBeNull()
    await signInByPopup(page, 'stranger')
    const alert = page.getByRole('alert')
    await expect(alert.getByRole('heading', { name: 'Login failed' })).toBeVisible()
    await expect(alert).toContainText('no user of the portal')
    await expect(alert).toContainText('name the request')
    await checkAccessibility(page)
  })

  test('a session that cannot be renewed asks for a new login, and the page stays as it is [AUTH-003] [AUTH-022] [AUTH-110]', async ({
    page,
    context,
  }) => {
    await page.goto(`${portal.url}/system`)
    await signInByPopup(page)
    await expect(page.getByRole('table', { name: 'Plugins' })).toBeVisible()
    // The refresh cookie is gone, and the server refuses the token.
    await context.clearCookies({ name: /^oidc-/ })
    const refused = { error: { name: 'AuthenticationError', message: 'The token has expired' }, response: { statusCode: 401 } }
    await page.route('**/api/devtools/**', route => route.fulfill({ status: 401, json: refused }))
    await page.getByRole('button', { name: 'Trigger' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Login Required' })
    await expect(dialog.getByRole('listitem', { name: 'Acme account' })).toBeVisible()
    await checkAccessibility(page)
    await page.unroute('**/api/devtools/**')
    const [popup] = await Promise.all([page.waitForEvent('popup'), dialog.getByRole('button', { name: 'Log in' }).click()])
    // Jane still has a session at the provider.
    if (!popup.isClosed()) await popup.waitForEvent('close')
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('table', { name: 'Plugins' })).toBeVisible()
    await expect(page.getByRole('button', account)).toBeVisible()
  })

  test('a message that is not from the popup, or not from the server, is ignored', async ({ page }) => {
    await page.goto(portal.url)
    const [popup] = await Promise.all([page.waitForEvent('popup'), page.getByRole('button', { name: 'Sign in' }).click()])
    await popup.getByRole('textbox', { name: 'Name' }).waitFor()
    const identity = { type: 'user', userEntityRef: 'user:default/mallory', ownershipEntityRefs: [] }
    const response = { profile: { displayName: 'Mallory' }, backstageIdentity: { token: 'a.b.c', expiresInSeconds: 3600, identity } }
    const forged = JSON.stringify({ type: 'authorization_response', response })
    // From the page itself, and from the window while it shows somebody else's page.
    await page.evaluate(`window.postMessage(${forged}, '*')`)
    await popup.evaluate(`window.opener.postMessage(${forged}, '*')`)
    await Promise.all([popup.waitForEvent('close'), logInAs(popup, 'jane')])
    await expect(page.getByRole('button', account)).toBeVisible()
  })

  test('Jane browses, reads docs, searches, creates a component that is pushed to a git server and is in the catalog, and has settings [SHELL-01]', async ({
    page,
  }) => {
    test.setTimeout(120_000)
    const problems = watchProblems(page)
    await page.goto(`${portal.url}/catalog`)
    await signInByPopup(page)
    await expect(page.getByRole('table').getByRole('link', { name: 'Booking service' })).toBeVisible({ timeout: 30_000 })

    await page.goto(`${portal.url}/docs`)
    await page.getByRole('main').getByRole('link', { name: 'Booking service' }).first().click()
    await expect(page.getByRole('navigation', { name: 'Pages of these docs' })).toBeVisible({ timeout: 30_000 })

    await page.goto(`${portal.url}/search?query=booking+service`)
    await expect(page.getByRole('list', { name: 'Results' }).getByRole('link', { name: 'Booking service' }).first()).toBeVisible({
      timeout: 30_000,
    })

    await page.goto(`${portal.url}/create`)
    await page.getByRole('link', { name: 'Shared library' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('latch-words')
    await page.getByRole('textbox', { name: 'Description' }).fill('Words for latches in four languages')
    await page.getByRole('combobox', { name: 'Owner' }).fill('user:default/jane')
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByRole('checkbox', { name: 'Create the repository now' }).check()
    await expect(page.getByRole('combobox', { name: 'Host' })).toHaveValue(gitHost.host)
    await page.getByRole('textbox', { name: 'Owner' }).fill('acme')
    await page.getByRole('textbox', { name: 'Repository' }).fill('latch-words')
    await page.getByRole('textbox', { name: 'Repository' }).press('Enter')
    await expect(page.getByText(`Repository acme/latch-words on ${gitHost.host}`)).toBeVisible({ timeout: 30_000 })
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    const open = page.getByRole('link', { name: 'Open in the catalogue' })
    await expect(open).toBeVisible({ timeout: 30_000 })
    expect(gitHost.git('/acme/latch-words', 'ls-tree', '-r', '--name-only', 'main').split('\n')).toEqual(
      expect.arrayContaining(['README.md', 'catalog-info.yaml', 'package.json', 'src/index.js']),
    )
    // The page follows its run, so it is no news there; elsewhere the notification is found.
    await expect(page.getByRole('status').filter({ hasText: 'is done' })).toHaveCount(0)
    await open.click()
    await expect(page.getByRole('heading', { level: 1, name: 'latch-words' })).toBeVisible({ timeout: 30_000 })
    await expect(page.getByText('Words for latches in four languages').first()).toBeVisible()
    await page.goto(`${portal.url}/notifications?view=all`)
    await expect(page.getByRole('link', { name: 'The run of Shared library is done' })).toBeVisible()

    await page.goto(`${portal.url}/settings`)
    await expect(page.getByRole('main')).toContainText('Jane Doe')
    await page.getByRole('main').getByRole('radio', { name: 'Dark' }).click()
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
    // Before the sign-in there is no session to continue.
    expect(problems.filter(problem => !/401/.test(problem))).toEqual([])
  })
})

test.describe('by a redirect', () => {
  let portal: PortalProcess
  test.beforeAll(async () => void (portal = await startOpenIdPortalProcess({ enableExperimentalRedirectFlow: true })))
  test.afterAll(() => portal.stop())
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads what it needs from its first parameter
  test.afterEach(({}, testInfo) => attachServerLog(testInfo, portal))

  test('the whole page goes to the provider and comes back to where it was [AUTH-074]', async ({ page, context }) => {
    const leaks = watchLeaks(context)
    await page.goto(`${portal.url}/system?tab=x`)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await logInAs(page, 'jane')
    await expect(page.getByRole('heading', { level: 1, name: 'System' })).toBeVisible()
    await expect(page.getByRole('button', account)).toBeVisible()
    expect(page.url()).toBe(`${portal.url}/system?tab=x`)
    await page.reload()
    await expect(page.getByRole('button', account)).toBeVisible()
    await leaks.check(page)
    await page.getByRole('button', account).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  })

  test('a failure is reported on return, and the address is clean again [AUTH-107]', async ({ page }) => {
    await page.goto(`${portal.url}/system`)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await logInAs(page, 'stranger')
    await expect(page.getByRole('alert').getByRole('heading', { name: 'Login failed' })).toBeVisible()
    await expect(page.getByRole('alert')).toContainText('no user of the portal')
    expect(page.url()).toBe(`${portal.url}/system`)
  })
})

test.describe('by a redirect, without a click, and out at the provider too', () => {
  let portal: PortalProcess
  test.beforeAll(
    async () =>
      void (portal = await startOpenIdPortalProcess({
        enableExperimentalRedirectFlow: true,
        app: { protected: true },
        autoSignIn: true,
        federatedLogout: true,
      })),
  )
  test.afterAll(() => portal.stop())
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads what it needs from its first parameter
  test.afterEach(({}, testInfo) => attachServerLog(testInfo, portal))

  test('signing out ends the session at the provider, and on a page that does not sign in again', async ({ page, context }) => {
    await page.goto(`${portal.url}/system`)
    await logInAs(page, 'jane')
    await expect(page.getByRole('button', account)).toBeVisible()
    await page.getByRole('button', account).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('button', { name: 'Sign out here too' }).click()
    await expect(page.getByText('You are signed out of')).toBeVisible()
    expect(new URL(page.url()).origin).toBe(portal.url)
    await checkAccessibility(page)
    await page.reload()
    await expect(page.getByText('You are signed out of')).toBeVisible()
    expect((await context.cookies()).some(({ name }) => name === 'backstage-auth')).toBe(false)
    await page.getByRole('button', { name: 'Sign in' }).click()
    // The provider asks again who it is.
    await logInAs(page, 'jane')
    await expect(page.getByRole('button', account)).toBeVisible()
  })
})

test.describe('in front of a protected app', () => {
  let portal: PortalProcess
  test.beforeAll(async () => void (portal = await startOpenIdPortalProcess({ app: { protected: true } })))
  test.afterAll(() => portal.stop())
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads what it needs from its first parameter
  test.afterEach(({}, testInfo) => attachServerLog(testInfo, portal))

  test('the app itself is served only to signed-in users, and no longer after signing out [AUTH-062] [AUTH-066] [AUTH-067]', async ({
    page,
    context,
  }) => {
    const leaks = watchLeaks(context)
    const scripts: string[] = []
    page.on('response', response => {
      if (/\/static\/.*\.js$/.test(response.url())) scripts.push(`${response.status()} ${new URL(response.url()).pathname}`)
    })
    const mode = page.locator('meta[name="backstage-app-mode"]')
    await page.goto(`${portal.url}/system`)
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
    await expect(mode).toHaveCount(0)
    expect(scripts.every(script => script.startsWith('200'))).toBe(true)
    const before = new Set(scripts)
    await checkAccessibility(page)
    const cookie = page.waitForRequest(request => request.url().endsWith('/api/app/.backstage/auth/v1/cookie'))
    await signInByPopup(page)
    await expect(page.getByRole('heading', { level: 1, name: 'System' })).toBeVisible()
    await expect(mode).toHaveAttribute('content', 'protected')
    expect((await cookie).method()).toBe('GET')
    const own = scripts.filter(script => !before.has(script)).map(script => script.split(' ')[1]!)
    expect(own.length).toBeGreaterThan(0)
    const stranger = await page.context().browser()!.newContext()
    const refused = await Promise.all(own.map(async script => (await stranger.request.get(`${portal.url}${script}`)).status()))
    expect(refused).toContain(401)
    await stranger.close()
    await page.reload()
    await expect(page.getByRole('button', account)).toBeVisible()
    await leaks.check(page)

    await page.getByRole('button', account).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
    await expect(mode).toHaveCount(0)
    expect((await context.cookies()).some(({ name }) => name === 'backstage-auth')).toBe(false)
  })
})
