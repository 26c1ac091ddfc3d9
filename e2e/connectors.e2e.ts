import { sendJson, startScriptedTool } from '@portico/connectors/testing'
import type { Page } from '@playwright/test'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { entityDocument, expect, testWithCatalog } from './generated-catalog.ts'

const at = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const app = {
  sync: 'Synced',
  coverage: 82,
  deployments: Array.from({ length: 12 }, (_, index) => ({
    name: `v${12 - index}`,
    url: `https://tool.example/${index}`,
    at: at(index * 700),
  })),
  alerts: [{ title: 'Queue is long', state: 'firing', at: at(20), url: 'https://tool.example/alert' }],
  people: [{ name: 'Ada Lovelace', role: 'Primary' }],
  load: Array.from({ length: 30 }, (_, index) => ({ time: at((30 - index) * 60), value: 40 + index })),
}
const state = { sync: 'Synced', isDown: false }
const tool = await startScriptedTool(({ method }, response) => {
  if (state.isDown) return sendJson(response, {}, {}, 503)
  if (method === 'POST') state.sync = 'Synced'
  return sendJson(response, { ...app, sync: state.sync })
})

const connector = (name: string, spec: string, key = 'tool/app') => `apiVersion: portico/v1
kind: Connector
metadata: { name: ${name}, title: ${name[0]?.toUpperCase()}${name.slice(1)}, description: What runs where, icon: deploy }
spec:
  annotations: [{ key: ${key}, description: Name of the application }]
  target: { auth: [bearer], limits: { perMinute: 1000, concurrent: 4 } }
${spec}`
const folder = mkdtempSync(path.join(tmpdir(), 'portico-connectors-'))
writeFileSync(
  path.join(folder, 'shipping.yaml'),
  connector(
    'shipping',
    `  requests: [{ name: app, path: '/apps/{$annotation("tool/app")}', every: 1h, staleAfter: 6h }]
  facts:
    - { name: sync, title: Sync, type: state, from: app, value: answer.sync, states: { Synced: ok, '*': warning }, labels: { Synced: In sync }, indexed: true }
    - { name: coverage, title: Coverage, type: number, unit: '%', from: app, value: answer.coverage }
    - { name: load, title: Load, type: list, from: app, value: answer.load, columns: [{ name: time, title: Time, type: date }, { name: value, title: Value, type: number }] }
    - { name: people, title: On call, type: list, from: app, value: answer.people, columns: [{ name: name, title: Name }, { name: role, title: Role }] }
    - name: alerts
      title: Alerts
      type: list
      from: app
      value: '[answer.alerts]'
      columns: [{ name: title, title: Alert }, { name: state, title: State, type: state, states: { firing: error } }, { name: at, title: Since, type: date }, { name: url, title: Address }]
    - name: deployments
      title: Deployments
      type: list
      from: app
      value: answer.deployments
      columns: [{ name: name, title: Version, type: link, href: url }, { name: at, title: Deployed, type: date }]
  views:
    - { type: state, fact: sync }
    - { type: column, fact: sync }
    - { type: widget, facts: [sync] }
    - { type: card, title: Shipping, sections: [{ facts: [sync, coverage] }, { table: deployments, rows: 2 }] }
    - type: tab
      title: Shipping
      sections:
        - { facts: [sync, coverage] }
        - { gauge: coverage, max: 100, warning: 80, error: 50 }
        - { people: people }
        - { alerts: alerts }
        - { series: load }
        - { table: deployments }
  actions:
    - name: sync
      title: Sync now
      confirm: 'Sync {$annotation("tool/app")}?'
      form: { type: object, required: [reason], properties: { reason: { type: string, title: Reason } } }
      request: { path: '/apps/{$annotation("tool/app")}/sync', body: { reason: '{input.reason}' } }
      refresh: [app]
  webhooks:
    - { verify: { type: token, header: x-token }, entities: '[body.app]', key: tool/app, refresh: [app] }
`,
  ),
)
writeFileSync(
  path.join(folder, 'weather.yaml'),
  connector(
    'weather',
    `  requests: [{ name: app, path: /weather, every: 1h, staleAfter: 1s }]
  facts: [{ name: coverage, title: Clouds, type: number, unit: '%', from: app, value: answer.coverage }]
  views: [{ type: card, title: Weather, facts: [coverage] }]
`,
  ),
)
writeFileSync(
  path.join(folder, 'rivets.yaml'),
  connector(
    'rivets',
    `  requests: [{ name: app, path: /rivets, every: 1h }]
  facts: [{ name: count, title: Rivets, type: number, from: app, value: answer.sync }]
  views: [{ type: card, title: Rivets, facts: [count] }]
`,
    'tool/rivets',
  ),
)
const target = { baseUrl: tool.url, auth: { type: 'bearer', token: 'tool-secret' }, webhookSecret: 'hook-secret' }
const spec = { type: 'service', lifecycle: 'production', owner: 'team' }
const test = testWithCatalog({
  documents: [
    entityDocument('Component', 'shipped', spec, { annotations: { 'tool/app': 'shipped' } }),
    entityDocument('Component', 'riveted', spec, { annotations: { 'tool/rivets': 'all' } }),
    entityDocument('Component', 'unshipped', spec),
  ],
  config: { connectors: { files: [`${folder}/*.yaml`], targets: { shipping: target, weather: target, rivets: target } } },
})
test.afterAll(() => tool.close())
const shots = process.env['PORTICO_SHOTS']
const shipped = '/catalog/default/component/shipped'

