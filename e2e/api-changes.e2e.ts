import { mkdirSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { expect } from '@portico/core/testing/browser'
import { test } from './larkpost.ts'

test.setTimeout(120_000)

const shots = process.env['PORTICO_SHOTS']
const bookingApi = '/catalog/default/api/booking-api'

async function shoot(page: { screenshot(options: { path: string; fullPage?: boolean }): Promise<unknown> }, name: string): Promise<void> {
  if (shots === undefined) return
  mkdirSync(shots, { recursive: true })
  await page.screenshot({ path: `${shots}/api-changes-${name}.png`, fullPage: true })
}

/** The past of the example comes in while the portal runs. */
async function reloadUntilVisible(page: Page, locator: Locator): Promise<void> {
  await expect(async () => {
    await page.reload()
    await expect(locator).toBeVisible({ timeout: 5000 })
  }).toPass({ timeout: 60_000 })
}

test('the tab What changed compares the last two versions: impact, rule, values, consumers, texts', async ({ portal }) => {
  const { page } = portal
  await portal.signIn(`${bookingApi}/changes`)
  const changes = page.getByRole('region', { name: 'Changes' })
  await reloadUntilVisible(page, changes.getByRole('heading', { level: 3 }).first())
  await expect(page.getByRole('combobox', { name: 'Older version' })).toContainText('4.1.3')
  await expect(page.getByRole('heading', { name: /^Who consumes this API/ })).toBeVisible()
  await expect(changes.getByRole('listitem').first()).toBeVisible()
  await changes.getByRole('button', { name: 'Why?' }).first().click()
  await expect(changes.locator('code').first()).toBeVisible()
  await shoot(page, 'wide')
  await portal.checkAccessibility()
  await page.emulateMedia({ colorScheme: 'dark' })
  await shoot(page, 'dark')
  await portal.checkColors()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(() => page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true)
  await shoot(page, 'phone')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('radio', { name: 'Texts' }).click({ force: true })
  await expect(page.getByText('4.1.3').last()).toBeVisible()
  await expect(page).toHaveURL(/view=text/)
  await shoot(page, 'texts')
})

test('a change of the definition has a badge in the history, which leads to the comparison', async ({ portal }) => {
  const { page } = portal
  await portal.signIn(`${bookingApi}/history`)
  const badge = page.getByRole('link', { name: /breaking|risky|compatible/ }).first()
  await reloadUntilVisible(page, badge)
  await shoot(page, 'history')
  await portal.checkAccessibility()
  await badge.click()
  await expect(page).toHaveURL(/changes\?from=/)
  await expect(page.getByRole('region', { name: 'Changes' })).toBeVisible()
})

test('an API that has not changed says since when, and what will be here', async ({ portal }) => {
  const { page } = portal
  await portal.signIn('/catalog/default/api/locker-control/changes')
  await expect(page.getByRole('heading', { name: 'No other version is known' })).toBeVisible()
  await shoot(page, 'one')
})
