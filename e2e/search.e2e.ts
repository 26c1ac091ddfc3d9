import type { Page } from '@playwright/test'
import { expect, test } from './generated-catalog.ts'

const shots = process.env['PORTICO_SHOTS']

async function shoot(page: Page, name: string): Promise<void> {
  if (shots) await page.screenshot({ path: `${shots}/search-${name}.png` })
}

const results = (page: Page) => page.getByRole('list', { name: 'Results' })

/** Opens a page of the portal when the entities of the example organisation can be found. */
async function openSearch({ url, signIn }: { url: string; signIn: (to: string) => Promise<void> }, address: string): Promise<void> {
  const session = await fetch(`${url}/api/auth/guest/refresh`, { method: 'POST' })
  const { backstageIdentity } = (await session.json()) as { backstageIdentity: { token: string } }
  const headers = { authorization: `Bearer ${backstageIdentity.token}` }
  await expect
    .poll(async () => {
      const { types } = (await (await fetch(`${url}/api/search/types`, { headers })).json()) as { types: { count: number }[] }
      return types[0]?.count
    })
    .toBeGreaterThan(40)
  await signIn(address)
}

test('somebody types with a mistake and finds the right thing first; the address holds it, back leads back [SEARCH-36]', async ({
  portal,
}) => {
  const { page } = portal
  await openSearch(portal, '/search')
  await page.getByRole('searchbox', { name: 'Search' }).fill('boking servcie')
  const first = results(page).getByRole('listitem').first()
  await expect(first.getByRole('link')).toHaveText('Booking service')
  await expect(page).toHaveURL(/\/search\?query=boking\+servcie$/)
  await expect(first.getByRole('paragraph')).toHaveCSS('-webkit-line-clamp', '5')
  await portal.checkAccessibility()
  await shoot(page, 'light')
  await page.getByRole('button', { name: 'Why is this first?' }).click()
  await expect(page.getByText(/^Score \d/).first()).toBeVisible()
  await shoot(page, 'why')
  await page.getByRole('combobox', { name: 'Kind' }).click()
  await page.getByRole('option').nth(1).click()
  await expect(page).toHaveURL(/filters%5Bkind%5D%5B%5D=/)
  await page.goBack()
  await expect(page).toHaveURL(/\/search\?query=boking\+servcie$/)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await portal.checkColors()
  await shoot(page, 'dark')
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(first).toBeVisible()
  await shoot(page, 'phone')
  await page.getByRole('button', { name: 'Show filters' }).click()
  await expect(page.getByRole('combobox', { name: 'Kind' })).toBeVisible()
  await shoot(page, 'phone-filters')
})

test('the palette finds as the page does, and leads to it', async ({ portal }) => {
  const { page } = portal
  await openSearch(portal, '/search?query=tracking')
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill('dispach')
  await expect(page.getByRole('option', { name: /^Dispatch/ }).first()).toBeVisible()
  await shoot(page, 'palette')
  await page.getByRole('option', { name: /View Full Results/ }).click()
  await expect(page).toHaveURL(/\/search\?query=dispach$/)
  await expect(results(page).getByRole('listitem').first()).toContainText('Dispatch')
  await page.getByRole('searchbox', { name: 'Search' }).fill('qqqqqqzzzz')
  await expect(page.getByText('Sorry, no results were found')).toBeVisible()
  await shoot(page, 'empty')
  await page.goto(new URL('/', page.url()).href)
  await page.getByRole('search').getByRole('searchbox').fill('locker')
  await shoot(page, 'home')
  await page.getByRole('search').getByRole('searchbox').press('Enter')
  await expect(results(page).getByRole('listitem').first()).toContainText(/locker/i)
  await page.goto(new URL('/system', page.url()).href)
  await expect(page.getByRole('table', { name: 'Search index' })).toContainText('software-catalog')
  await page.getByRole('table', { name: 'Search index' }).scrollIntoViewIfNeeded()
  await shoot(page, 'system')
})
