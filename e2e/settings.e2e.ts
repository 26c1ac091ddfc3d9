import {
  checkAccessibility,
  checkColors,
  expect,
  attachServerLog,
  startPortalProcess,
  watchProblems,
  type PortalProcess,
} from '@portico/core/testing/browser'
import { test, type Browser, type BrowserContext, type Page } from '@playwright/test'

const account = { clientId: 'portal', clientSecret: 'not-used' }
const accounts = {
  google: account,
  microsoft: { ...account, tenantId: 'tenant' },
  github: account,
  gitlab: account,
  okta: { ...account, audience: 'https://okta.example.com' },
  bitbucket: account,
  onelogin: { ...account, issuer: 'https://onelogin.example.com' },
  atlassian: account,
  bitbucketServer: { ...account, host: 'bitbucket.example.com' },
  openshift: {
    ...account,
    authorizationUrl: 'https://openshift.example.com/authorize',
    tokenUrl: 'https://openshift.example.com/token',
    openshiftApiServerUrl: 'https://openshift.example.com/api',
  },
}
const auth = {
  environment: 'development',
  providers: {
    guest: {},
    // The header names the user, as behind a proxy that signs people in.
    oauth2Proxy: {
      signIn: { resolvers: [{ resolver: 'forwardedUserMatchingUserEntityName', dangerouslyAllowSignInWithoutUserInCatalog: true }] },
    },
    ...Object.fromEntries(Object.entries(accounts).map(([id, settings]) => [id, { development: settings }])),
  },
}

let portal: PortalProcess
test.beforeAll(async () => {
  test.setTimeout(120_000)
  portal = await startPortalProcess({ auth })
})
test.afterAll(() => portal.stop())
// oxlint-disable-next-line no-empty-pattern -- Playwright reads what it needs from its first parameter
test.afterEach(({}, testInfo) => attachServerLog(testInfo, portal))

const contexts: BrowserContext[] = []
/** Pages that are connected to the server's signals. */
const followed = new WeakSet<Page>()
test.afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close()
})

/** A new browser context in which a user signs in; as a guest by default. */
async function openAs(browser: Browser, user: string | undefined, path = '/settings', size = { width: 1440, height: 900 }): Promise<Page> {
  const headers =
    user === undefined
      ? {}
      : { 'x-forwarded-user': user, 'x-forwarded-preferred-username': 'Jane Doe', 'x-forwarded-email': `${user}@example.com` }
  const context = await browser.newContext({ viewport: size, locale: 'en-GB', colorScheme: 'light', extraHTTPHeaders: headers })
  contexts.push(context)
  const page = await context.newPage()
  page.on('websocket', socket => socket.on('framesent', ({ payload }) => String(payload).includes('user-settings') && followed.add(page)))
  await page.goto(`${portal.url}${path}`)
  await page.getByRole('button', { name: user === undefined ? 'Enter' : 'Continue' }).click()
  await page.getByRole('main').and(page.locator('[aria-busy="false"]')).waitFor()
  return page
}

const isDark = (page: Page) => expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
const isLight = (page: Page) => expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light')
const choose = (page: Page, name: string) => page.getByRole('main').getByRole('radio', { name }).click()
const follows = (page: Page) => expect.poll(() => followed.has(page)).toBe(true)

