import type { Locator } from '@playwright/test'
import { expect, test } from './catalog-source.ts'
import { countFirstRequests } from './first-requests.ts'

test.setTimeout(120_000)

const service = '/catalog/default/component/booking-service'

function component(name: string, more: { metadata?: object; spec?: object } = {}): string {
  const metadata = { name, title: name.replaceAll('-', ' '), ...more.metadata }
  const spec = { type: 'service', lifecycle: 'experimental', owner: 'front-door', ...more.spec }
  return JSON.stringify({ apiVersion: 'backstage.io/v1alpha1', kind: 'Component', metadata, spec })
}

test('a component page shows where it belongs, who owns it and its relations [CAT-010, CAT-014, CAT-015, CAT-016]', async ({ portal }) => {
  const { page } = portal
  await portal.signIn(service)
  await expect(page).toHaveTitle('Booking service | Portico')
  await expect(page.getByRole('heading', { level: 1, name: 'Booking service' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'component — service' })).toBeVisible()
  const trail = page.getByRole('navigation', { name: 'Breadcrumbs' })
  // It collapses only where there is no room for it.
  await expect(trail.getByRole('listitem')).toHaveText(['Catalog', 'Commerce', 'Booking', 'Booking service'])
  const wide = page.viewportSize()!
  await page.setViewportSize({ width: 300, height: 800 })
  await trail.getByRole('button', { name: 'Show the pages between' }).click()
  await expect(page.getByRole('menuitem', { name: 'Booking' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.setViewportSize(wide)
  const dependencies = page.getByRole('region', { name: 'Dependencies' })
  await expect(dependencies.getByRole('table', { name: 'Depends on' }).getByRole('link', { name: 'Booking database' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Freshness' }).getByText('Up to date')).toBeVisible()
  // A second visit has a session from the start.
  await page.reload()
  await expect(dependencies.getByRole('table', { name: 'Depends on' })).toBeVisible()
  expect(await page.evaluate(countFirstRequests)).toEqual([1])
  await page.getByRole('region', { name: 'Ownership' }).getByRole('link', { name: 'Front Door', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Front Door' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Booking service' })).toBeVisible()
})

const pages = {
  component: ['booking-service', 'Booking service'],
  api: ['booking-api', 'Booking API'],
  system: ['booking', 'Booking'],
  domain: ['commerce', 'Commerce'],
  resource: ['booking-db', 'Booking database'],
  group: ['front-door', 'Front Door'],
  user: ['tomas.verbeke', 'Tomas Verbeke'],
  location: ['larkpost', 'Larkpost'],
  template: ['node-service', 'Node service'],
} as const

for (const [kind, [name, title]] of Object.entries(pages)) {
  test(`the page of a ${kind} opens, on a wide screen in light and on a phone in dark [CAT-002]`, async ({ portal }) => {
    const { page } = portal
    await portal.signIn(`/catalog/default/${kind}/${name}`)
    await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible()
    await expect(page.getByRole('main').getByRole('status', { name: 'Loading' })).toHaveCount(0)
    await portal.checkAccessibility()
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible()
    // The kinds share their cards; between them these two have all of them.
    if (kind === 'component' || kind === 'group') await portal.checkAccessibility()
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true)
  })
}

test('with the keyboard alone an entity is inspected, and its owner visited [CAT-017, CAT-018, CAT-021, CAT-023, CAT-024]', async ({
  portal,
}) => {
  const { page } = portal
  await portal.signIn(service)
  await expect(page.getByRole('heading', { level: 1, name: 'Booking service' })).toBeVisible()
  async function tabTo(name: string) {
    const isThere = `document.activeElement?.closest('main') && (document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent)`
    for (let steps = 0; steps < 60; steps++) {
      await page.keyboard.press('Tab')
      if ((await page.evaluate(isThere)) === name) return
    }
    throw new Error(`${name} was not reached`)
  }
  await tabTo('Star Booking service')
  await page.keyboard.press('Space')
  await expect(page.getByRole('button', { name: 'Star Booking service' })).toHaveAttribute('aria-pressed', 'true')
  await tabTo('More')
  await page.keyboard.press('Enter')
  // Keys that are pressed before the menu has opened are lost.
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Inspect entity' })).toBeFocused()
  await page.keyboard.press('Enter')
  const inspector = page.getByRole('dialog', { name: 'Entity inspector' })
  await expect(inspector.getByText('component:default/booking-service', { exact: true })).toBeVisible()
  await inspector.getByRole('tab', { name: 'Overview' }).focus()
  for (const tab of ['Ancestry', 'Colocated', 'Raw JSON', 'Raw YAML']) {
    await page.keyboard.press('ArrowRight')
    await expect(inspector.getByRole('tab', { name: tab, selected: true })).toBeFocused()
  }
  await expect(page).toHaveURL(/\?inspect=yaml$/)
  await page.keyboard.press('Escape')
  await expect(inspector).toHaveCount(0)
  await expect(page).toHaveURL(new RegExp(`${service}$`))
  await expect(page.getByRole('button', { name: 'More' })).toBeFocused()
  await tabTo('Front Door')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Front Door' })).toBeVisible()
})

test('the inspector opens by its address, every tab is accessible, and a node of the ancestry leads on [CAT-022, CAT-030, CAT-031, CAT-032, CAT-033]', async ({
  portal,
}) => {
  const { page } = portal
  // Each accessibility check includes the whole page behind the dialog.
  test.slow()
  await portal.signIn(`${service}?inspect=colocated`)
  const inspector = page.getByRole('dialog', { name: 'Entity inspector' })
  await expect(inspector.getByRole('row', { name: /Booking API API the location/ })).toBeVisible()
  await portal.checkAccessibility()
  for (const tab of ['Overview', 'Raw YAML']) {
    await inspector.getByRole('tab', { name: tab }).click()
    await portal.checkAccessibility()
  }
  await expect(inspector.getByRole('group', { name: 'Code' })).toContainText('name: booking-service')
  await inspector.getByRole('tab', { name: 'Ancestry' }).click()
  const node = inspector.getByRole('group', { name: 'Ancestry' }).getByRole('link', { name: /Systems of Larkpost/ })
  await expect(node).toBeVisible()
  await portal.checkAccessibility()
  await node.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Systems of Larkpost' })).toBeVisible()
  await expect(inspector).toHaveCount(0)
})

test('the config decides the cards and tabs of a kind', async ({ portal }) => {
  const { page } = portal
  await portal.signIn('/catalog/default/resource/booking-db/overview')
  const tabs = page.getByRole('navigation', { name: 'Parts of this page' })
  await expect(tabs.getByRole('link')).toHaveText(['History', 'Overview'])
  await tabs.getByRole('link', { name: 'Overview' }).click()
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText(['Dependencies', 'About', 'Ownership'])
})

test('what comes from the config of the portal cannot be unregistered [CAT-058, CAT-111]', async ({ portal }) => {
  const { page } = portal
  portal.allowProblem(/status of 404/)
  await portal.signIn(service)
  await page.getByRole('main').getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Unregister entity' }).click()
  const dialog = page.getByRole('dialog', { name: 'Unregister Booking service' })
  await expect(dialog.getByText(/originates from a protected configuration location/)).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Unregister location' })).toHaveCount(0)
  await portal.checkAccessibility()
  await page.emulateMedia({ colorScheme: 'dark' })
  await portal.checkColors()
})

test('a change at the source is read on demand, listed in the history, and the old state can be viewed', async ({
  portal,
  source,
  catalog,
}) => {
  const { page } = portal
  source.files.set('/cart.yaml', component('hand-cart', { metadata: { description: 'Pulls parcels' } }))
  await catalog.register('/cart.yaml', 'hand-cart')
  await portal.signIn('/catalog/default/component/hand-cart')
  await expect(page.getByText('Pulls parcels')).toBeVisible()
  source.files.set('/cart.yaml', component('hand-cart', { metadata: { description: 'Pushes parcels' }, spec: { lifecycle: 'production' } }))
  await page.getByRole('region', { name: 'Freshness' }).getByRole('button', { name: 'Refresh entity' }).click()
  await expect(page.getByText('Pushes parcels')).toBeVisible({ timeout: 30_000 })
  await page.getByRole('navigation', { name: 'Parts of this page' }).getByRole('link', { name: 'History' }).click()
  const changed = page.getByRole('region', { name: 'Changed values' }).getByRole('definition')
  await expect(changed.filter({ hasText: 'experimental' }).getByRole('insertion')).toHaveText('production')
  await expect(changed.filter({ hasText: 'parcels' }).getByRole('deletion')).toHaveText('Pulls')
  await page.getByRole('button', { name: 'Show the whole file' }).click()
  await expect(page.getByRole('group', { name: /^Changed/ })).toContainText('Pushes parcels')
  await portal.checkAccessibility()
  const created = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Came into the catalog' }) })
  await created.getByRole('link', { name: 'View as of then' }).click()
  await expect(page.getByRole('region', { name: 'The past' }).getByRole('status')).toContainText('As it was on')
  await expect(page.getByText('Pulls parcels')).toBeVisible()
  await page.getByRole('button', { name: 'Back to now' }).click()
  await expect(page.getByText('Pushes parcels')).toBeVisible()
})

test('an entity is found, starred, inspected and unregistered with its location, another deleted, and their pages say what happened [CAT-001, CAT-039, CAT-041, CAT-059, CAT-060, CAT-107, CAT-109]', async ({
  portal,
  source,
  catalog,
}) => {
  const { page } = portal
  portal.allowProblem(/status of 404/)
  source.files.set('/sledge.yaml', [component('sledge'), component('sledge-runner')].join('\n---\n'))
  await catalog.register('/sledge.yaml', 'sledge')
  const main = page.getByRole('main')
  async function unregister(name: string) {
    await main.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Unregister entity' }).click()
    return page.getByRole('dialog', { name: `Unregister ${name}` })
  }
  await portal.signIn('/catalog/default/component/sledge-runner')
  const first = await unregister('sledge runner')
  await first.getByRole('button', { name: 'Advanced options' }).click()
  await first.getByRole('button', { name: 'Delete entity' }).click()
  await expect(page.getByText('Removed entity sledge runner')).toBeVisible()

  await page.goto(`${portal.url}/catalog?filters[kind]=component&filters[text]=sledge`)
  await main.getByRole('link', { name: 'sledge', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'sledge' })).toBeVisible()
  await main.getByRole('button', { name: 'Star sledge' }).click()
  await expect(main.getByRole('button', { name: 'Star sledge' })).toHaveAttribute('aria-pressed', 'true')
  await main.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Inspect entity' }).click()
  await expect(page.getByRole('region', { name: 'Identity' }).getByText('component:default/sledge')).toBeVisible()
  await page.keyboard.press('Escape')

  const dialog = await unregister('sledge')
  await expect(
    dialog.getByRole('list', { name: 'Entities that will be removed' }).getByRole('link', { name: 'sledge', exact: true }),
  ).toBeVisible()
  await expect(dialog.getByText(`${source.url}/sledge.yaml`)).toBeVisible()
  await portal.checkAccessibility()
  await dialog.getByRole('button', { name: 'Unregister location' }).click()
  await expect(page).toHaveURL(/\/catalog(\?|$)/)
  await expect(page.getByText(`Unregistered ${source.url}/sledge.yaml`)).toBeVisible()

  await page.goto(`${portal.url}/catalog/default/component/sledge`)
  await expect(page.getByRole('heading', { name: 'Entity was not found' })).toBeVisible()
  await expect(page.getByText('There is no component with the requested kind, namespace, and name')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Why it is not here' }).getByText('It was removed', { exact: true })).toBeVisible()
  await portal.checkAccessibility()
  await page.getByRole('link', { name: 'View as of then' }).first().click()
  await expect(page.getByRole('region', { name: 'The past' }).getByRole('status')).toContainText('As it was on')
})

test('an orphan says so and is deleted by hand [CAT-042, CAT-043, CAT-109]', async ({ portal, source, catalog }) => {
  const { page } = portal
  portal.allowProblem(/status of 404/)
  source.files.set('/ferry.yaml', [component('ferry'), component('raft')].join('\n---\n'))
  await catalog.register('/ferry.yaml', 'raft')
  source.files.set('/ferry.yaml', component('ferry'))
  await catalog.call('POST', '/refresh', { entityRef: 'component:default/ferry' })
  const orphan = async () =>
    (await (await catalog.call('GET', '/entities/by-name/component/default/raft')).text()).includes('backstage.io/orphan')
  await expect.poll(orphan, { timeout: 30_000 }).toBe(true)
  await portal.signIn('/catalog/default/component/raft')
  const words = 'This entity is not referenced by any location and is therefore not receiving updates. Click here to delete.'
  await expect(page.getByRole('note')).toHaveText(words)
  await page.getByRole('button', { name: 'Click here' }).click()
  // The alert is there for five seconds, which a click may take on a busy machine.
  await Promise.all([
    expect(page.getByText('Removed entity raft')).toBeVisible(),
    page.getByRole('dialog', { name: 'Delete raft' }).getByRole('button', { name: 'Delete entity' }).click(),
  ])
  await expect(page).toHaveURL(/\/catalog(\?|$)/)
  expect((await catalog.call('GET', '/entities/by-name/component/default/raft')).status).toBe(404)
})

test('an entity that is deleted while it is open stays readable and says so', async ({ portal, source, catalog }) => {
  const { page } = portal
  portal.allowProblem(/status of 404/)
  source.files.set('/balloon.yaml', component('balloon'))
  await catalog.register('/balloon.yaml', 'balloon')
  await portal.signIn('/catalog/default/component/balloon')
  await expect(page.getByRole('heading', { level: 1, name: 'balloon' })).toBeVisible()
  const { id } = (await (await catalog.call('GET', '/locations/by-entity/component/default/balloon')).json()) as { id: string }
  expect((await catalog.call('DELETE', `/locations/${id}`)).status).toBe(204)
  await expect.poll(async () => (await catalog.call('GET', '/entities/by-name/component/default/balloon')).status).toBe(404)
  await page.evaluate(`void window.dispatchEvent(new Event('visibilitychange'))`)
  await expect(page.getByText('This entity is no longer in the catalog')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'balloon' })).toBeVisible()
})

test('scripts in entity data are only text, and what is too long is collapsed [CAT-014]', async ({ portal, source, catalog }) => {
  const { page } = portal
  const trap = '<img src=x onerror="window.hacked=true">'
  const parts = Array.from({ length: 5000 }, (_, index) => `component:default/part-${index}`)
  const nasty = component('nasty', {
    metadata: {
      title: `📦 خدمة ${trap} ${'long '.repeat(2000)}`,
      description: `${trap} [run](javascript:window.hacked=true)`,
      tags: Array.from({ length: 200 }, (_, index) => `tag-${index}`),
      links: [{ url: 'https://example.test', title: trap }],
    },
    spec: { owner: 'nobody', dependsOn: parts },
  })
  source.files.set('/nasty.yaml', nasty)
  await catalog.register('/nasty.yaml', 'nasty')
  await portal.signIn('/catalog/default/component/nasty')
  await expect(page.getByRole('heading', { level: 1, name: /^📦 خدمة/ })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Show all 5,000' })).toBeVisible()
  await expect(page.getByRole('note')).toContainText('Show all 1,000')
  expect(await page.evaluate(`'hacked' in window`)).toBe(false)
  await portal.checkAccessibility()
  await page.getByRole('region', { name: 'Dependencies' }).getByRole('button', { name: 'Show all 5,000' }).click()
  await expect(page.getByRole('table', { name: 'Depends on' }).getByRole('row')).toHaveCount(21)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(() => page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true)
})

test('on a phone star and menu stand beside the title', async ({ portal }) => {
  const { page } = portal
  await page.setViewportSize({ width: 390, height: 844 })
  await portal.signIn(service)
  const middleOf = async (part: Locator) => {
    const { y, height } = (await part.boundingBox())!
    return y + height / 2
  }
  const header = page.getByRole('main').locator('header')
  const title = header.getByRole('heading', { level: 1, name: 'Booking service' })
  await expect(title).toBeVisible()
  for (const part of [header.getByRole('button', { name: 'Star Booking service' }), header.getByRole('button', { name: 'More' })]) {
    await expect(part).toBeInViewport({ ratio: 1 })
    expect(Math.abs((await middleOf(part)) - (await middleOf(title)))).toBeLessThan(8)
  }
})
