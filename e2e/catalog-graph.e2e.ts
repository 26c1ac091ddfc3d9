import { readFileSync } from 'node:fs'
import { entityDocument, expect, testWithCatalog } from './generated-catalog.ts'

const service = { type: 'service', lifecycle: 'production', owner: 'front-door' }
const leaves = Array.from({ length: 2000 }, (_, index) => `leaf-${String(index).padStart(4, '0')}`)
const test = testWithCatalog({
  documents: [
    entityDocument('Component', 'core', service),
    ...leaves.map(name => entityDocument('Component', name, { ...service, dependsOn: ['component:core'] })),
    entityDocument(
      'Component',
      'wild',
      { ...service, dependsOn: ['component:nowhere'] },
      { title: '<img src=x onerror=alert(1)> مرحبا 👩‍🚀' },
    ),
  ],
})

const quote = '/catalog-graph?rootEntityRefs[]=component:default/quote-engine'

test('the graph of an entity is explored, searched and followed to another entity [SHELL-18] [SHELL-19]', async ({ portal }) => {
  const { page } = portal
  await portal.signIn('/catalog-graph')
  await expect(page.getByRole('heading', { name: 'Choose where to start' })).toBeVisible()
  await portal.checkAccessibility()
  await page.getByRole('combobox', { name: 'Start from' }).fill('quote')
  await page.getByRole('option', { name: /Quote engine/ }).click()
  const graph = page.getByRole('group', { name: 'Relations of Quote engine' })
  await expect(graph.getByRole('button', { name: /^Dispatch planner/ })).toBeVisible()
  await portal.checkAccessibility()

  await page.getByRole('radio', { name: '1' }).click()
  await expect(graph.getByRole('button', { name: /^Parcel kit/ })).toHaveCount(0)
  await expect(page).toHaveURL(/maxDepth=1/)
  await graph.getByRole('button', { name: /^Front Door/ }).click()
  const panel = page.getByRole('region', { name: 'Selected entity' })
  await expect(panel.getByRole('link', { name: 'Open page' })).toBeVisible()
  await portal.checkAccessibility()
  await panel.getByRole('button', { name: 'Start here' }).click()
  await expect(page.getByRole('group', { name: 'Relations of Front Door' })).toBeVisible()
  await page.goBack()
  await expect(graph).toBeVisible()

  await page.getByRole('searchbox', { name: 'Search in graph' }).fill('planner')
  await expect(page.getByText('1 of 1')).toBeVisible()
  await expect(graph.getByRole('button', { name: /^Dispatch planner/ })).toBeInViewport()
  await graph.getByRole('button', { name: /^Dispatch planner/ }).click({ modifiers: ['Shift'] })
  await expect(page.getByRole('heading', { level: 1, name: 'Dispatch planner' })).toBeVisible()
})

test('everything in the graph can be done by key', async ({ portal }) => {
  const { page } = portal
  await portal.signIn(`${quote}&maxDepth=1`)
  const root = page.getByRole('button', { name: /^Quote engine component/ })
  await root.focus()
  await page.keyboard.press('ArrowRight')
  await expect(root).not.toBeFocused()
  const focused = page.locator('[data-node]:focus')
  await expect(focused).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Selected entity' })).toBeVisible()
  await page.keyboard.press('Shift+Enter')
  await expect(page).toHaveURL(/\/catalog\/default\//)
})

test('hovering dims what is not next to a node', async ({ portal }) => {
  const { page } = portal
  await portal.signIn(`${quote}&maxDepth=2`)
  await page.getByRole('button', { name: /^Dispatch planner/ }).hover()
  const look = (name: RegExp) => page.getByRole('button', { name }).locator('> *')
  await expect(look(/^Front Door/)).toHaveCSS('opacity', '0.3')
  await expect(look(/^Quote engine component/)).toHaveCSS('opacity', '1')
})

test('the path between two entities is shown', async ({ portal }) => {
  const { page } = portal
  await portal.signIn(quote)
  await page.getByRole('combobox', { name: 'Path to' }).fill('noor')
  await page.getByRole('option', { name: /Noor Haddad/ }).click()
  await expect(page.getByRole('group', { name: 'Path from Quote engine to Noor Haddad' })).toBeVisible()
  await expect(page.getByText('Steps 3')).toBeVisible()
  await portal.checkAccessibility()
  await page.getByRole('button', { name: 'Back to the neighbourhood' }).click()
  await expect(page.getByRole('group', { name: 'Relations of Quote engine' })).toBeVisible()
})

test('the graph is saved as SVG and PNG, in which names are only text', async ({ portal }) => {
  const { page } = portal
  await portal.signIn('/catalog-graph?rootEntityRefs[]=component:default/wild&maxDepth=1')
  await expect(page.getByRole('button', { name: 'nowhere not in the catalog' })).toBeVisible()
  const save = async (form: string) => {
    await page.getByRole('button', { name: 'Export' }).click()
    const coming = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: form }).click()
    const download = await coming
    return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) }
  }
  const svg = await save('As SVG')
  expect(svg.name).toBe('catalog-graph.svg')
  expect(svg.bytes.toString('utf8')).toMatch(/^<svg [\s\S]*&lt;img src=x[\s\S]*<\/svg>\s*$/)
  expect(svg.bytes.toString('utf8')).not.toMatch(/var\(|<img/)
  const png = await save('As PNG')
  expect([png.name, png.bytes.subarray(1, 4).toString()]).toEqual(['catalog-graph.png', 'PNG'])
  // Twice as fine as the layout, which is in the header of the file.
  expect(png.bytes.readUInt32BE(16)).toBeGreaterThan(400)
})

