import type { Page } from '@playwright/test'
import { expect } from '@portico/core/testing/browser'
import { faults } from './geometry.ts'
import { test } from './larkpost.ts'

const shots = process.env['PORTICO_SHOTS']
// One run tells all that is wrong.
const softly = expect.configure({ soft: true })
const sizes = { wide: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const

/** One entity of each kind, whose tabs are all opened. */
const entities = [
  'component/locker-gateway',
  'component/booking-service',
  'api/booking-api',
  'resource/parcel-log',
  'system/lockers',
  'domain/delivery',
  'group/lamplighters',
  'user/tomas.verbeke',
  'template/node-service',
]

/** What tells a newcomer that nothing is here, or that something failed. */
const disappointments = `[...document.querySelectorAll('main [role=alert], main [data-empty]')]
  .filter(each => each.checkVisibility())
  .map(each => each.innerText.replace(/\\s+/g, ' ').slice(0, 160))`

/** The page on the screen is loaded, has something to show, and is in order at both sizes. */
async function expectToBeAlive(page: Page, name: string): Promise<void> {
  await page.getByRole('main').and(page.locator('[aria-busy="false"]')).waitFor()
  const loading = page.getByRole('main').getByRole('status').filter({ hasText: 'Loading' })
  await expect(loading.or(page.getByRole('main').getByRole('progressbar', { name: 'Loading' })), name).toHaveCount(0)
  await softly.poll(() => page.evaluate<string[]>(disappointments), name).toEqual([])
  for (const [size, viewport] of Object.entries(sizes)) {
    await page.setViewportSize(viewport)
    await softly.poll(() => page.evaluate<string[]>(faults), `${name}, ${size}`).toEqual([])
    if (shots) await takePictures(page, `${name}-${size}`)
  }
  await page.setViewportSize(sizes.wide)
}

async function takePictures(page: Page, name: string): Promise<void> {
  await page.waitForLoadState('networkidle')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.screenshot({ path: `${shots}/${name}-${colorScheme}.png`, animations: 'disabled', caret: 'hide' })
  }
  await page.emulateMedia({ colorScheme: 'light' })
}

const fileName = (address: string) => address.replace(/^\/|\?.*$/g, '').replaceAll('/', '-') || 'home'

test('every page of the sidebar has something to show a newcomer, wide and on a phone', async ({ portal }) => {
  test.setTimeout(240_000)
  const { page } = portal
  await portal.signIn('/')
  const links = page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link')
  const addresses = await links.evaluateAll(all => [...new Set(all.map(each => each.getAttribute('href') ?? ''))])
  expect(addresses.length).toBeGreaterThan(8)
  for (const address of addresses) {
    await page.locator(`nav a[href="${address}"]`).first().click()
    await expectToBeAlive(page, fileName(address))
  }
})

for (const entity of entities) {
  test(`every tab of ${entity} has something to show a newcomer, wide and on a phone`, async ({ portal }) => {
    const { page } = portal
    const [kind, name] = entity.split('/')
    await portal.signIn(`/catalog/default/${kind}/${name}`)
    const tabs = page.getByRole('navigation', { name: 'Parts of this page' }).getByRole('link')
    await expect(tabs.first()).toBeVisible()
    for (const tab of await tabs.allInnerTexts()) {
      await tabs.filter({ hasText: tab }).click()
      await expectToBeAlive(page, `${kind}-${name}-${tab.trim().toLowerCase().replaceAll(/\W+/g, '-')}`)
    }
  })
}
