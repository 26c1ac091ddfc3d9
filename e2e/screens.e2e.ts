import type { Page } from '@playwright/test'
import { expectToHold } from './geometry.ts'
import { entityDocument, expect, testWithCatalog } from './generated-catalog.ts'

const longName = 'customer-notification-preferences-synchronisation-worker-europe'
const longTags = ['infrastructure-as-code', 'event-driven-architecture', 'kotlin']
const spec = { type: 'long-running-background-service', lifecycle: 'experimental', owner: 'group:default/front-door' }
const test = testWithCatalog({ documents: [entityDocument('Component', longName, spec, { tags: longTags })] })

/** The texts in a column of the list that end in an ellipsis. */
const cutTexts = (page: Page, column: string) =>
  page
    .locator(`td[data-title="${column}"] span`)
    .evaluateAll(spans => spans.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).map(({ textContent }) => textContent))

test('the list holds at every width: its heading in one line, the table in its place, no chip cut to a letter', async ({ portal }) => {
  const { page } = portal
  await portal.signIn('/catalog')
  await expect(page.getByRole('link', { name: 'Booking service' })).toBeVisible()
  await expectToHold(page, 'list', async width => {
    await expect.poll(async () => (await page.getByRole('heading', { level: 1 }).boundingBox())?.height).toBeLessThanOrEqual(32)
    const table = await page.getByRole('table').boundingBox()
    expect((table?.x ?? 0) + (table?.width ?? 0)).toBeLessThanOrEqual(width)
    const chips = await page
      .locator('td[data-title="Tags"] li:first-child > span')
      .evaluateAll(all => all.map(chip => [chip.scrollWidth, chip.clientWidth]))
    for (const [wanted = 0, given = 0] of chips) expect(given).toBeGreaterThanOrEqual(Math.min(wanted, 64))
    if (width < 1440) return
    // Short columns fit what is in them, and the description has the rest. One row with long words does not take the room of all.
    expect(await cutTexts(page, 'Owner')).toEqual([])
    expect(await cutTexts(page, 'Lifecycle')).toEqual([])
    expect(await cutTexts(page, 'Type')).toEqual([spec.type])
    const description = await page.getByRole('columnheader', { name: 'Description' }).boundingBox()
    expect(description?.width).toBeGreaterThan(200)
  })
})

test('the heads of the list stay in sight while it is scrolled', async ({ portal }) => {
  const { page } = portal
  await page.setViewportSize({ width: 1440, height: 480 })
  await portal.signIn('/catalog')
  const row = page.getByRole('row').filter({ hasText: 'Demand forecast' })
  await expect(row).toBeVisible()
  await row.hover()
  await page.mouse.wheel(0, 300)
  await expect(row).not.toBeInViewport()
  const head = page.getByRole('columnheader', { name: 'Name' })
  await expect(head).toBeInViewport({ ratio: 1 })
  const below = await page.getByRole('banner').or(page.locator('header')).last().boundingBox()
  await expect.poll(async () => (await head.boundingBox())?.y).toBe((below?.y ?? 0) + (below?.height ?? 0))
})

test('labels of the navigation stand 12 px from their icons, the search in line with them', async ({ portal }) => {
  const { page } = portal
  await portal.signIn('/catalog')
  const nav = page.getByRole('navigation', { name: 'Main navigation' })
  const left = async (name: string) => (await page.getByText(name, { exact: true }).first().boundingBox())?.x
  const icon = await nav.getByRole('link', { name: 'Catalog' }).locator('svg').boundingBox()
  expect(await left('Graph')).toBe((icon?.x ?? 0) + (icon?.width ?? 0) + 12)
  expect(await left('Search or jump to')).toBe(await left('Graph'))
  expect(await left('Front Door')).toBe(await left('Graph'))
})

test('at 390 px a long name wraps, and does not touch the star', async ({ portal }) => {
  const { page } = portal
  await page.setViewportSize({ width: 390, height: 844 })
  await portal.signIn('/catalog')
  const row = page.getByRole('row').filter({ hasText: longName })
  const name = await row.getByRole('link', { name: longName }).locator('span').last().boundingBox()
  const star = await row.getByRole('button').last().boundingBox()
  expect(name?.height).toBe(40)
  expect((star?.x ?? 0) - (name?.x ?? 0) - (name?.width ?? 0)).toBeGreaterThanOrEqual(8)
  await row.getByRole('link', { name: longName }).click()
  const title = page.getByRole('heading', { level: 1, name: longName })
  await expect(title).toBeVisible()
  expect(await title.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBeLessThanOrEqual(1)
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
})
