import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { entityDocument, expect, testWithCatalog } from './generated-catalog.ts'
import { expectToHold } from './geometry.ts'

const service = { type: 'service', lifecycle: 'production', owner: 'front-door' }
const leaves = Array.from({ length: 2100 }, (_, index) => `leaf-${String(index).padStart(4, '0')}`)
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

/** The names of nodes, and the ends of lines, that are not wholly inside the box of a graph. */
const cropped = `(() => {
  const found = []
  for (const group of document.querySelectorAll('[role="group"][aria-busy="false"]')) {
    const outer = group.getBoundingClientRect()
    const parts = [...group.querySelectorAll('[data-node], [data-group], svg[aria-hidden] g path')]
    if (parts.length === 0) found.push('nothing is drawn')
    for (const part of parts) {
      const { left, top, right, bottom } = part.getBoundingClientRect()
      if (left < outer.left || top < outer.top || right > outer.right || bottom > outer.bottom) found.push(part.textContent || part.tagName)
    }
  }
  return document.querySelector('[role="group"][aria-busy="false"]') ? found : ['no graph']
})()`

function expectWhole(page: Page, name: string) {
  return expect.poll(() => page.evaluate<string[]>(cropped), name).toEqual([])
}

test('the graph of an entity is explored, searched and followed to another entity [SHELL-18] [SHELL-19]', async ({ portal }) => {
  const { page } = portal
  await portal.signIn('/catalog-graph?maxDepth=2')
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
  await expect(panel.getByRole('heading', { name: 'Front Door' })).toBeVisible()
  await expect(panel.getByRole('link', { name: 'Open page' })).toBeVisible()
  // The node is beside the panel, not under it.
  const [node, side] = [await graph.getByRole('button', { name: /^Front Door/ }).boundingBox(), await panel.boundingBox()]
  expect((node?.x ?? 0) + (node?.width ?? 0)).toBeLessThanOrEqual(side?.x ?? 0)
  await portal.checkAccessibility()
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await graph.getByRole('button', { name: /^Front Door/ }).click()
  await panel.getByRole('button', { name: 'Centre here' }).click()
  await expect(page.getByRole('group', { name: 'Relations of Front Door' })).toBeVisible()
  await page.goBack()
  await expect(graph).toBeVisible()

  await page.getByRole('searchbox', { name: 'Search in graph' }).fill('planner')
  await expect(page.getByText('1 of 1')).toBeVisible()
  await expect(graph.getByRole('button', { name: /^Dispatch planner/ })).toBeInViewport()
  await graph.getByRole('button', { name: /^Dispatch planner/ }).dblclick()
  await expect(page.getByRole('heading', { level: 1, name: 'Dispatch planner' })).toBeVisible()
})

