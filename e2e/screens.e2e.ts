import type { Locator, Page } from '@playwright/test'
import { expectToHold } from './geometry.ts'
import { expect, longName, longType, test } from './generated-catalog.ts'

/** The nodes of a graph that something else is in front of. */
const coveredNodes = `(() => {
  const over = [...document.querySelectorAll('[data-minimap], [aria-label="Zoom in"], [aria-label="Toggle fullscreen"]')].map(each => each.getBoundingClientRect())
  const box = document.querySelector('[data-node]').closest('[role=group]').getBoundingClientRect()
  return [...document.querySelectorAll('[data-node]')].filter(node => {
    const { left, right, top, bottom } = node.getBoundingClientRect()
    const inBox = right > box.left && left < box.right && bottom > box.top && top < box.bottom
    return inBox && over.some(each => Math.min(right, box.right) > each.left && left < each.right && bottom > each.top && top < each.bottom)
  }).map(node => node.dataset.node)
})()`

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
    expect(await cutTexts(page, 'Type')).toEqual([longType])
    const description = await page.getByRole('columnheader', { name: 'Description' }).boundingBox()
    expect(description?.width).toBeGreaterThan(140)
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
  const icon = await nav.getByRole('link', { name: 'Catalog', exact: true }).locator('svg').boundingBox()
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

test('the system page holds at every width, and tasks can always be triggered', async ({ portal }) => {
  const { page } = portal
  await portal.signIn('/system')
  const trigger = page.getByRole('button', { name: 'Trigger prune-audit-trail' })
  await expect(trigger).toBeVisible()
  await expectToHold(page, 'system', async () => {
    const [button, card] = [
      await trigger.boundingBox(),
      await page.getByRole('table', { name: 'Scheduled tasks' }).locator('..').boundingBox(),
    ]
    expect((button?.x ?? 0) + (button?.width ?? 0)).toBeLessThanOrEqual((card?.x ?? 0) + (card?.width ?? 0))
  })
})

test('an entity page holds at every width, and its actions end where its content does', async ({ portal }) => {
  const { page } = portal
  await portal.signIn('/catalog/default/component/booking-service')
  await expect(page.getByRole('heading', { level: 2, name: 'Ownership' })).toBeVisible()
  const end = async (locator: Locator) => {
    const box = await locator.boundingBox()
    return Math.round((box?.x ?? 0) + (box?.width ?? 0))
  }
  await expectToHold(page, 'entity', async width => {
    if (width >= 1440)
      expect(await end(page.getByRole('main').getByRole('button', { name: 'More', exact: true }))).toBe(
        await end(
          page
            .locator('article, section')
            .filter({ has: page.getByRole('heading', { name: 'Ownership' }) })
            .first(),
        ),
      )
  })
})

test('the graph opens with its starts in view, and neither tools nor the map cover a node', async ({ portal }) => {
  const { page } = portal
  await portal.signIn(
    '/catalog-graph?rootEntityRefs[]=component:default/booking-service&rootEntityRefs[]=component:default/tracking-service',
  )
  const graph = page.getByRole('group', { name: /^Relations of/ })
  const node = (ref: string) => graph.locator(`[data-node="component:default/${ref}"]`)
  await expect(node('booking-service')).toBeVisible()
  await expectToHold(page, 'graph', async () => {
    await expect(node('booking-service')).toBeInViewport({ ratio: 0.99 })
    await expect(node('tracking-service')).toBeInViewport({ ratio: 0.99 })
    await expect.poll(() => page.evaluate<string[]>(coveredNodes)).toEqual([])
  })
  // A node is as wide as its words, but for the longest.
  const names = graph.locator('[data-node] bdi')
  const cut = await names.evaluateAll(all => all.filter(name => name.scrollWidth > name.clientWidth).map(name => name.textContent))
  expect(cut.filter(name => !longName.startsWith(name.slice(0, 20)))).toEqual([])
})

test('the inspector keeps its height from tab to tab, and begins with the focus on its tab', async ({ portal }) => {
  const { page } = portal
  await portal.signIn('/catalog/default/component/booking-service?inspect=ancestry')
  const inspector = page.getByRole('dialog', { name: 'Entity inspector' })
  await expect(inspector.getByRole('tab', { name: 'Ancestry', selected: true })).toBeFocused()
  const before = await inspector.boundingBox()
  for (const name of ['Overview', 'Colocated', 'Raw YAML']) {
    await inspector.getByRole('tab', { name }).click()
    await expect(inspector.getByRole('tab', { name, selected: true })).toBeFocused()
    expect(await inspector.boundingBox()).toEqual(before)
  }
})
