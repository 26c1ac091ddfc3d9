import { expect, startPortalProcess, test as base, type PortalProcess } from '@portico/core/testing/browser'
import { crashLoop, createLog, podShape, putDeployment, startApiServer, type ApiServer } from '@portico/kubernetes/testing'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { entityDocument } from './generated-catalog.ts'

const shots = process.env['PORTICO_SHOTS']

interface Clusters {
  readonly main: ApiServer
  readonly portal: PortalProcess
}

const component = (name: string) =>
  entityDocument(
    'Component',
    name,
    { type: 'service', lifecycle: 'production', owner: 'team-a' },
    { annotations: { 'backstage.io/kubernetes-id': name } },
  )

function fill(main: ApiServer): void {
  const finishedAt = new Date(Date.now() - 125_000).toISOString()
  putDeployment(main, { name: 'checkout', entity: 'checkout', replicas: 3, ready: 2 }, at =>
    at === 0 ? { statuses: [crashLoop({ finishedAt })] } : {},
  )
  putDeployment(main, { name: 'checkout-worker', entity: 'checkout', replicas: 2 })
  for (const name of ['checkout-7d9f-1', 'checkout-7d9f-2', 'checkout-worker-7d9f-0'])
    main.usage.set(name, { cpu: '310m', memory: '240Mi' })
  main.logs.set('checkout-7d9f-0/app', createLog('starting\nloading 4,211 carts\n', 'starting\nout of cheese error\n'))
  main.store.put('api/v1/events', {
    kind: 'Event',
    metadata: { name: 'e1', namespace: 'default' },
    type: 'Warning',
    reason: 'Unhealthy',
    message: 'Liveness probe failed: connection refused',
    count: 7,
    lastTimestamp: finishedAt,
    involvedObject: {
      kind: 'Pod',
      name: 'checkout-7d9f-0',
      uid: main.store.get('api/v1/pods', 'default', 'checkout-7d9f-0')?.metadata?.uid,
    },
  })
  main.store.put('api/v1/services', {
    kind: 'Service',
    metadata: { name: 'checkout', namespace: 'default', labels: { 'backstage.io/kubernetes-id': 'checkout' } },
    spec: { type: 'ClusterIP' },
  })
  for (let index = 0; index < 50; index += 1) putDeployment(main, { name: `huge-${index}`, entity: 'huge', replicas: 20 })
}

