import type { Page } from '@playwright/test'
import { countFirstRequests } from './first-requests.ts'
import { expect, test } from './generated-catalog.ts'

const shots = process.env['PORTICO_SHOTS']

async function shoot(page: Page, name: string): Promise<void> {
  if (shots) await page.screenshot({ path: `${shots}/create-${name}.png` })
}

test('a template is found, filled in by keyboard alone, reviewed with its plan, and run', async ({ portal }) => {
  const { page } = portal
  const press = (key: string) => page.keyboard.press(key)
  await portal.signIn('/create')
  await expect(page.getByRole('heading', { level: 1, name: 'Create a new component' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Handbook' })).toBeVisible({ timeout: 30_000 })
  await portal.checkAccessibility()
  await page.getByRole('searchbox', { name: 'Search templates' }).focus()
  await page.keyboard.type('handbook')
  await expect(
    page
      .getByRole('region', { name: /^Templates/ })
      .getByRole('listitem')
      .filter({ has: page.locator('h3') }),
  ).toHaveCount(1)
  await page.getByRole('link', { name: 'Handbook' }).focus()
  await press('Enter')
  // The first field has the focus: the template asks for it.
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await portal.checkAccessibility()
  await press('Enter')
  await expect(page.getByText('Name is required')).toBeVisible()
  await page.keyboard.type('latches')
  await press('Tab')
  await page.keyboard.type('Everything about latches')
  await press('Tab')
  await page.keyboard.type('front')
  await press('ArrowDown')
  const option = page.getByRole('option', { name: /Front Door/ })
  await expect(option).toBeVisible()
  const { height } = (await option.boundingBox()) ?? { height: 0 }
  expect(height).toBe(36)
  await press('Enter')
  await press('Tab')
  await press('Tab')
  await press('Enter')
  await expect(page).toHaveURL(/\/handbook-site\/2$/)
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('How it works')
  expect(await page.evaluate(countFirstRequests)).toEqual([1, 1])
  await expect(page.getByRole('button', { name: 'Start afresh' })).toBeVisible()
  await page.getByRole('textbox', { name: 'File name' }).press('Enter')
  await expect(page).toHaveURL(/\/handbook-site\/review$/)
  await expect(page.getByText('Everything about latches')).toBeVisible()
  await expect(page.getByText('docs/how-it-works.md')).toBeVisible({ timeout: 30_000 })
  await portal.checkAccessibility()
  await shoot(page, 'review')
  await page.goBack()
  await expect(page.getByRole('textbox', { name: 'File name' })).toHaveValue('how-it-works')
  await page.goForward()
  await page.getByRole('button', { name: 'Create', exact: true }).focus()
  await press('Enter')
  await expect(page).toHaveURL(/\/create\/tasks\/[0-9a-f-]{36}$/)
})

test('a form of every field is drawn in both themes and on a phone, and lists show at most ten rows of 36 px [SCAF-103]', async ({
  portal,
}) => {
  const { page } = portal
  await portal.signIn('/create/templates/default/field-gallery')
  await expect(page.getByRole('textbox', { name: 'Text', exact: true })).toBeVisible()
  await portal.checkAccessibility()
  await page.emulateMedia({ colorScheme: 'dark' })
  await portal.checkColors()
  // Ten rows of an open list at most.
  await page.getByRole('combobox', { name: 'One of several', exact: true }).click()
  await expect(page.getByRole('listbox')).toHaveCSS('max-height', '360px')
  await expect(page.getByRole('option').first()).toHaveCSS('height', '36px')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByLabel('A day')).toBeVisible()
  await portal.checkAccessibility()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('group', { name: 'A repository' })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Host' })).toHaveValue('github.com')
  await portal.checkAccessibility()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'light' })
  // The button stays above the bar at the foot.
  await page.getByRole('button', { name: 'Next' }).click({ trial: true })
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
  await portal.checkAccessibility()
  await shoot(page, 'phone')
})
