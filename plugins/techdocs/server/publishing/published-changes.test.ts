import { document, startCatalog, type TestCatalog } from '@portico/catalog/testing'
import { eventually } from '@portico/core/testing'
import { notificationsApi } from '@portico/notifications/common'
import { notificationsPlugin } from '@portico/notifications/server'
import { searchPlugin } from '@portico/search/server'
import { signalsPlugin } from '@portico/signals/server'
import { docsWatchEvent, techdocsApi } from '@portico/techdocs/common'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { techdocsPlugin } from '../index.ts'

const jane = 'user:default/jane'
const params = { namespace: 'default', kind: 'component', name: 'pay' }
const folder = mkdtempSync(path.join(tmpdir(), 'portico-published-'))
const site = path.join(folder, 'default/component/pay')

/** What a run of CI leaves in the storage. */
function publish(version: number, words: string): void {
  mkdirSync(path.join(site, 'search'), { recursive: true })
  writeFileSync(
    path.join(site, 'index.html'),
    `<nav><ul><li><a href=".">Home</a></li></ul></nav><article><h1>Pay</h1><p>${words}</p></article>`,
  )
  const docs = [
    { location: '', title: 'Pay', text: `Pay¶ ${words}` },
    { location: '#money', title: 'Money', text: `<p>${words} <code>a &lt; b</code></p>` },
    { location: '../../other', title: 'Out', text: words },
    { title: 'nowhere' },
  ]
  writeFileSync(path.join(site, 'search/search_index.json'), JSON.stringify({ docs }))
  writeFileSync(path.join(site, 'techdocs_metadata.json'), JSON.stringify({ site_name: 'Payments', build_timestamp: version }))
}

let catalog: TestCatalog
beforeAll(async () => {
  publish(1_700_000_000_000, 'ledger')
  const pay = document('Component', 'pay', { metadata: { title: 'Payments', annotations: { 'backstage.io/techdocs-ref': 'dir:.' } } })
  const techdocs = { builder: 'external', publisher: { type: 'local', local: { publishDirectory: folder } } }
  catalog = await startCatalog(
    { 'pay/catalog-info.yaml': pay },
    { plugins: [searchPlugin, signalsPlugin, notificationsPlugin, techdocsPlugin], config: { techdocs } },
  )
  await catalog.until('kind=component', 1)
})
afterAll(async () => {
  await catalog.stop()
  rmSync(folder, { recursive: true, force: true })
})
afterEach(() => vi.useRealTimers())

const sync = async () => (await catalog.server.fetch('/api/techdocs/sync/default/component/pay')).text()
/** A site is looked at once a minute. */
const later = (minutes: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 61_000 })

const told = async () =>
  (await catalog.server.as(jane).call(notificationsApi.listNotifications, { query: {} })).notifications.map(({ payload }) => payload.title)

async function found(term: string): Promise<unknown[]> {
  const answer = await catalog.server.fetch(`/api/search/query?term=${term}&types[0]=techdocs`)
  return ((await answer.json()) as { results: { document: Record<string, unknown> }[] }).results.map(
    ({ document: { title, text, location } }) => ({
      title,
      text,
      location,
    }),
  )
}

test('search has the sections of published docs, and another version is told to who watches them', async () => {
  await catalog.server.as(jane).call(notificationsApi.putWatch, { body: { entityRef: 'component:default/pay', events: [docsWatchEvent] } })
  await sync()
  const money = (words: string) => ({ title: 'Money', text: `${words} a < b`, location: '/docs/default/component/pay/#money' })
  const page = (words: string) => ({ title: 'Pay', text: `Pay ${words}`, location: '/docs/default/component/pay/' })
  await eventually(async () => expect(await found('ledger')).toEqual([page('ledger')]))
  expect(await found('money')).toEqual([money('ledger')])
  const { report } = await eventually(async () => {
    const answer = await catalog.server.call(techdocsApi.getReport, { params })
    expect(answer.report).toBeDefined()
    return answer
  })
  // Their links are not checked, and nothing says that they are.
  expect(report).toMatchObject({ pages: 1, lastModifiedAt: new Date(1_700_000_000_000).toISOString(), notices: [] })
  expect([report?.brokenLinks, report?.unsupported]).toEqual([undefined, undefined])
  expect(await told()).toEqual([])

  publish(1_700_000_100_000, 'refunds')
  expect(await sync()).toContain('"updated":false')
  later(1)
  expect(await sync()).toContain('"updated":true')
  await eventually(async () => expect(await found('refunds')).toEqual([page('refunds')]))
  await eventually(async () => expect(await told()).toEqual(['The docs of Payments have changed']))
  expect(await found('ledger')).toEqual([])
})

test('published docs that cannot be read leave the last good version up, with a note', async () => {
  writeFileSync(path.join(site, 'techdocs_metadata.json'), '{"site_name": "Pay')
  later(2)
  expect(await sync()).toMatch(/event: error\ndata: "'default\/component\/pay\/techdocs_metadata\.json' is not what a site says/)
  const broken = await catalog.server.call(techdocsApi.getSite, { params })
  expect([broken.site.name, broken.problem?.message]).toEqual(['Payments', expect.stringContaining('techdocs_metadata.json')])
  expect((await catalog.server.call(techdocsApi.getPage, { params: { ...params, rest: '' } })).title).toBe('Pay')
  publish(1_700_000_100_000, 'refunds')
  later(4)
  await sync()
  expect((await catalog.server.call(techdocsApi.getSite, { params })).problem).toBeUndefined()
})