test('what a user sets in one browser is there in another at once, and in a third from its first page [SET-05, SET-06]', async ({
  browser,
}) => {
  const one = await openAs(browser, 'jane')
  const two = await openAs(browser, 'jane')
  await Promise.all([follows(one), follows(two)])
  const problems = [watchProblems(one), watchProblems(two)]
  await choose(one, 'Dark')
  await isDark(one)
  await isDark(two)
  await two.getByRole('switch', { name: 'Pin Sidebar' }).click()
  await expect(one.getByRole('switch', { name: 'Pin Sidebar' })).not.toBeChecked()
  await one.getByRole('combobox', { name: 'Language' }).last().click()
  await one.getByRole('option', { name: 'Deutsch' }).click()
  await expect(two.getByRole('heading', { level: 1, name: 'Einstellungen' })).toBeVisible()
  await two.getByRole('combobox', { name: 'Sprache' }).last().click()
  await two.getByRole('option', { name: 'English' }).click()
  await expect(one.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()

  const three = await openAs(browser, 'jane')
  await isDark(three)
  await expect(three.getByRole('switch', { name: 'Pin Sidebar' })).not.toBeChecked()
  await three.reload()
  // Before any request to the server, the browser's own copy is drawn.
  await isDark(three)
  expect(problems.flat()).toEqual([])
})

test('guests keep their settings in the browser, and change those of no other user', async ({ browser }) => {
  const guest = await openAs(browser, undefined)
  const other = await openAs(browser, undefined)
  const asked: string[] = []
  guest.on('request', request => asked.push(request.url()))
  await choose(guest, 'Dark')
  await isDark(guest)
  await guest.reload()
  await isDark(guest)
  await expect(guest.getByText('your settings stay in this browser')).toBeVisible()
  await isLight(other)
  expect(asked.filter(url => url.includes('/api/user-settings/'))).toEqual([])
})

test('while the server does not answer, settings work and are sent later', async ({ browser }) => {
  const page = await openAs(browser, 'away')
  await follows(page)
  await page.route('**/api/user-settings/**', route => route.abort())
  await choose(page, 'Dark')
  await isDark(page)
  await page.unroute('**/api/user-settings/**')
  const sent = page.waitForRequest(request => request.method() === 'PUT' && request.url().endsWith('/keys/theme'))
  await page.evaluate(`window.dispatchEvent(new Event('online'))`)
  await sent
  const elsewhere = await openAs(browser, 'away')
  await isDark(elsewhere)
})

test('an access token is made, used by a program, and revoked', async ({ browser }) => {
  const page = await openAs(browser, 'jane', '/settings/access-tokens')
  await page.getByRole('button', { name: 'New token' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('nightly export')
  await checkAccessibility(page)
  await dialog.getByRole('button', { name: 'Create token' }).click()
  await expect(dialog.getByText('shown only this once')).toBeVisible()
  await checkAccessibility(page)
  const token = (await dialog.getByText(/^portico_pat_/).textContent()) ?? ''
  await dialog.getByRole('button', { name: 'Done' }).click()

  const use = (method: string, path: string) =>
    fetch(`${portal.url}/api/${path}`, { method, headers: { authorization: `Bearer ${token}` } })
  const who = await use('GET', 'auth/v1/userinfo')
  expect([who.status, ((await who.json()) as { claims: { sub: string } }).claims.sub]).toEqual([200, 'user:default/jane'])
  expect((await use('DELETE', 'user-settings/buckets/default.userSettings/keys/theme')).status).toBe(403)

  await page.reload()
  await expect(page.getByRole('row', { name: /nightly export/ })).toContainText('Read only, All plugins')
  await expect(page.getByText(token)).toHaveCount(0)
  await checkAccessibility(page)
  await page.getByRole('button', { name: 'Revoke nightly export' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByRole('heading', { name: 'No access tokens' })).toBeVisible()
  expect((await use('GET', 'auth/v1/userinfo')).status).toBe(401)
})

test('signing out everywhere invalidates the tokens of other browsers', async ({ browser }) => {
  const one = await openAs(browser, 'leaver')
  const two = await openAs(browser, 'leaver', '/')
  const sent = two.waitForRequest(request => request.headers()['authorization'] !== undefined)
  await two.goto(`${portal.url}/settings`)
  const token = (await sent).headers()['authorization'] ?? ''
  const use = async () => (await fetch(`${portal.url}/api/auth/v1/userinfo`, { headers: { authorization: token } })).status
  expect(await use()).toBe(200)
  await one.getByRole('button', { name: 'Account actions' }).click()
  await one.getByRole('menuitem', { name: 'Sign out everywhere' }).click()
  await one.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(one.getByRole('button', { name: 'Continue' })).toBeVisible()
  expect(await use()).toBe(401)
})

test('the configured providers are listed under Available Providers [SET-09, SET-20]', async ({ browser }) => {
  const page = await openAs(browser, 'jane', '/settings/auth-providers')
  const list = page.getByRole('region', { name: 'Available Providers' })
  await expect(list.getByRole('button', { name: 'Sign in' })).toHaveCount(Object.keys(accounts).length)
  const titles = ['Google', 'Microsoft', 'GitHub', 'GitLab', 'Okta', 'Bitbucket', 'OneLogin', 'Atlassian', 'Bitbucket Server', 'OpenShift']
  for (const title of titles) await expect(list.getByText(title, { exact: true })).toBeVisible()
})

test('every tab is accessible, in light and dark, on wide screens and phones [SET-01, SET-03]', async ({ browser }) => {
  test.setTimeout(240_000)
  for (const size of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    // Users without a chosen theme get the one of the system.
    const page = await openAs(browser, 'newcomer', '/settings', size)
    for (const path of ['', '/auth-providers', '/feature-flags', '/access-tokens']) {
      await page.emulateMedia({ colorScheme: 'light' })
      await page.goto(`${portal.url}/settings${path}`)
      await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
      await page.getByRole('main').and(page.locator('[aria-busy="false"]')).waitFor()
      await isLight(page)
      await checkAccessibility(page)
      await page.emulateMedia({ colorScheme: 'dark' })
      await isDark(page)
      await checkColors(page)
    }
  }
})

test('on a phone the open tab is in view, whichever it is', async ({ browser }) => {
  const page = await openAs(browser, 'newcomer', '/settings/access-tokens', { width: 390, height: 844 })
  const tabs = page.getByRole('main').locator('header').getByRole('navigation')
  await expect(tabs.getByRole('link', { name: 'Access tokens' })).toBeInViewport({ ratio: 1 })
  await page.goto(`${portal.url}/settings`)
  await expect(tabs.getByRole('link', { name: 'General' })).toBeInViewport({ ratio: 1 })
  await page.evaluate(`document.querySelector('main header nav').scrollLeft = 0`)
  await tabs.getByRole('link', { name: 'Feature Flags' }).click()
  await expect(tabs.getByRole('link', { name: 'Feature Flags' })).toBeInViewport({ ratio: 1 })
})
