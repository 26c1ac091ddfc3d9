import type { Page } from '@playwright/test'
import { expect } from '@portico/core/testing/browser'
import { test } from './larkpost.ts'

const shots = process.env['PORTICO_SHOTS']
let taken = 0

async function shoot(page: Page, name: string): Promise<void> {
  if (shots) await page.screenshot({ path: `${shots}/minutes-${String(++taken).padStart(2, '0')}-${name}.png`, animations: 'disabled' })
}

// A count may stand behind the name.
const openPage = (page: Page, name: string) =>
  page
    .getByRole('navigation', { name: 'Main navigation' })
    .getByRole('link', { name: new RegExp(`^${name}`) })
    .click()
const openTab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Parts of this page' }).getByRole('link', { name }).click()

test('a newcomer’s first ten minutes: home, a component, builds, clusters, docs, search, a service of one’s own, an approval', async ({
  portal,
}) => {
  test.setTimeout(240_000)
  const { page } = portal
  page.setDefaultTimeout(30_000)
  const start = page.getByRole('region', { name: 'Start here' })

  await test.step('home says what is new, what waits and where to begin', async () => {
    await portal.signIn('/')
    await expect(page.getByRole('main').getByText('Winter timetable from Monday')).toBeVisible()
    await expect(start.getByText('0 of 5 done')).toBeVisible()
    await expect(start.getByRole('listitem')).toHaveCount(5)
    await shoot(page, 'home')
  })

  await test.step('a component has builds, pods that say why they crash, and a past', async () => {
    await start.getByRole('link', { name: 'Open a component' }).click()
    await page.getByRole('table').getByRole('link', { name: 'Locker gateway', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Locker gateway' })).toBeVisible()
    await shoot(page, 'component')
    await openTab(page, 'CI/CD')
    await expect(page.getByRole('main').getByText('Failed').first()).toBeVisible()
    await shoot(page, 'builds')
    await openTab(page, 'Kubernetes')
    await expect(page.getByText('CrashLoopBackOff').first()).toBeVisible()
    await shoot(page, 'clusters')
    await openTab(page, 'History')
    await expect(page.getByRole('main').getByText('Came into the catalog')).toBeVisible()
    await shoot(page, 'history')
  })

  await test.step('docs are read, and found again', async () => {
    await openTab(page, 'Docs')
    await expect(page.getByRole('main').getByRole('heading', { level: 1, name: 'Locker gateway' }).nth(1)).toBeVisible()
    await shoot(page, 'docs')
    await openPage(page, 'Home')
    await start.getByRole('link', { name: 'Search for something' }).click()
    await expect(page).toHaveURL(/\/search/)
    await page.getByRole('main').getByRole('searchbox').fill('cabinets behind mobile networks')
    await expect(page.getByRole('main').locator('mark').first()).toBeVisible()
    await shoot(page, 'search')
  })

  await test.step('the graph shows the whole organisation, and the health page what is wrong', async () => {
    await openPage(page, 'Graph')
    await expect(page.locator('[data-node="component:default/locker-gateway"]')).toBeVisible()
    await shoot(page, 'graph')
    await openPage(page, 'Catalog health')
    await expect(page.getByRole('heading', { level: 1, name: /^Catalog health/ })).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: 'Doorstep photos' })).toBeVisible()
    await shoot(page, 'health')
  })

  await test.step('a template makes a service: its repository can be opened and its files downloaded', async () => {
    await openPage(page, 'Create')
    await page.getByRole('main').getByRole('link', { name: 'Node service' }).first().click()
    await page.getByRole('textbox', { name: 'Name' }).fill('parcel-weigher')
    await page.getByRole('textbox', { name: 'Description' }).fill('Weighs parcels before the rider does.')
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByRole('combobox', { name: 'Owner' }).click()
    await page.getByRole('option', { name: /Front Door/ }).click()
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByRole('textbox', { name: 'Repository' }).fill('parcel-weigher')
    await page.getByRole('button', { name: 'Look it over' }).click()
    await expect(page.getByText('src/service.js')).toBeVisible({ timeout: 30_000 })
    await shoot(page, 'review')
    await page.getByRole('button', { name: 'Create the service' }).click()
    const repository = page.getByRole('link', { name: /^Repository/ })
    await expect(repository).toBeVisible({ timeout: 60_000 })
    await shoot(page, 'run')
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download files' }).click()
    expect((await download).suggestedFilename()).toBe('parcel-weigher.tar.gz')
    const host = await page.context().newPage()
    await host.goto((await repository.getAttribute('href')) ?? '')
    await expect(host.getByRole('link', { name: 'catalog-info.yaml' })).toBeVisible()
    await expect(host.getByRole('textbox')).toHaveValue(/^git clone http/)
    await shoot(host, 'repository')
    await host.close()
    await page.getByRole('link', { name: 'Open in the catalogue' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'parcel-weigher' })).toBeVisible()
    await page.getByRole('button', { name: 'Star parcel-weigher' }).click()
    await shoot(page, 'made')
  })

  await test.step('what waits is approved, and everything to begin with is done', async () => {
    await openPage(page, 'Home')
    await expect(page.getByRole('region', { name: 'You have seen the main things' })).toBeVisible()
    await shoot(page, 'done')
    await page.getByRole('link', { name: 'Change a public API' }).click()
    await page.getByRole('button', { name: 'Approve' }).click()
    await expect(page.getByRole('main').getByRole('link', { name: /^Pull request/ })).toBeVisible({ timeout: 30_000 })
    await shoot(page, 'approved')
  })
})
