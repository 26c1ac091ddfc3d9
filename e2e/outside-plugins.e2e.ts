import { expect, startPortalProcess, test as base } from '@portico/core/testing/browser'
import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { buildOutsidePlugin } from './outside-plugin.ts'

const radar = `
import { stringifyEntityRef } from '@portico/plugin/common'
import { defineMessages, defineWebPlugin, entityCards, entityTabs, homeWidgets, useEntity } from '@portico/plugin/web'
import { useState } from 'react'

const { title, description } = defineMessages('radar', { title: 'Tech radar', description: 'What we use' })

function Blips() {
  const [count, setCount] = useState(0)
  return <button className="blip" onClick={() => setCount(count + 1)}>{'Blips: ' + count}</button>
}
function Assessment() {
  return <p className="blip">{'Assessed: ' + stringifyEntityRef(useEntity())}</p>
}
function Broken() {
  throw new Error('the card of the radar broke')
}
const load = () => import('./page.tsx')
export default defineWebPlugin({
  id: 'radar',
  pages: [
    { path: '/radar', title, load, nav: { label: title, icon: 'plugin' } },
    { path: '/radar-broken', title, load: () => import('./broken.tsx') },
  ],
  themes: [{ id: 'radar-night', title: 'Radar night', variant: 'dark', tokens: { '--page': '#001020' } }],
  translations: { de: async () => ({ translation: { radar: { title: 'Technikradar' } } }) },
  fills: [
    entityTabs.fill({ path: '/radar', title, View: Assessment }),
    entityCards.fill({ name: 'card', place: 'main', order: 1, View: Blips }),
    entityCards.fill({ name: 'broken', place: 'side', order: 1, View: Broken }),
    homeWidgets.fill({ title, description, byDefault: true, View: Blips }),
  ],
})
`

const page = `
import { Button, Dialog, Page, PageHeader, query, useQuery } from '@portico/plugin/web'
import { catalogApi } from '@portico/plugin/common'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

export default function RadarPage() {
  const [open, setOpen] = useState(false)
  const { data } = useQuery(query(catalogApi.getEntityByName, { params: { kind: 'component', namespace: 'default', name: 'sonar' } }))
  const cached = useQueryClient().getQueryCache().getAll().some(each => each.state.data === data)
  return (
    <Page>
      <PageHeader title="Tech radar" subtitle={data && cached ? 'Watches ' + data.metadata.name : 'Waits'} />
      <Button onClick={() => setOpen(true)}>Explain</Button>
      <p className="blip">Adopt</p>
      <Dialog open={open} onClose={() => setOpen(false)} title="Rings"><p className="blip">Adopt, trial, assess, hold</p></Dialog>
    </Page>
  )
}
`

const broken = `export default function Broken() { throw new Error('the page of the radar broke') }`

const css = `
:root { --page: rgb(255, 244, 247); --blip: rgb(0, 90, 0); }
h1, body { letter-spacing: 9px; }
.blip { color: var(--blip); }
@media (min-width: 1px) { button { text-decoration: underline; } }
} } } * { visibility: hidden; }
`

const catalog = `
apiVersion: backstage.io/v1alpha1
kind: Component
metadata: { name: sonar }
spec: { type: service, lifecycle: production, owner: guests }
`

const other = (id: string, path: string, more = '') => `
import { defineWebPlugin } from '@portico/plugin/web'
${more}
export default defineWebPlugin({ id: '${id}', pages: [{ path: '${path}', title: '${id}', load: async () => ({ default: () => <h1>{'${id}'}</h1> }) }] })`

/** Each has an API that the portal cannot open with. */
const withApi = (id: string, api: string) => `
import { alertApiRef, defineApi, defineApiRef, defineWebPlugin } from '@portico/plugin/web'
const create = () => { throw new Error('no alerts today') }
export default defineWebPlugin({ id: '${id}', apis: [defineApi(${api})],
  pages: [{ path: '/${id}', title: '${id}', load: async () => ({ default: () => <h1>{'${id}'}</h1> }) }] })`