test('2,000 entities within reach are summarised and shown step by step, and the page stays responsive', async ({ portal }) => {
  const { page } = portal
  await portal.signIn('/catalog-graph?rootEntityRefs[]=component:default/core&maxDepth=0')
  const summary = page.getByRole('button', { name: /^\+1,9\d\d more dependency of/ })
  await expect(summary).toBeVisible()
  const bodies = await page.evaluate(
    `performance.getEntriesByType('resource').filter(entry => entry.name.endsWith('/by-refs')).reduce((summary, entry) => summary + entry.encodedBodySize, 0)`,
  )
  expect(bodies).toBeLessThan(1_000_000)
  const count = () => page.locator('[data-node]').count()
  const before = await count()
  expect(before).toBeLessThan(150)
  await summary.click()
  await expect(page).toHaveURL(/expanded/)
  await expect.poll(count).toBeGreaterThan(before + 20)
  await portal.checkAccessibility()
  await page.reload()
  await expect.poll(count).toBeGreaterThan(before + 20)
  // Each click about doubles what is shown; the last one draws hundreds.
  for (const min of [90, 190, 380]) {
    await page.getByRole('button', { name: /^\+1,[4-9]\d\d more dependency of/ }).press('Enter')
    await expect.poll(count).toBeGreaterThan(min)
  }
  await expect(page.getByText('Too many to draw', { exact: false })).toBeVisible()
  await page.getByRole('button', { name: 'Fit to view' }).click()
  await page.getByRole('radio', { name: '1' }).click()
  await expect(page).toHaveURL(/maxDepth=1/)
})

test('the entity page has a small graph that leads to the whole one', async ({ portal }) => {
  const { page } = portal
  await portal.signIn('/catalog/default/component/quote-engine')
  const card = page.getByRole('region', { name: 'Relations', exact: true })
  await expect(card.getByRole('link', { name: /^Dispatch planner/ })).toBeVisible()
  await portal.checkAccessibility()
  // The small graph has the same name.
  const whole = async () => {
    await expect(page).toHaveURL(/\/catalog-graph\?/)
    await expect(page.getByRole('group', { name: 'Relations of Quote engine' })).toBeVisible()
  }
  await card.getByRole('link', { name: 'View graph' }).click()
  await whole()
  await page.goBack()
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'View graph' }).click()
  await whole()
})

test.describe('in the dark', () => {
  test.use({ colorScheme: 'dark' })

  test('the graph is as readable as in light', async ({ portal }) => {
    await portal.signIn(quote)
    await expect(portal.page.getByRole('button', { name: /^Dispatch planner/ })).toBeVisible()
    await portal.checkColors()
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('filters are in a drawer, and nothing scrolls sideways', async ({ portal }) => {
    const { page } = portal
    await portal.signIn(quote)
    await expect(page.getByRole('group', { name: 'Relations of Quote engine' })).toBeVisible()
    await portal.checkAccessibility()
    expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true)
    await page.getByRole('button', { name: 'Filters' }).click()
    const drawer = page.getByRole('dialog', { name: 'Filters' })
    await portal.checkAccessibility()
    await drawer.getByRole('radio', { name: '3' }).click()
    await expect(page).toHaveURL(/maxDepth=3/)
  })
})
