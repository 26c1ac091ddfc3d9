import {
  attachServerLog,
  checkAccessibility,
  checkColors,
  expect,
  startPortalProcess,
  watchProblems,
  type PortalProcess,
} from '@portico/core/testing/browser'
import { test, type Browser, type BrowserContext, type Locator, type Page } from '@playwright/test'
import path from 'node:path'

const shots = process.env['PORTICO_SHOTS']
const auth = {
  environment: 'development',
  providers: {
    guest: {},
    // The header names the user, as behind a proxy that signs people in.
    oauth2Proxy: { signIn: { resolvers: [{ resolver: 'forwardedUserMatchingUserEntityName' }] } },
  },
}
const catalog = {
  rules: [{ allow: ['Component', 'API', 'Resource', 'System', 'Domain', 'Group', 'User', 'Location', 'Template'] }],
  locations: [{ type: 'file', target: path.resolve('examples/catalog-info.yaml') }],
}
const home = { clocks: [{ label: 'Lisbon', timeZone: 'Europe/Lisbon' }], toolkit: [{ title: 'Handbook', url: '/docs', icon: 'docs' }] }

let portal: PortalProcess
test.beforeAll(async () => {
  test.setTimeout(120_000)
  portal = await startPortalProcess({ auth, catalog, home })
  const session = await fetch(`${portal.url}/api/auth/guest/refresh`, { method: 'POST' })
  const { backstageIdentity } = (await session.json()) as { backstageIdentity: { token: string } }
  const headers = { authorization: `Bearer ${backstageIdentity.token}` }
  const knows = async (path: string) => (await fetch(`${portal.url}/api/catalog/entities/by-name/${path}`, { headers })).ok
  // Who is not in the catalog cannot sign in.
  await expect
    .poll(() => Promise.all(['user/default/ines.caldeira', 'group/default/front-door'].map(knows)), { timeout: 60_000 })
    .toEqual([true, true])
})
test.afterAll(() => portal.stop())
// oxlint-disable-next-line no-empty-pattern -- Playwright reads what it needs from its first parameter
test.afterEach(({}, testInfo) => attachServerLog(testInfo, portal))

const contexts: BrowserContext[] = []
test.afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close()
})

/** A new browser in which a member of the example organisation signs in. */
async function openAs(browser: Browser, user: string, viewport = { width: 1440, height: 900 }): Promise<Page> {
  const headers = { 'x-forwarded-user': user, 'x-forwarded-preferred-username': user, 'x-forwarded-email': `${user}@example.com` }
  const context = await browser.newContext({ viewport, locale: 'en-GB', colorScheme: 'light', extraHTTPHeaders: headers })
  contexts.push(context)
  const page = await context.newPage()
  await page.goto(portal.url)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page
    .getByRole('region', { name: 'My open work' })
    .or(page.getByRole('region', { name: 'Random Joke' }))
    .first()
    .waitFor()
  return page
}

/** What Chromium says of a part of the page that moved by itself. */
type Shift = PerformanceEntry & {
  readonly value: number
  readonly hadRecentInput: boolean
  readonly sources: readonly { readonly node?: Node; readonly previousRect: DOMRect; readonly currentRect: DOMRect }[]
}

const region = (page: Page, name: string) => page.getByRole('main').getByRole('region', { name, exact: true })

async function boxOf(locator: Locator) {
  // A widget that has been saved is drawn anew, also between two looks.
  let box: Awaited<ReturnType<Locator['boundingBox']>> = null
  await expect
    .poll(async () => {
      await locator.waitFor()
      box = await locator.boundingBox()
      return box
    })
    .not.toBeNull()
  return box!
}

/** Moves the pointer with a handle, in the steps of a hand. */
async function drag(page: Page, handle: Locator, by: { readonly x: number; readonly y: number }) {
  const { x, y, width, height } = await boxOf(handle)
  await page.mouse.move(x + width / 2, y + height / 2)
  await page.mouse.down()
  await page.mouse.move(x + width / 2 + by.x, y + height / 2 + by.y, { steps: 8 })
  await page.mouse.up()
}

