import { circleBuild, startFakeCircleCi } from '@portico/builds/testing'
import type { Page } from '@playwright/test'
import { entityDocument, expect, testWithCatalog } from './generated-catalog.ts'

const fake = await startFakeCircleCi({ token: 'circle-secret', project: 'github/acme/web' })
const spec = { type: 'service', lifecycle: 'production', owner: 'team' }
const test = testWithCatalog({
  documents: [
    entityDocument('Component', 'built', spec, { annotations: { 'circleci.com/project-slug': 'github/acme/web' } }),
    entityDocument('Component', 'unbuilt', spec),
  ],
  config: {
    proxy: { endpoints: { '/circleci/api': { target: fake.target, headers: { 'Circle-Token': 'circle-secret' } } } },
  },
})
const shots = process.env['PORTICO_SHOTS']
const built = '/catalog/default/component/built'
const action = (name: string, status: string) => ({
  name,
  status,
  failed: status === 'failed',
  output_url: `${fake.url}/output/${name}`,
  start_time: '2026-11-16T05:00:00Z',
  end_time: '2026-11-16T05:01:05Z',
})
const lines = Array.from({ length: 200_000 }, (_, at) => ` \u001b[32m✓\u001b[0m case ${at + 1}`)

test.beforeAll(() => {
  lines[100] = '##[group]Packages'
  lines[140] = '##[endgroup]'
  lines[150_000] = '\u001b[31mAssertionError: expected 12.35 to be 12.34\u001b[0m'
  fake.outputs.set('install', [])
  fake.outputs.set('test', [{ message: lines.join('\r\n') }])
  fake.model.builds = Array.from({ length: 24 }, (_, at) =>
    circleBuild(24 - at, {
      status: at === 0 ? 'failed' : at % 6 === 5 ? 'canceled' : 'success',
      start_time: new Date(Date.now() - at * 3_600_000 - 600_000).toISOString(),
      stop_time: new Date(Date.now() - at * 3_600_000 - 600_000 + 60_000 + ((at * 37) % 50) * 4000).toISOString(),
      steps: [
        { name: 'Install packages', actions: [action('install', 'success')] },
        { name: 'Run tests', actions: [action('test', at === 0 ? 'failed' : 'success')] },
      ],
    }),
  )
})
test.afterAll(() => fake.close())

async function shoot(page: Page, name: string): Promise<void> {
  if (!shots) return
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.screenshot({ path: `${shots}/builds-${name}-${colorScheme}.png` })
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  const size = page.viewportSize()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.screenshot({ path: `${shots}/builds-${name}-phone.png` })
  if (size) await page.setViewportSize(size)
}

test('from the card of an entity to its builds, the first error of a log of 200,000 lines, and a restart', async ({ portal }) => {
  const { page } = portal
  await portal.signIn(built)
  const card = page.getByRole('region', { name: 'Builds' })
  await expect(card.getByText('on main')).toBeVisible({ timeout: 30_000 })
  await expect(card.getByRole('img', { name: '20 builds: 16 succeeded, 1 failed' })).toBeVisible()
  await shoot(page, 'card')
  await card.getByRole('link', { name: 'All builds' }).click()
  await expect(page.getByRole('link', { name: 'Change 24' })).toBeVisible()
  await expect(page.getByText('1-10 of 24')).toBeVisible()
  await portal.checkAccessibility()
  await shoot(page, 'list')

  await page.getByRole('link', { name: 'Change 24' }).click()
  const log = page.getByRole('log', { name: 'Log of test' })
  await expect(log.getByText('AssertionError: expected 12.35 to be 12.34')).toBeInViewport({ timeout: 30_000 })
  await expect(page.getByText('199,999 lines')).toBeVisible()
  expect(await log.locator('[data-line]').count()).toBeLessThan(120)
  const box = await log.boundingBox()
  expect(Math.round(box?.height ?? 0)).toBe(Math.round((page.viewportSize()?.height ?? 0) * 0.2))
  await portal.checkAccessibility()
  await shoot(page, 'failing')
  await page.getByRole('button', { name: 'Enlarge log' }).click()
  await page.getByRole('searchbox', { name: 'Search in log' }).fill('packages')
  await log.getByRole('button', { name: 'Show 39 lines' }).click()
  await expect(log.getByText('case 102', { exact: false })).toBeVisible()
  await shoot(page, 'huge-log')
  await page.getByRole('button', { name: /Install packages/ }).click()
  await expect(page.getByText('Nothing here...')).toBeVisible()

  await page.getByRole('button', { name: 'Restart build 24' }).click()
  await expect(page.getByText('Build 24 was restarted')).toBeVisible()
  await page.getByRole('link', { name: 'All builds' }).click()
  await expect(page.getByText('1-10 of 25')).toBeVisible()
  await expect(page.getByText('queued')).toBeVisible()
  expect(fake.model.retried).toEqual(['24'])
  expect(fake.model.refused).toEqual([])
})

test('an entity without an annotation says how to add one, and a build that is not there says so', async ({ portal }) => {
  const { page } = portal
  portal.allowProblem(/404/)
  await portal.signIn('/catalog/default/component/unbuilt/ci-cd')
  await expect(page.getByRole('heading', { name: 'Missing Annotation' })).toBeVisible()
  await portal.checkAccessibility()
  await shoot(page, 'missing')
  await page.goto(`${portal.url}${built}/ci-cd/9999`)
  await expect(page.getByText('CircleCI: Build not found', { exact: true })).toBeVisible()
  await shoot(page, 'not-found')
})
