import type { Page, Route } from '@playwright/test'
import { expect, test } from './generated-catalog.ts'

const shots = process.env['PORTICO_SHOTS']

async function shoot(page: Page, name: string): Promise<void> {
  if (shots) await page.screenshot({ path: `${shots}/catalog-index-${name}.png` })
}

const list = (page: Page) => page.getByRole('table').and(page.locator(':not([aria-busy])'))
const title = (page: Page) => page.getByRole('heading', { level: 1 })

test('the catalog lists every kind of the example organisation, by filters that live in the address [CAT-004, CAT-006]', async ({
  portal,
}) => {
  const { page } = portal
  await portal.signIn('/catalog')
  await expect(title(page)).toHaveText(/^All components \(\d+\)$/)
  await expect(page).toHaveURL(/filters%5Bkind%5D=component&filters%5Buser%5D=all/)
  for (const kind of ['APIs', 'Resources', 'Systems', 'Domains', 'Templates', 'Groups', 'Users', 'Locations', 'Components']) {
    await page.getByRole('radio', { name: new RegExp(`^${kind} `) }).check()
    await expect(title(page)).toHaveText(new RegExp(`^All ${kind === 'APIs' ? kind : kind.toLowerCase()} \\([1-9]\\d*\\)$`))
    await expect(list(page).getByRole('row').nth(1)).toBeVisible()
  }
  await page.getByRole('combobox', { name: 'Type' }).click()
  await page.getByRole('option', { name: /^website/ }).click()
  await expect(title(page)).toHaveText(/^All website components \(\d+\)$/)
  await expect(page.getByRole('columnheader', { name: 'Type' })).toHaveCount(0)
  const address = page.url()
  await page.reload()
  await expect(title(page)).toHaveText(/^All website components \(\d+\)$/)
  expect(page.url()).toBe(address)
  await page.getByRole('button', { name: 'Clear all' }).click()
  await expect(title(page)).toHaveText(/^All components \(\d+\)$/)
})

function msSinceLastRequest(): number {
  return performance.now() - Math.max(...performance.getEntriesByType('resource').map(({ startTime }) => startTime))
}

test('a visit sends each request once, and at most 20 in all', async ({ portal }) => {
  const { page } = portal
  await portal.signIn('/settings')
  // What that page still requests does not count.
  await page.goto('about:blank')
  const sent: { readonly url: string; readonly whole: string }[] = []
  page.on('request', each => sent.push({ url: each.url(), whole: [each.method(), each.url(), each.postData()].join(' ') }))
  const connected = page.waitForEvent('websocket')
  await page.goto(`${portal.url}/catalog`)
  await expect(list(page).getByRole('row').nth(1)).toBeVisible()
  await (await connected).waitForEvent('framesent')
  // What a page reads again because it has connected, it reads within half a second.
  await expect.poll(() => page.evaluate(msSinceLastRequest)).toBeGreaterThan(1500)
  const api = sent.filter(({ url }) => url.includes('/api/')).map(({ whole }) => whole)
  expect(api).toEqual([...new Set(api)])
  // By address: the browser itself asks for the icon again when the address of a page changes.
  const urls = [...new Set(sent.map(({ url }) => url))]
  expect(urls.length, urls.join('\n')).toBeLessThanOrEqual(20)
})

test('at 1440 px rows of two lines have all default columns; compact ones have one line, and twenty-five fit [CAT-003] [CAT-133]', async ({
  portal,
}) => {
  const { page } = portal
  await portal.signIn('/catalog')
  const height = async () => (await list(page).getByRole('row').nth(3).boundingBox())?.height
  await expect(list(page).getByRole('row').nth(1)).toBeVisible()
  for (const name of ['System', 'Owner', 'Type', 'Lifecycle', 'Description', 'Tags'])
    await expect(list(page).getByRole('columnheader', { name })).toBeInViewport({ ratio: 1 })
  expect(await height()).toBeLessThanOrEqual(50)
  await portal.checkAccessibility()
  await page.getByRole('radio', { name: 'Compact' }).click()
  await expect.poll(height).toBeLessThanOrEqual(28)
  const head = await list(page).getByRole('row').first().boundingBox()
  expect((head?.y ?? 900) + (head?.height ?? 0) + 25 * ((await height()) ?? 0)).toBeLessThanOrEqual(900)
  await shoot(page, 'light')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await portal.checkColors()
  await shoot(page, 'dark')
})

test('the list as cards is as readable', async ({ portal }) => {
  const { page } = portal
  await page.emulateMedia({ colorScheme: 'dark' })
  await portal.signIn('/catalog')
  await page.getByRole('radio', { name: 'Cards' }).click()
  await expect(page.getByRole('list', { name: /^All components/ })).toBeVisible()
  await portal.checkAccessibility()
  await shoot(page, 'cards-dark')
})