const test = base.extend({
  portalProcess: [
    // oxlint-disable-next-line no-empty-pattern -- this fixture needs no other
    async ({}, provide) => {
      const sources = [
        { id: 'radar', sources: { 'web.tsx': radar, 'page.tsx': page, 'broken.tsx': broken }, css },
        { id: 'same', sources: { 'web.tsx': other('same', '/radar') } },
        { id: 'throws', sources: { 'web.tsx': other('throws', '/throws', "throw new Error('no set-up today')") } },
        { id: 'misses', sources: { 'web.tsx': other('misses', '/misses', "import 'lost-module'") } },
        { id: 'ours', sources: { 'web.tsx': other('catalog', '/ours') } },
        { id: 'alerts', sources: { 'web.tsx': withApi('alerts', '{ api: alertApiRef, create }') } },
        {
          id: 'needs',
          sources: {
            'web.tsx': withApi('needs', "{ api: defineApiRef({ id: 'needs' }), uses: { lost: defineApiRef({ id: 'lost' }) }, create }"),
          },
        },
      ]
      const folders = sources.map(buildOutsidePlugin)
      const file = path.join(folders[0]!, 'catalog.yaml')
      writeFileSync(file, catalog)
      const portal = await startPortalProcess({
        catalog: { locations: [{ type: 'file', target: file }] },
        plugins: folders.map(folder => ({ package: folder })),
      })
      await provide(portal)
      await portal.stop()
      for (const folder of folders) rmSync(folder, { recursive: true })
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

const styleOf = (name: string) => `(element => getComputedStyle(element).getPropertyValue('${name}'))`

test('a plugin from outside has a page with the kit, the data and the React of the portal, and its styles stay inside', async ({
  portal,
}) => {
  const { page: tab } = portal
  await portal.signIn('/radar')
  await expect(tab.getByRole('heading', { level: 1, name: 'Tech radar' })).toBeVisible()
  await expect(tab.getByText('Watches sonar')).toBeVisible()
  await expect(tab.getByRole('navigation').getByRole('link', { name: 'Tech radar' })).toBeVisible()
  await expect(tab.getByText('Adopt', { exact: true })).toHaveCSS('color', 'rgb(0, 90, 0)')
  await expect(tab.getByRole('button', { name: 'Explain' })).toHaveCSS('text-decoration-line', 'underline')
  await expect(tab.getByRole('button', { name: /Account and settings/ })).not.toHaveCSS('text-decoration-line', 'underline')
  await expect(tab.locator('body')).toHaveCSS('letter-spacing', 'normal')
  expect(await tab.evaluate(`${styleOf('--page')}(document.documentElement)`)).not.toContain('244')
  await tab.getByRole('button', { name: 'Explain' }).click()
  await expect(tab.getByRole('dialog').getByText('Adopt, trial, assess, hold')).toHaveCSS('color', 'rgb(0, 90, 0)')
  await portal.checkAccessibility()
})

test('it adds a card and a tab to entities and a widget to home; what breaks is named, and the rest stays', async ({ portal }) => {
  const { page: tab } = portal
  portal.allowProblem(/the (card|page) of the radar broke/)
  await portal.signIn('/catalog/default/component/sonar')
  await tab.getByRole('button', { name: 'Blips: 0' }).click()
  await expect(tab.getByRole('button', { name: 'Blips: 1' })).toBeVisible()
  await expect(tab.getByRole('heading', { name: 'Error in radar' })).toBeVisible()
  await expect(tab.getByText('the card of the radar broke').first()).toBeVisible()
  await tab.getByRole('link', { name: 'Tech radar' }).last().click()
  await expect(tab.getByText('Assessed: component:default/sonar')).toBeVisible()
  await tab.goto(`${portal.url}/`)
  await expect(tab.getByRole('button', { name: 'Blips: 0' })).toBeVisible()
  await tab.goto(`${portal.url}/radar-broken`)
  await expect(tab.getByText('the page of the radar broke').first()).toBeVisible()
  await expect(tab.getByRole('navigation').getByRole('link', { name: 'Tech radar' })).toBeVisible()
})

test('plugins that cannot be loaded, or do not go with the others, are named with the reason where their page would be', async ({
  portal,
}) => {
  const { page: tab } = portal
  portal.allowProblem(/lost-module|no set-up today/)
  await portal.signIn('/throws')
  for (const [id, reason] of [
    ['same', "Duplicate route '/radar'"],
    ['throws', 'no set-up today'],
    ['misses', 'lost-module'],
    ['ours', "Its module is of the plugin 'catalog'"],
    ['alerts', "Its API 'core.alert' cannot be made: no alerts today"],
    ['needs', "The API 'needs' uses 'lost', for which no implementation is available"],
  ] as const) {
    const panel = tab.getByRole('alert', { name: `The plugin ${id} 1.2.0 could not be loaded` })
    await expect(panel).toContainText(reason)
  }
  await portal.checkAccessibility()
  await tab.getByRole('link', { name: 'Go to the home page' }).click()
  await expect(tab.getByRole('heading', { level: 1, name: /^Good/ })).toBeVisible()
})

test('a page that is open when its plugin is changed or removed says so, and offers to load it anew', async ({ portal }) => {
  const { page: tab } = portal
  await portal.signIn('/radar')
  await expect(tab.getByRole('heading', { level: 1, name: 'Tech radar' })).toBeVisible()
  await tab.route(portal.url + '/', async route => {
    const response = await route.fetch()
    const text = await response.text()
    await route.fulfill({ response, body: text.replace(/<script type="portico\/plugins">[^<]*<\/script>/, '') })
  })
  await tab.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`)
  await expect(tab.getByText('Plugins of the portal were changed.')).toBeVisible()
  await expect(tab.getByRole('heading', { level: 1, name: 'Tech radar' })).toBeVisible()
})