test('the first page of a member is full, speaks to axe in light and dark, and nothing on it moves while it loads', async ({ browser }) => {
  const page = await openAs(browser, 'ines.caldeira')
  const problems = watchProblems(page)
  await page.addInitScript(() => {
    const shifts: string[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver(list => {
      for (const { value, startTime, hadRecentInput, sources } of list.getEntries() as Shift[]) {
        const moved = sources.map(
          ({ node, previousRect, currentRect }) => `${node?.textContent?.slice(0, 40)}: ${previousRect.y} to ${currentRect.y}`,
        )
        if (!hadRecentInput) shifts.push(`${value} at ${Math.round(startTime)} ms: ${moved.join(', ')}`)
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const navigation = page.getByRole('navigation', { name: 'Main navigation' })
  await navigation.getByRole('link', { name: 'Org chart' }).click()
  await expect(page).toHaveTitle(/Org chart/)
  await navigation.getByRole('link', { name: 'Home' }).click()
  await expect(region(page, 'Recently Visited').getByRole('link', { name: 'Org chart' })).toBeVisible()
  // What is empty is known by now, and folded from the beginning.
  await expect(region(page, 'Your Starred Entities')).toContainText(/here\./)
  await page.goto(portal.url)
  await expect(region(page, 'Recently Visited').getByRole('link', { name: 'Org chart' })).toBeVisible()
  await expect(region(page, 'Recent changes').getByRole('listitem').first()).toBeVisible()
  await expect(region(page, 'My teams').getByRole('link').first()).toBeVisible()
  await expect(region(page, 'Featured Docs').getByRole('link').first()).toBeVisible()
  await expect(page.getByRole('list', { name: 'World clock' })).toContainText('Lisbon')
  await expect(page.getByText('Make it yours')).toHaveCount(0)
  await checkAccessibility(page)
  if (shots) await page.screenshot({ path: `${shots}/home-light.png`, fullPage: true })
  await page.emulateMedia({ colorScheme: 'dark' })
  await checkColors(page)
  if (shots) await page.screenshot({ path: `${shots}/home-dark.png`, fullPage: true })
  expect(await page.evaluate('window.shifts')).toEqual([])
  expect(problems).toEqual([])
})

test('Start here ticks itself off by what a newcomer does, on every device, and goes when it is dismissed', async ({ browser }) => {
  const one = await openAs(browser, 'noor.haddad')
  const problems = watchProblems(one)
  const card = region(one, 'Start here')
  await expect(card.getByText('0 of 5 done')).toBeVisible()
  await checkAccessibility(one)
  // Empty widgets are lines at the end of the page.
  const starred = region(one, 'Your Starred Entities')
  await expect(starred).toContainText('Press the star')
  expect((await boxOf(starred)).height).toBeLessThan(50)
  if (shots) await one.screenshot({ path: `${shots}/home-newcomer.png`, fullPage: true })
  await card.getByRole('link', { name: 'Open a component' }).click()
  // The first page names it too, among its docs.
  await expect(one).toHaveURL(/\/catalog/)
  await one.getByRole('main').getByRole('table').getByRole('link', { name: 'Booking service' }).first().click()
  await expect(one.getByRole('heading', { level: 1, name: 'Booking service' })).toBeVisible()
  await one.getByRole('button', { name: /^Star/ }).first().click()
  await one.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'Docs' }).click()
  await expect(one).toHaveTitle(/^Docs/)
  await one.getByRole('main').getByRole('link', { name: 'Booking service' }).first().click()
  await expect(one).toHaveURL(/\/docs\/default\/component\/booking-service/)
  await one.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'Home' }).click()
  await expect(card.getByText('3 of 5 done')).toBeVisible()

  const two = await openAs(browser, 'noor.haddad', { width: 390, height: 844 })
  await expect(region(two, 'Start here').getByText('3 of 5 done')).toBeVisible()
  await checkAccessibility(two)
  await two.emulateMedia({ colorScheme: 'dark' })
  await checkColors(two)
  if (shots) await two.screenshot({ path: `${shots}/home-newcomer-phone.png`, fullPage: true })
  await region(two, 'Start here').getByRole('link', { name: 'Search for something' }).click()
  await expect(two).toHaveTitle(/^Search/)
  const recorded = two.waitForResponse(
    response => /user-settings\/.*\/start$/.test(response.url()) && response.request().method() === 'PUT',
  )
  await two.getByRole('main').getByRole('searchbox').first().fill('parcel')
  await recorded
  await two.goto(portal.url)
  await expect(region(two, 'Start here').getByText('4 of 5 done')).toBeVisible()
  await region(two, 'Start here').getByRole('button', { name: 'Dismiss ‘Start here’' }).click()
  await expect(region(two, 'Start here')).toHaveCount(0)
  await expect(card).toHaveCount(0)
  expect(problems).toEqual([])
})

test('widgets are arranged by mouse and keyboard, saved, and there in another browser of the same user', async ({ browser }) => {
  const one = await openAs(browser, 'ines.caldeira')
  const problems = watchProblems(one)
  const navigation = one.getByRole('navigation', { name: 'Main navigation' })
  await navigation.getByRole('link', { name: 'Org chart' }).click()
  await expect(one).toHaveTitle(/Org chart/)
  await navigation.getByRole('link', { name: 'Home' }).click()
  await expect(region(one, 'Recently Visited').getByRole('link', { name: 'Org chart' })).toBeVisible()
  await one.getByRole('button', { name: 'Arrange' }).click()
  await one.getByRole('button', { name: 'Add widget' }).click()
  await one.getByRole('button', { name: 'Add Random Joke' }).click()
  await checkAccessibility(one)
  await one.getByRole('button', { name: 'Done' }).click()
  await one.getByRole('button', { name: 'Remove Search' }).click()

  // By mouse: the starred entities, at the right of the first row, go to its left, and become wider.
  const starred = region(one, 'Your Starred Entities')
  const before = await boxOf(starred)
  await drag(one, one.getByRole('button', { name: 'Move Your Starred Entities', exact: true }), { x: -before.x + 200, y: 0 })
  await expect.poll(async () => (await boxOf(starred)).x).toBeLessThan(before.x - 500)
  const width = (await boxOf(starred)).width
  await drag(one, one.getByRole('button', { name: 'Resize Your Starred Entities' }), { x: width / 2, y: 120 })
  await expect.poll(async () => (await boxOf(starred)).width).toBeGreaterThan(width * 1.3)
  // Escape puts everything back where it was.
  const kept = await boxOf(starred)
  const handle = await boxOf(one.getByRole('button', { name: 'Move Your Starred Entities', exact: true }))
  await one.mouse.move(handle.x + 8, handle.y + 8)
  await one.mouse.down()
  await one.mouse.move(handle.x + 500, handle.y + 300, { steps: 5 })
  await one.keyboard.press('Escape')
  await one.mouse.up()
  await expect.poll(() => boxOf(starred)).toEqual(kept)

  // By keyboard: the focus stays on the handle while its widget moves.
  const move = one.getByRole('button', { name: 'Move Your Starred Entities', exact: true })
  await move.focus()
  await one.keyboard.press('ArrowDown')
  await expect(move).toBeFocused()
  await expect.poll(async () => (await boxOf(starred)).y).toBeGreaterThan(kept.y + 100)
  await one.keyboard.press('ArrowUp')
  await expect.poll(async () => Math.round((await boxOf(starred)).y)).toBe(Math.round(kept.y))
  await one.getByRole('button', { name: 'Settings of Random Joke' }).click()
  await one.getByRole('radio', { name: 'Programming' }).check()
  await checkAccessibility(one)
  await one.getByRole('button', { name: 'Apply' }).click()
  await checkAccessibility(one)
  if (shots) await one.screenshot({ path: `${shots}/home-arranging.png`, fullPage: true })
  await one.getByRole('button', { name: 'Save' }).click()
  await expect(region(one, 'Random Joke').getByRole('button', { name: 'Another one' })).toBeVisible()
  // How far the page is scrolled is another thing in each browser.
  const { y: _y, ...own } = await boxOf(starred)

  const two = await openAs(browser, 'ines.caldeira')
  await expect(region(two, 'Random Joke')).toBeVisible()
  await expect(two.getByRole('main').getByRole('search')).toHaveCount(0)
  await expect.poll(() => boxOf(region(two, 'Your Starred Entities'))).toMatchObject(own)
  // What was visited in one browser is listed in the other.
  await expect(region(two, 'Recently Visited').getByRole('link', { name: 'Org chart' })).toBeVisible()

  await two.getByRole('button', { name: 'Arrange' }).click()
  await two.getByRole('button', { name: 'Reset to default' }).click()
  await two.getByRole('dialog').getByRole('button', { name: 'Reset to default' }).click()
  await expect(two.getByRole('main').getByRole('search')).toBeVisible()
  await expect(region(one, 'Random Joke')).toHaveCount(0)
  expect(problems).toEqual([])
})

test('on a phone widgets stand in one column, in an order of their own, and nothing scrolls sideways', async ({ browser }) => {
  const page = await openAs(browser, 'ines.caldeira', { width: 390, height: 844 })
  const bar = page.getByRole('navigation', { name: 'Main navigation' })
  await bar.getByRole('link', { name: 'Docs' }).click()
  await expect(page).toHaveTitle(/^Docs/)
  await bar.getByRole('link', { name: 'Home' }).click()
  await expect(region(page, 'Recently Visited').getByRole('link', { name: 'Docs', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Arrange' }).click()
  await page.getByRole('button', { name: 'Move Top Visited up' }).click()
  await page.getByRole('button', { name: 'Move Top Visited up' }).click()
  for (const name of ['Remove My open work', 'Remove Recent changes']) await page.getByRole('button', { name }).click()
  await checkAccessibility(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Arrange' }).waitFor()
  const top = await boxOf(region(page, 'Top Visited'))
  expect(top.y).toBeLessThan((await boxOf(region(page, 'Your Starred Entities'))).y)
  await checkAccessibility(page)
  if (shots) await page.screenshot({ path: `${shots}/home-phone.png`, fullPage: true })
  expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true)

  await page.getByRole('button', { name: 'Arrange' }).click()
  while ((await page.getByRole('button', { name: /^Remove / }).count()) > 0)
    await page
      .getByRole('button', { name: /^Remove / })
      .first()
      .click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: 'Your home page is empty' })).toBeVisible()
  await checkAccessibility(page)
  if (shots) await page.screenshot({ path: `${shots}/home-phone-empty.png` })
})