test('by keyboard alone an entity is found, starred and opened', async ({ portal }) => {
  const { page } = portal
  await portal.signIn('/catalog')
  await expect(list(page).getByRole('row').nth(1)).toBeVisible()
  const search = page.getByRole('searchbox', { name: 'Search components' })
  await page.keyboard.press('Tab')
  for (let step = 0; step < 40 && !(await search.evaluate(field => field === field.ownerDocument.activeElement)); step++) {
    await page.keyboard.press('Tab')
  }
  await expect(search).toBeFocused()
  await page.keyboard.type('tracking p')
  await expect(title(page)).toHaveText('All components (1)')
  const star = page.getByRole('button', { name: 'Star Tracking page' })
  for (let step = 0; step < 60 && !(await star.evaluate(button => button === button.ownerDocument.activeElement)); step++) {
    await page.keyboard.press('Tab')
  }
  await expect(star).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(star).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('radio', { name: 'Starred 1' })).toBeEnabled()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Go to a page, or do something' })).toBeFocused()
  await page.keyboard.type('tracking serv')
  // Other plugins find things by these words too: the arrow keys lead to the entity.
  const found = page.getByRole('group', { name: 'Results' }).getByRole('option', { name: /^Tracking service/ })
  await expect(found).toBeVisible()
  for (let step = 0; step < 10 && (await found.getAttribute('aria-selected')) !== 'true'; step++) await page.keyboard.press('ArrowDown')
  await expect(found).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/catalog\/default\/component\/tracking-service/)
})

test('going back restores the list and its scroll position', async ({ portal }) => {
  const { page } = portal
  await page.setViewportSize({ width: 1440, height: 400 })
  await portal.signIn('/catalog?filters[kind]=component&filters[user]=all')
  await expect(list(page).getByRole('row').nth(1)).toBeVisible()
  const link = page.getByRole('link', { name: 'Tracking page' })
  await link.scrollIntoViewIfNeeded()
  const scrolled = await page.evaluate<number>('scrollY')
  expect(scrolled).toBeGreaterThan(0)
  await link.click()
  await expect(page).toHaveURL(/\/catalog\/default\/component\//)
  await page.goBack()
  await expect(link).toBeInViewport()
  await expect.poll(() => page.evaluate<number>('scrollY')).toBe(scrolled)
})

test('another page that is loaded anew starts at its top', async ({ portal }) => {
  const { page } = portal
  await page.setViewportSize({ width: 1440, height: 400 })
  await portal.signIn('/catalog?filters[kind]=component&filters[user]=all')
  await expect(list(page).getByRole('row').nth(5)).toBeAttached()
  await page.evaluate('scrollTo(0, 200)')
  await expect.poll(() => page.evaluate<number>('scrollY')).toBeGreaterThan(0)
  await page.goto(`${portal.url}/catalog?filters[kind]=api&filters[user]=all`)
  await expect(title(page)).toHaveText(/^All APIs/)
  await expect(list(page).getByRole('row').nth(5)).toBeAttached()
  expect(await page.evaluate<number>('scrollY')).toBe(0)
})

test('a view is saved, opens first, and the whole list becomes a file', async ({ portal }) => {
  const { page } = portal
  await portal.signIn('/catalog?filters[kind]=api&filters[user]=all')
  await expect(title(page)).toHaveText(/^All APIs/)
  await page.getByRole('button', { name: 'Saved views' }).click()
  await page.getByRole('menuitem', { name: 'Save this view' }).click()
  await page.getByRole('textbox', { name: 'Name of the view' }).fill('Interfaces')
  await page.getByRole('checkbox', { name: 'Open this view first' }).check()
  await portal.checkAccessibility()
  await shoot(page, 'save-view')
  await page.getByRole('button', { name: 'Save view' }).click()
  await portal.open('/catalog')
  await expect(title(page)).toHaveText(/^All APIs/)
  await page.getByRole('button', { name: 'List options' }).click()
  await portal.checkAccessibility()
  await shoot(page, 'options')
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Export as CSV' }).click()
  expect((await download).suggestedFilename()).toBe('api-catalog.csv')
})

test('a failed request is reported, and the rest works [CAT-105]', async ({ portal }) => {
  const { page } = portal
  portal.allowProblem(/status of 500/)
  const fail = (route: Route) =>
    route.fulfill({ status: 500, json: { error: { name: 'Error', message: 'The index is unavailable' }, response: { statusCode: 500 } } })
  await page.route(/by-query.*limit=20/, fail)
  await portal.signIn('/catalog')
  await expect(page.getByRole('alert', { name: 'Could not fetch catalog entities.' })).toContainText('The index is unavailable')
  await expect(page.getByRole('radio', { name: /^APIs \d/ })).toBeVisible()
  await portal.checkAccessibility()
  await shoot(page, 'failed')
  await page.unroute(/by-query.*limit=20/)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(list(page).getByRole('row').nth(1)).toBeVisible()
  await page.getByRole('searchbox').fill('no such thing')
  await expect(page.getByRole('heading', { name: 'No components match' })).toBeVisible()
  await portal.checkAccessibility()
  await shoot(page, 'no-match')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('rows have two lines, and the filters come from the left [CAT-007, CAT-008, CAT-009]', async ({ portal }) => {
    const { page } = portal
    await portal.signIn('/catalog')
    await expect(page.getByRole('link', { name: 'Booking service' })).toBeVisible()
    expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true)
    await portal.checkAccessibility()
    await shoot(page, 'phone')
    await page.getByRole('button', { name: 'Filters' }).tap()
    const drawer = page.getByRole('dialog', { name: 'Filters' })
    await expect(drawer.getByRole('radio', { name: /^Components/ })).toBeVisible()
    await expect.poll(async () => (await drawer.boundingBox())?.x).toBe(0)
    await portal.checkAccessibility()
    await shoot(page, 'phone-filters')
    await drawer.getByRole('radio', { name: /^APIs/ }).check()
    await page.keyboard.press('Escape')
    await expect(title(page)).toHaveText(/^All APIs/)
  })
})
