import { document, startCatalog, type TestCatalog } from '@portico/catalog/testing'
import { eventually } from '@portico/core/testing'
import { notificationsApi } from '@portico/notifications/common'
import { notificationsPlugin } from '@portico/notifications/server'
import { searchPlugin } from '@portico/search/server'
import { signalsPlugin } from '@portico/signals/server'
import { docsWatchEvent, techdocsApi } from '@portico/techdocs/common'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { techdocsPlugin } from '../index.ts'

const jane = 'user:default/jane'
const params = { namespace: 'default', kind: 'component', name: 'pay' }

let catalog: TestCatalog
beforeAll(async () => {
  const pay = document('Component', 'pay', { metadata: { title: 'Payments', annotations: { 'backstage.io/techdocs-ref': 'dir:.' } } })
  catalog = await startCatalog(
    { 'pay/catalog-info.yaml': pay },
    { plugins: [searchPlugin, signalsPlugin, notificationsPlugin, techdocsPlugin] },
  )
  catalog.write('pay/mkdocs.yml', 'site_name: Payments\n')
  catalog.write('pay/docs/index.md', '# Payments\n')
  await catalog.until('kind=component', 1)
})
afterAll(() => catalog.stop())
afterEach(() => vi.useRealTimers())

const told = async (user: string) =>
  (await catalog.server.as(user).call(notificationsApi.listNotifications, { query: {} })).notifications.map(({ origin, payload }) => ({
    origin,
    title: payload.title,
    link: payload.link,
    topic: payload.topic,
  }))

async function checkedAt(): Promise<string> {
  const { report } = await catalog.server.call(techdocsApi.getReport, { params })
  if (!report) throw new Error('The docs are not checked yet')
  return report.checkedAt
}

test('who watches the docs of an entity is told when they have changed, and not of their first version', async () => {
  await catalog.server.as(jane).call(notificationsApi.putWatch, { body: { entityRef: 'component:default/pay', events: [docsWatchEvent] } })
  await catalog.server.fetch('/api/techdocs/sync/default/component/pay').then(response => response.text())
  const first = await eventually(checkedAt)
  expect(await told(jane)).toEqual([])
  catalog.write('pay/docs/index.md', '# Payments\n\nNow with refunds.\n')
  // A site is looked at once a minute.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
  await catalog.server.fetch('/api/techdocs/sync/default/component/pay').then(response => response.text())
  await eventually(async () => expect(await checkedAt()).not.toBe(first))
  const news = {
    origin: 'plugin:techdocs',
    title: 'The docs of Payments have changed',
    link: '/docs/default/component/pay',
    topic: 'docs-changed',
  }
  await eventually(async () => expect(await told(jane)).toEqual([news]))
  expect(await told('user:default/joe')).toEqual([])
})