const test = base.extend<{}, { clusters: Clusters; portalProcess: PortalProcess }>({
  clusters: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from its first parameter
    async ({}, provide) => {
      const main = await startApiServer()
      fill(main)
      const folder = mkdtempSync(path.join(tmpdir(), 'portico-kube-'))
      chmodSync(folder, 0o755)
      const file = path.join(folder, 'catalog-info.yaml')
      writeFileSync(file, ['checkout', 'huge'].map(component).join('\n---\n'))
      const cluster = {
        name: 'main',
        title: 'Production',
        url: main.url,
        authProvider: 'localKubectlProxy',
        dashboardUrl: 'http://localhost/dashboard',
      }
      const gone = { name: 'gone', title: 'Staging', url: 'http://127.0.0.1:1', authProvider: 'localKubectlProxy' }
      const portal = await startPortalProcess({
        catalog: { rules: [{ allow: ['Component'] }], locations: [{ type: 'file', target: file }] },
        kubernetes: { clusterLocatorMethods: [{ type: 'config', clusters: [cluster, gone] }] },
      })
      await provide({ main, portal })
      await portal.stop()
      await main.stop()
      rmSync(folder, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  portalProcess: [({ clusters }, provide) => provide(clusters.portal), { scope: 'worker', timeout: 180_000 }],
})

// The page requests its entity at once, when a portal that has just started may not have read it yet; it asks again.
test.beforeEach(({ portal }) => portal.allowProblem(/status of 404/))

test('from a failing pod to why, its log, its events and its restart; changes come by themselves', async ({
  portal,
  clusters: { main },
}) => {
  const { page } = portal
  const shoot = async (name: string) => shots && (await page.screenshot({ path: `${shots}/kubernetes-${name}.png` }))
  await portal.signIn('/catalog/default/component/checkout/kubernetes')
  const section = page.getByRole('region', { name: 'Production' })
  await expect(section.getByRole('row', { name: /^checkout Deployment/ })).toContainText(
    'exit 137, out of memory (limit 256Mi), 4 restarts',
    { timeout: 30_000 },
  )
  await expect(page.getByRole('alert', { name: 'This cluster could not be read' })).toContainText('the connection was refused')
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await portal.checkAccessibility()
  await shoot('workloads')
  if (shots) {
    await page.emulateMedia({ colorScheme: 'dark' })
    await shoot('workloads-dark')
    await page.setViewportSize({ width: 390, height: 844 })
    await shoot('workloads-dark-phone')
    await page.emulateMedia({ colorScheme: 'light' })
    await shoot('workloads-phone')
    await page.setViewportSize({ width: 1440, height: 900 })
  }

  await page.getByRole('tab', { name: 'Pods' }).click()
  await section.getByRole('link', { name: 'checkout-7d9f-0' }).click()
  const drawer = page.getByRole('dialog', { name: 'checkout-7d9f-0' })
  await expect(drawer.getByRole('heading', { name: 'Why it is not running' })).toBeVisible()
  await expect(drawer.getByText('Liveness probe failed: connection refused')).toBeVisible()
  await portal.checkAccessibility()
  await shoot('why')
  await drawer.getByRole('tab', { name: 'Events' }).click()
  await expect(drawer.getByRole('row', { name: /Unhealthy/ })).toBeVisible()
  await drawer.getByRole('tab', { name: 'Logs' }).click()
  await expect(drawer.getByRole('log')).toContainText('loading 4,211 carts')
  main.logs.get('checkout-7d9f-0/app')?.more.emit('text', 'a line that came later\n')
  await expect(drawer.getByRole('log')).toContainText('a line that came later')
  await shoot('log')
  await drawer.getByRole('switch', { name: 'Previous run' }).click()
  await expect(drawer.getByRole('log')).toContainText('out of cheese error')
  await drawer.getByRole('tab', { name: 'YAML' }).click()
  await expect(drawer.getByText('nodeName: node-1')).toBeVisible()

  await drawer.getByRole('button', { name: 'Restart pod' }).click()
  const question = page.getByRole('dialog', { name: 'Restart checkout-7d9f-0?' })
  await expect(question.getByRole('button', { name: 'Restart pod' })).toBeDisabled()
  await question.getByRole('textbox').fill('checkout-7d9f-0')
  await shoot('confirm')
  await question.getByRole('button', { name: 'Restart pod' }).click()
  await expect(page.getByText('This object is not there any more')).toBeVisible()
  expect(main.seen.filter(({ method }) => method === 'DELETE').map(({ url }) => url)).toEqual([
    '/api/v1/namespaces/default/pods/checkout-7d9f-0',
  ])
  await page.keyboard.press('Escape')
  await expect(section.getByRole('link', { name: 'checkout-7d9f-0' })).toHaveCount(0)
  main.store.put('api/v1/pods', podShape({ name: 'checkout-7d9f-9', entity: 'checkout' }))
  await expect(section.getByRole('link', { name: 'checkout-7d9f-9' })).toBeVisible()
})

test('of fifty deployments and a thousand pods those in view are drawn first, and all of them when nothing else is to be done', async ({
  portal,
}) => {
  const { page } = portal
  await portal.signIn('/catalog/default/component/huge/kubernetes?view=pods')
  const section = page.getByRole('region', { name: 'Production' })
  await expect(section.getByText('Workloads: 50, pods ready: 1,000/1,000')).toBeVisible({ timeout: 30_000 })
  await expect(section.getByRole('link', { name: 'huge-0-7d9f-0' })).toBeVisible()
  await expect(section.locator('[aria-rowindex]')).toHaveCount(1000)
  const last = section.getByRole('link', { name: 'huge-49-7d9f-19' })
  await last.scrollIntoViewIfNeeded()
  await expect(last).toBeInViewport()
  if (shots) await page.screenshot({ path: `${shots}/kubernetes-huge.png` })
})

test('the card of the overview and a column of the list tell the health of entities', async ({ portal }) => {
  const { page } = portal
  await portal.signIn('/catalog/default/component/checkout')
  const card = page.getByRole('region', { name: 'Kubernetes' })
  await expect(card).toContainText('Workloads: 2, pods ready: ', { timeout: 30_000 })
  if (shots) await page.screenshot({ path: `${shots}/kubernetes-card.png` })
  await card.getByRole('link', { name: 'Show all' }).click()
  await expect(page).toHaveURL(/\/checkout\/kubernetes$/)
  await page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'Catalog', exact: true }).click()
  await page.getByRole('button', { name: 'List options' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Kubernetes' }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('row', { name: /checkout/ }).getByText(/Failing|Needs attention/)).toBeVisible()
  await expect(page.getByRole('row', { name: /huge/ }).getByText('Healthy')).toBeVisible()
})
