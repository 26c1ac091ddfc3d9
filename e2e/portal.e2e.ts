import { expect, test } from '@portico/core/testing/browser'

const shots = process.env['PORTICO_SHOTS']
const guestKey = '@backstage/core:SignInPage:provider'

test('a guest signs in, looks around and signs out [AUTH-001] [AUTH-038] [AUTH-039] [AUTH-061] [AUTH-117] [UI-11]', async ({ portal }) => {
  const { page } = portal
  await portal.open()
  await expect(page.getByRole('heading', { name: 'Portico' })).toBeVisible()
  await expect(page.getByText('some features might be unavailable')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Guest' })).toHaveCSS('max-width', '400px')
  await portal.checkAccessibility()
  await page.getByRole('button', { name: 'Enter' }).click()

  await expect(page.getByRole('heading', { level: 1, name: /^Good (morning|afternoon|evening), Guest$/ })).toBeVisible()
  await expect(page.getByText('All plugins are running')).toBeVisible()
  await expect(page).toHaveTitle('Home | Portico')
  await portal.checkAccessibility()

  await page.getByRole('navigation').getByRole('link', { name: 'System' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'System' })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Plugins' }).getByRole('row', { name: /^auth/ })).toContainText('Running')
  await expect(page).toHaveTitle('System | Portico')
  await expect(page.getByRole('main')).toBeFocused()
  await portal.checkAccessibility()

  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'System' })).toBeVisible()
  expect(await page.evaluate(`localStorage.getItem('${guestKey}')`)).toBe('guest')

  await page.getByRole('button', { name: 'Guest: Account and settings' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('button', { name: 'Enter' })).toBeVisible()
  expect(await page.evaluate(`localStorage.getItem('${guestKey}')`)).toBeNull()
  expect(page.url()).toBe(`${portal.url}/system`)
})

test('an unknown path says so, and leads home [SHELL-06]', async ({ portal }) => {
  const { page } = portal
  await portal.signIn('/nowhere/at/all')
  await expect(page.getByRole('heading', { name: 'PAGE NOT FOUND' })).toBeVisible()
  await expect(page.getByText('404')).toBeVisible()
  await portal.checkAccessibility()
  await page.getByRole('link', { name: 'Go to the home page' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /Guest$/ })).toBeVisible()
})

test('the theme is the user’s choice, kept, and else the system’s [SHELL-23]', async ({ portal }) => {
  const { page } = portal
  const html = page.locator('html')
  await page.emulateMedia({ colorScheme: 'dark' })
  await portal.open()
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await portal.checkColors()
  await portal.signIn()
  await expect(page.getByText('All plugins are running')).toBeVisible()
  await portal.checkColors()
  await page.getByRole('button', { name: 'Guest: Account and settings' }).click()
  await portal.checkColors()
  await page.getByRole('radio', { name: 'Light' }).check()
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'light')
  await portal.checkAccessibility()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('radio', { name: 'Light' })).toBeHidden()
  await page.reload()
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'light')
  await page.getByRole('button', { name: 'Guest: Account and settings' }).click()
  await page.getByRole('radio', { name: 'Auto' }).check()
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark')
  expect(await page.evaluate(`localStorage.getItem('theme')`)).toBeNull()
  await portal.open('/system')
  await expect(page.getByRole('table', { name: 'Plugins' })).toBeVisible()
  await portal.checkColors()
})

test('the sidebar is pinned at first, closes to icons, opens under the pointer, and keeps its state [UI-13] [UI-28] [UI-29] [UI-53]', async ({
  portal,
}) => {
  const { page } = portal
  await portal.signIn()
  const navigation = page.getByRole('navigation', { name: 'Main navigation' })
  const width = async () => (await navigation.locator('..').boundingBox())?.width
  await expect.poll(width).toBe(224)
  await page.getByRole('button', { name: 'Unpin sidebar' }).click()
  await page.mouse.move(900, 500)
  await expect.poll(width).toBe(72)
  await navigation.hover()
  await expect.poll(width).toBe(224)
  await page.mouse.move(900, 500)
  await expect.poll(width).toBe(72)
  await page.reload()
  await expect(page.getByText('All plugins are running')).toBeVisible()
  await expect.poll(width).toBe(72)
  await portal.checkAccessibility()
})

