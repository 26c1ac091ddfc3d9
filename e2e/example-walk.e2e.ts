import { expect, startPortalProcess, test as base, type OpenPortal, type PortalProcess } from '@portico/core/testing/browser'
import type { Page } from '@playwright/test'
import { load } from 'js-yaml'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import path from 'node:path'
import { expectNoFaults } from './geometry.ts'

const shots = process.env['PORTICO_SHOTS']
const component = '/catalog/default/component/booking-service'
const others = ['system/booking', 'api/booking-api', 'domain/commerce', 'group/front-door', 'user/tomas.verbeke', 'template/node-service']

/** The config of the example organisation as it is delivered, with its tools on a port of their own. */
async function exampleConfig(): Promise<Record<string, unknown>> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  const written = readFileSync(path.join(import.meta.dirname, '../app-config.yaml'), 'utf8')
  // The host of the integration stays: entities name it.
  const config = load(written.replaceAll('http://127.0.0.1:7017', `http://127.0.0.1:${port}`).replace('port: 7017', `port: ${port}`))
  // Where the portal listens is for the test to say.
  const { app, backend: _backend, ...rest } = config as Record<string, unknown>
  const { branding } = app as Record<string, unknown>
  return { ...rest, app: { branding } }
}

const test = base.extend<{}, { portalProcess: PortalProcess }>({
  portalProcess: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from its first parameter
    async ({}, provide) => {
      const portal = await startPortalProcess(async () => exampleConfig())
      await provide(portal)
      await portal.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

/** The addresses of the links in a navigation. */
const linksOf = (page: Page, name: string) =>
  page
    .getByRole('navigation', { name })
    .first()
    .getByRole('link')
    .evaluateAll(links => links.map(link => link.getAttribute('href') ?? ''))

/** Wide and on a phone: nothing is out of place, and nothing says that it failed. Requests that fail or leave the machine fail the test. */
async function look({ page, open }: OpenPortal, to: string): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 900 })
  await open(to)
  await page.getByRole('main').and(page.locator('[aria-busy="false"]')).waitFor()
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoFaults(page, `${to} at ${width} px`)
    await expect(page.getByRole('alert'), to).toHaveCount(0)
    if (shots) await page.screenshot({ path: `${shots}/walk${to.replaceAll('/', '-')}-${width}.png` })
  }
}

test('every page that the sidebar leads to holds in the example organisation, wide and on a phone, offline', async ({ portal }) => {
  const { page } = portal
  await portal.signIn('/catalog')
  await expect(page.getByRole('link', { name: 'Booking service' })).toBeVisible()
  const pages = await linksOf(page, 'Main navigation')
  expect(pages).toEqual(expect.arrayContaining(['/', '/docs', '/create', '/catalog-graph', '/org', '/sources', '/system', '/settings']))
  for (const to of pages) await look(portal, to)
})

test('every tab of a component and the pages of other kinds hold in the example organisation, wide and on a phone, offline', async ({
  portal,
}) => {
  const { page } = portal
  await portal.signIn(component)
  const tabs = page.getByRole('navigation').filter({ has: page.getByRole('link', { name: 'Overview' }) })
  await expect(tabs.getByRole('link', { name: 'CI/CD' })).toBeVisible()
  const pages = await tabs.getByRole('link').evaluateAll(links => links.map(link => link.getAttribute('href') ?? ''))
  for (const to of [...pages, ...others.map(each => `/catalog/default/${each}`)]) await look(portal, to)
})