async function shoot(page: Page, name: string): Promise<void> {
  if (!shots) return
  for (const [screen, width] of Object.entries({ desktop: 1440, phone: 390 })) {
    await page.setViewportSize({ width, height: 900 })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.screenshot({ path: `${shots}/connectors-${name}-${screen}-${colorScheme}.png`, fullPage: true })
    }
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 1440, height: 900 })
}

test('from the card of a tool to its tab, an action, a webhook, and a tool that is down', async ({ portal }) => {
  const { page } = portal
  await portal.signIn(shipped)
  const card = page.getByRole('region', { name: 'Shipping' })
  await expect(card.getByText('In sync', { exact: true })).toBeVisible({ timeout: 30_000 })
  await expect(card.getByText('82%')).toBeVisible()
  await expect(card.getByRole('link', { name: /^v12/ })).toBeVisible()
  await expect(card.getByText('10 more')).toBeVisible()
  const weather = page.getByRole('region', { name: 'Weather' })
  await expect(weather.getByRole('note')).toContainText('These values are old: Weather was read')
  await expect(page.locator('header').getByRole('link', { name: 'Shipping In sync' })).toBeVisible()
  await portal.checkAccessibility()
  await shoot(page, 'card')

  await card.getByRole('link', { name: 'All in tools' }).click()
  const part = page.getByRole('region', { name: 'Shipping', exact: true })
  await expect(part.getByRole('meter', { name: 'Coverage' })).toHaveAttribute('aria-valuetext', '82%')
  await expect(part.getByRole('list', { name: 'On call' })).toContainText('Ada Lovelace')
  await expect(part.getByRole('list', { name: 'Alerts' })).toContainText('Firing')
  await part.getByRole('slider', { name: 'Load' }).focus()
  await page.keyboard.press('Home')
  await expect(part.getByRole('slider', { name: 'Load' })).toHaveAttribute('aria-valuetext', /Load: 40/)
  await part.getByRole('button', { name: 'Show all 12' }).click()
  await expect(part.getByRole('link', { name: /^v1 / })).toBeVisible()
  // What the header covers in part is no smaller for that.
  await page.evaluate('window.scrollTo(0, 0)')
  await portal.checkAccessibility()
  await shoot(page, 'tab')

  state.sync = 'OutOfSync'
  const hook = await fetch(`${portal.url}/api/connectors/webhooks/shipping/default`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-token': 'hook-secret' },
    body: JSON.stringify({ app: 'shipped' }),
  })
  expect([hook.status, await hook.json()]).toEqual([202, { refreshed: 1 }])
  await expect(part.getByText('Out of sync')).toBeVisible({ timeout: 60_000 })

  await part.getByRole('button', { name: 'Sync now' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Sync shipped?' })
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('drift')
  await portal.checkAccessibility()
  await shoot(page, 'action')
  await dialog.getByRole('button', { name: 'Sync now' }).click()
  await expect(page.getByText(/^Sync now: /)).toBeVisible()
  await expect(part.getByText('In sync', { exact: true })).toBeVisible({ timeout: 60_000 })
  expect(tool.requests.findLast(({ method }) => method === 'POST')?.body).toBe('{"reason":"drift"}')

  state.isDown = true
  // What was read a moment ago is not read again.
  await expect(async () => {
    await part.getByRole('button', { name: 'Refresh Shipping' }).click()
    await expect(part.getByRole('note')).toContainText(/Shipping could not be read .*503.* These are the last values, read/, {
      timeout: 3000,
    })
  }).toPass({ timeout: 60_000 })
  await expect(part.getByText('82%').first()).toBeVisible()
  await page.evaluate('window.scrollTo(0, 0)')
  await portal.checkAccessibility()
  await shoot(page, 'failing')
  state.isDown = false

  await page.goto(`${portal.url}/catalog?filters[kind]=component`)
  await page.getByRole('combobox', { name: 'More filters' }).fill('sync')
  await page.getByRole('option', { name: 'Shipping: Sync' }).click()
  await page.getByRole('combobox', { name: 'Shipping: Sync' }).click()
  await page.getByRole('option', { name: /^In sync/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'All components (1)' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'List options' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Shipping: Sync' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('columnheader', { name: 'Shipping: Sync' }).getByRole('button').click()
  await expect(page).toHaveURL(/filters%5Bconnectors%2Fshipping\.sync%5D(%5B0%5D|%5B%5D)?=Synced.*order=connectors%2Fshipping\.sync/)
  await page.reload()
  await expect(page.getByRole('row', { name: /component:default\/shipped/ })).toContainText('In sync')
  await portal.checkAccessibility()
  await shoot(page, 'filtered')

  await page.goto(`${portal.url}/catalog/default/component/unshipped`)
  await expect(page.getByRole('link', { name: 'History' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Tools' })).toBeHidden()
})

test('operators see how connectors run, without secrets, and try one with an entity', async ({ portal }) => {
  const { page } = portal
  await portal.signIn('/connectors')
  await expect(page.getByRole('link', { name: 'Shipping' })).toBeVisible()
  await portal.checkAccessibility()
  await shoot(page, 'list')
  await page.getByRole('link', { name: 'Shipping' }).click()
  await expect(page.getByText(tool.url)).toBeVisible()
  await portal.checkAccessibility()
  await shoot(page, 'connector')

  const tabs = page.getByRole('navigation', { name: 'Parts of the connector' })
  await tabs.getByRole('link', { name: 'Entities' }).click()
  await expect(page.getByRole('row', { name: /shipped/ })).toContainText('tool/app: shipped')
  await tabs.getByRole('link', { name: 'Requests' }).click()
  await page.getByText('/apps/shipped').first().click()
  await expect(page.getByText('[redacted]').first()).toBeVisible()
  await expect(page.getByText('tool-secret')).toBeHidden()
  await shoot(page, 'requests')

  await tabs.getByRole('link', { name: 'Try it' }).click()
  await page.getByRole('combobox', { name: 'Entity' }).fill('shipped')
  await page.getByRole('option', { name: /shipped/ }).click()
  await page.getByRole('main').getByRole('button', { name: 'Try it' }).click()
  await expect(page.getByRole('row', { name: /shipping\.sync/ })).toContainText('answer.sync')
  await expect(page.getByText('"coverage": 82')).toBeVisible()
  await portal.checkAccessibility()
  await shoot(page, 'try')

  await page.goto(`${portal.url}/connectors/rivets/try?entity=component:default/riveted`)
  await page.getByRole('main').getByRole('button', { name: 'Try it' }).click()
  await expect(page.getByRole('row', { name: /rivets\.count/ })).toContainText('expected a number, found "Synced"')
})