test('everything can be done with the keyboard alone [UI-41]', async ({ portal }) => {
  const { page } = portal
  await portal.open()
  await page.getByRole('button', { name: 'Enter' }).waitFor()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Enter' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('All plugins are running')).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Skip to content' })).toBeFocused()
  await expect(page.getByRole('button', { name: 'Skip to content' })).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await page.getByRole('button', { name: 'Guest: Account and settings' }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('radio', { name: 'Auto' })).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Guest: Account and settings' })).toBeFocused()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('a bar at the foot replaces the sidebar, and nothing scrolls sideways [UI-14] [UI-57]', async ({ portal }) => {
    const { page } = portal
    await portal.open()
    await portal.checkAccessibility()
    await portal.signIn()
    await expect(page.getByText('Start here')).toBeVisible()
    await portal.checkAccessibility()
    const bar = page.getByRole('navigation', { name: 'Main navigation' })
    expect((await bar.boundingBox())?.height).toBe(56)
    await bar.getByRole('button', { name: 'More' }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'System' }).click()
    await expect(page.getByRole('table', { name: 'Plugins' })).toBeVisible()
    await portal.checkAccessibility()
    expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true)
    await bar.getByRole('button', { name: 'More' }).click()
    await portal.checkAccessibility()
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
    await expect(page.getByRole('button', { name: 'Enter' })).toBeVisible()
  })
})

test('a session that ends while a page is open leads to the sign-in page, and back to the same page', async ({ portal }) => {
  const { page } = portal
  await portal.signIn()
  await expect(page.getByText('All plugins are running')).toBeVisible()
  // What home still reads would end the session before another page is opened.
  await page.waitForLoadState('networkidle')
  portal.allowProblem(/401/)
  const refused = {
    status: 401,
    json: { error: { name: 'AuthenticationError', message: 'Your session has ended' }, response: { statusCode: 401 } },
  }
  await page.route('**/api/**', route => route.fulfill(refused))
  await page.getByRole('navigation').getByRole('link', { name: 'System' }).click()
  await expect(page.getByText('Your session has ended')).toBeVisible()
  await page.unroute('**/api/**')
  await page.getByRole('button', { name: 'Enter' }).click()
  await expect(page.getByRole('table', { name: 'Plugins' })).toBeVisible()
})

test('a server that goes away is said on every page, asked again by itself, and what failed is there when it is back', async ({
  portal,
}) => {
  const { page } = portal
  portal.allowProblem(/ERR_CONNECTION_REFUSED/)
  await portal.signIn('/system')
  await expect(page.getByRole('table', { name: 'Plugins' })).toBeVisible()
  const bar = page.getByRole('status').filter({ hasText: 'The server cannot be reached' })
  const isServer = (url: URL) => /^\/(api|\.backstage)\//.test(url.pathname)
  await page.route(isServer, route => route.abort('connectionrefused'))
  await page.getByRole('navigation').getByRole('link', { name: 'Org chart' }).click()
  await expect(bar).toBeVisible()
  const failure = page.getByRole('alert').filter({ hasText: 'The server did not answer' })
  await expect(failure.getByRole('button', { name: 'Retry' })).toBeVisible()
  await expect(page.getByText('503')).toHaveCount(0)
  await portal.checkAccessibility()
  if (shots) await page.screenshot({ path: `${shots}/server-away.png` })
  await page.unroute(isServer)
  await expect(bar).toBeHidden()
  await expect(failure).toBeHidden()
  await expect(page.getByRole('heading', { level: 1, name: 'Org chart' })).toBeVisible()
  // Also on the page of those who are not signed in.
  await page.getByRole('button', { name: 'Guest: Account and settings' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.route(isServer, route => route.abort('connectionrefused'))
  await page.getByRole('button', { name: 'Enter' }).click()
  await expect(bar).toBeVisible()
  await page.unroute(isServer)
  await bar.getByRole('button', { name: 'Try now' }).click()
  await expect(bar).toBeHidden()
})
