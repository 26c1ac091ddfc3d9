import { expect, test } from '@portico/core/testing/browser'
import type { Page } from '@playwright/test'

const shots = process.env['PORTICO_SHOTS']
const docsFile = /\/static\/DocsIndexPage-[^/]*\.js$/
const text = /^Lazy loaded chunk failed to load, try to reload the page: .*DocsIndexPage/
const lostFile = /Failed to load resource|DocsIndexPage|ShortcutSheet|RecentChanges|ChangesWidget|widgets-/

const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main navigation' })

/** How often the whole page was loaded. It is marked, because a reload that shows the same page cannot be seen. */
function countLoads(page: Page): () => number {
  let loads = 0
  page.on('load', () => void loads++)
  return () => loads
}

/** A file does not come a number of times; returns how often it was requested. */
async function lose(page: Page, file: RegExp, times: number): Promise<() => number> {
  let requests = 0
  await page.route(file, route => (++requests <= times ? route.abort('connectionreset') : route.fallback()))
  return () => requests
}

/** Without the pointer, which would request the file before. */
const openDocs = (page: Page) => navigation(page).getByRole('link', { name: 'Docs', exact: true }).dispatchEvent('click')

test('a file that does not come the first time is requested again, and nobody notices', async ({ portal }) => {
  const { page } = portal
  portal.allowProblem(lostFile)
  await portal.signIn('/settings')
  const loads = countLoads(page)
  const requests = await lose(page, docsFile, 2)
  await openDocs(page)
  await expect(page).toHaveTitle(/^Docs/)
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
  expect(requests()).toBe(3)
  expect(loads()).toBe(0)
})

test('a file that never comes: the page is loaded anew once, then the frame stays and says so, and Retry works', async ({ portal }) => {
  const { page } = portal
  portal.allowProblem(lostFile)
  await portal.signIn('/settings')
  const loads = countLoads(page)
  await lose(page, docsFile, Number.POSITIVE_INFINITY)
  await openDocs(page)
  const alert = page.getByRole('main').getByRole('alert').filter({ hasText: text })
  await expect(alert).toBeVisible({ timeout: 30_000 })
  expect(loads()).toBe(1)
  await expect(page).toHaveURL(/\/docs$/)
  await expect(navigation(page).getByRole('link', { name: 'Settings' })).toBeVisible()
  await portal.checkAccessibility()
  if (shots) await page.screenshot({ path: `${shots}/lost-page.png` })
  await page.emulateMedia({ colorScheme: 'dark' })
  await portal.checkColors()
  if (shots) await page.screenshot({ path: `${shots}/lost-page-dark.png` })
  await page.setViewportSize({ width: 390, height: 844 })
  if (shots) await page.screenshot({ path: `${shots}/lost-page-phone.png` })
  await page.setViewportSize({ width: 1280, height: 800 })
  // Other pages still open, and this one does when its file is there again.
  await navigation(page).getByRole('link', { name: 'Settings' }).click()
  await expect(page).toHaveTitle(/^Settings/)
  await openDocs(page)
  await expect(alert).toBeVisible({ timeout: 30_000 })
  await page.unroute(docsFile)
  await page.getByRole('main').getByRole('button', { name: 'Retry' }).click()
  await expect(page).toHaveTitle(/^Docs/)
  await expect(alert).toHaveCount(0)
  expect(loads()).toBe(1)
})

test('after an upgrade the page that was asked for comes from the new build, at the first lost file', async ({ portal }) => {
  const { page } = portal
  portal.allowProblem(lostFile)
  await portal.signIn('/settings')
  const loads = countLoads(page)
  // The old files are gone, and the page names another script. With the next load, the browser has the new build.
  await page.route(docsFile, route => (loads() > 0 ? route.fallback() : route.fulfill({ status: 404, body: 'Not found' })))
  await page.route(`${portal.url}/`, async route => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replace(/\/index-[^"]+\.js/, '/index-next.js') })
  })
  await openDocs(page)
  await expect(page).toHaveTitle(/^Docs/)
  await expect(page).toHaveURL(/\/docs$/)
  expect(loads()).toBe(1)
})

test('what was typed is not lost by a reload: a dialog that cannot be loaded says so, and the page stays', async ({ portal }) => {
  const { page } = portal
  portal.allowProblem(lostFile)
  await portal.signIn('/search')
  const loads = countLoads(page)
  await page.getByRole('main').getByRole('searchbox').first().fill('half a sentence')
  await lose(page, /\/static\/ShortcutSheet-[^/]*\.js$/, Number.POSITIVE_INFINITY)
  await page.getByRole('main').focus()
  await page.keyboard.press('?')
  await expect(page.getByRole('alert').filter({ hasText: 'ShortcutSheet' })).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('main').getByRole('searchbox').first()).toHaveValue('half a sentence')
  expect(loads()).toBe(0)
})