test('a graph is in view as a whole when it opens, at every width', async ({ portal }) => {
  const { page } = portal
  await portal.signIn(quote)
  for (const width of [1440, 768, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await page.reload()
    await expect(page.getByRole('button', { name: /^Dispatch planner/ })).toBeVisible()
    await expectWhole(page, `the graph at ${width} px`)
  }
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
  const name = await focused.textContent()
  await page.keyboard.press('Space')
  const panel = page.getByRole('region', { name: 'Selected entity' })
  await expect(panel).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(panel.getByRole('button', { name: 'Close' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await expect(focused).toHaveText(name ?? '')
  await page.keyboard.press('Enter')
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
  const summary = page.getByRole('button', { name: /^\+2,0\d\d more dependency of/ })
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
})

test('2,000 nodes are laid out by a worker and drawn as a picture, of which each node can be clicked and reached by key', async ({
  portal,
}) => {
  const { page } = portal
  await portal.signIn(
    '/catalog-graph?rootEntityRefs[]=component:default/core&maxDepth=1&expanded[]=dependencyOf:2000:component:default/core',
  )
  const graph = page.getByRole('group', { name: 'Relations of core' })
  await expect(page.getByText(/^Entities 2,01\d/)).toBeVisible()
  await expect(graph).toHaveAttribute('aria-busy', 'false')
  await expect(page.getByText('Too many to draw', { exact: false })).toBeVisible()
  expect(page.workers().filter(worker => worker.url().includes('layout-worker'))).toHaveLength(1)
  // So many elements would be slow: they are in the picture, and in words.
  await expect(graph.locator('canvas')).toBeVisible()
  expect(await page.locator('[data-node]').count()).toBeLessThan(10)
  await expect(page.getByRole('list', { name: 'The graph as a list' }).getByRole('listitem')).toHaveCount(2013)
  await portal.checkAccessibility()

  const box = await graph.boundingBox()
  const panel = page.getByRole('region', { name: 'Selected entity' })
  await expect(async () => {
    // Between two rows there is no node.
    for (const down of [0, 2, 4, 6, 8]) {
      if (await panel.isVisible()) break
      await graph.click({ position: { x: (box?.width ?? 0) * 0.4, y: (box?.height ?? 0) / 2 + down } })
    }
    await expect(panel.getByRole('heading', { name: /^leaf-/ })).toBeVisible()
  }).toPass()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Fit to view' }).click()
  await page.getByRole('button', { name: /^core component/ }).focus()
  await page.keyboard.press('ArrowRight')
  const focused = page.locator('[data-node]:focus')
  await expect(focused).toHaveText(/^leaf-/)
  await expect(focused).toBeInViewport()
  // What is near is drawn in detail.
  await page.getByRole('button', { name: 'Zoom in' }).click()
  await expect.poll(() => page.locator('[data-node]').count()).toBeGreaterThan(20)
  await page.getByRole('radio', { name: 'Top to bottom' }).click()
  await page.getByRole('radio', { name: 'Left to right' }).click()
  await page.getByRole('radio', { name: 'Bottom to top' }).click()
  await expect(graph).toHaveAttribute('aria-busy', 'false')
  expect(page.workers().filter(worker => worker.url().includes('layout-worker'))).toHaveLength(1)
})

test('the diagram of a system has its parts in boxes, in the lanes of their domains', async ({ portal }) => {
  const { page } = portal
  await portal.signIn('/catalog/default/system/booking')
  await page.getByRole('navigation', { name: 'Parts of this page' }).getByRole('link', { name: 'Diagram' }).click()
  const graph = page.getByRole('group', { name: 'Relations of Booking' })
  await expect(graph.getByText('Commerce', { exact: true })).toBeVisible()
  await expect(graph.getByRole('button', { name: /^Quote engine/ })).toBeVisible()
  const isInside = (inner: string, outer: string) => `(() => {
    const box = selector => document.querySelector(selector).getBoundingClientRect()
    const [inner, outer] = [box('${inner}'), box('${outer}')]
    return inner.left >= outer.left && inner.right <= outer.right && inner.top >= outer.top && inner.bottom <= outer.bottom
  })()`
  const quoteEngine = '[data-node="component:default/quote-engine"]'
  expect(await page.evaluate(isInside(quoteEngine, '[data-group="Booking"]'))).toBe(true)
  expect(await page.evaluate(isInside('[data-group="Booking"]', '[data-group="Commerce"][data-look="lane"]'))).toBe(true)
  expect(await page.evaluate(isInside(quoteEngine, '[data-group="Delivery"]'))).toBe(false)
  await portal.checkAccessibility()
  await expectToHold(page, 'diagram', async width => expectWhole(page, `the diagram at ${width} px`))
})

test('the page opens with the whole organisation where it fits one picture; it is one press away from another start', async ({
  portal,
}) => {
  const { page } = portal
  await portal.signIn('/catalog-graph')
  await expect(page).toHaveURL(/groupBy=domain/)
  await page.goto(`${portal.url}/catalog-graph?maxDepth=2`)
  await page.getByRole('button', { name: 'The whole organisation' }).click()
  await expect(page).toHaveURL(/groupBy=domain/)
  for (const name of ['Commerce', 'Delivery', 'Street network']) {
    await expect(page.locator(`[data-group="${name}"][data-look="lane"]`)).toBeVisible()
  }
  await expect(page.locator('[data-group="Billing"]')).toHaveText(/^Billing/)
  await expectWhole(page, 'the whole organisation')
  await portal.checkAccessibility()
})

test('the entity page has a small graph that leads to the whole one', async ({ portal }) => {
  const { page } = portal
  await portal.signIn('/catalog/default/component/quote-engine')
  const card = page.getByRole('region', { name: 'Relations', exact: true })
  await expect(card.getByRole('link', { name: /^Dispatch planner/ })).toBeVisible()
  await portal.checkAccessibility()
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expectWhole(page, `the card at ${width} px`)
  }
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

  test('the details of a node are a sheet at the foot, and the node is above it', async ({ portal }) => {
    const { page } = portal
    await portal.signIn(quote)
    const node = page.getByRole('button', { name: /^Front Door/ })
    await node.tap()
    const sheet = page.getByRole('region', { name: 'Selected entity' })
    await expect(sheet.getByRole('link', { name: 'Open page' })).toBeVisible()
    await portal.checkAccessibility()
    const box = await sheet.boundingBox()
    expect([box?.x, box?.width]).toEqual([0, 390])
    const above = async () => {
      const { y = 0, height = 0 } = (await node.boundingBox()) ?? {}
      return (box?.y ?? 0) - y - height
    }
    await expect.poll(above).toBeGreaterThanOrEqual(0)
    await sheet.getByRole('button', { name: 'Close' }).tap()
    await expect(sheet).toHaveCount(0)
  })
})
