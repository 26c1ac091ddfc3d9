import { startCatalog, document, type TestCatalog } from '@portico/catalog/testing'
import { eventually } from '@portico/core/testing'
import { searchPlugin } from '@portico/search/server'
import { techdocsApi } from '@portico/techdocs/common'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { techdocsPlugin } from '../index.ts'
import { readVersionsFile } from './published-versions.ts'

const params = { namespace: 'default', kind: 'component', name: 'pay' }
const folder = mkdtempSync(path.join(tmpdir(), 'portico-mike-'))

function write(file: string, text: string): void {
  const place = path.join(folder, 'default/component/pay', file)
  mkdirSync(path.dirname(place), { recursive: true })
  writeFileSync(place, text)
}

/** What `mike deploy` leaves for one version. */
function deploy(version: string, words: string): void {
  const nav = (up: string) =>
    `<nav class="md-nav md-nav--primary"><ul><li><a href="${up}">Home</a></li><li><a href="${up}start/">Start</a></li></ul></nav>`
  write(`${version}/index.html`, `${nav('./')}<article><h1>Pay ${version}</h1><p>${words} <a href="start/">go</a></p></article>`)
  write(`${version}/start/index.html`, `${nav('../')}<article><h1>Start ${version}</h1><p><img src="../p.png"></p></article>`)
  write(`${version}/p.png`, `png ${version}`)
  write(`${version}/search/search_index.json`, JSON.stringify({ docs: [{ location: 'start/', title: 'Start', text: words }] }))
}

/** The page that `mike set-default` writes at the root. */
const redirectTo = (name: string) => `<!DOCTYPE html>
<html><head><meta charset="utf-8"><title>Redirecting</title>
  <noscript><meta http-equiv="refresh" content="1; url=${name}/" /></noscript>
  <script>window.location.replace("${name}/" + window.location.search + window.location.hash);</script>
</head><body>Redirecting to <a href="${name}/">${name}/</a>...</body></html>`

let catalog: TestCatalog
beforeAll(async () => {
  deploy('1.0', 'ledger of old')
  deploy('2.0', 'ledger of today')
  write(
    'versions.json',
    JSON.stringify([
      { version: '2.0', title: '2.0', aliases: ['latest'] },
      { version: '1.0', title: '1.0 (old)', aliases: [] },
    ]),
  )
  write('index.html', redirectTo('latest'))
  const techdocs = { builder: 'external', publisher: { type: 'local', local: { publishDirectory: folder } } }
  catalog = await startCatalog(
    {
      'pay/catalog-info.yaml': document('Component', 'pay', {
        metadata: { title: 'Payments', annotations: { 'backstage.io/techdocs-ref': 'dir:.' } },
      }),
    },
    { plugins: [searchPlugin, techdocsPlugin], config: { techdocs } },
  )
  await catalog.until('kind=component', 1)
})
afterAll(async () => {
  await catalog.stop()
  rmSync(folder, { recursive: true, force: true })
})

const pageAt = (rest: string) => catalog.server.call(techdocsApi.getPage, { params: { ...params, rest } })

test('a site that mike has published opens in the version that its root leads to, and has the others', async () => {
  const site = await catalog.server.call(techdocsApi.getSite, { params, query: {} })
  expect(site).toMatchObject({ version: '2.0', site: { name: 'Payments', home: '2.0/' } })
  expect(site.site.nav).toEqual([
    { title: 'Home', path: '2.0/' },
    { title: 'Start', path: '2.0/start/' },
  ])
  expect(site.versions).toEqual([
    { version: '2.0', title: '2.0', aliases: ['latest'], prefix: '2.0/', isDefault: true },
    { version: '1.0', title: '1.0 (old)', aliases: [], prefix: '1.0/', isDefault: false },
  ])
  expect((await pageAt('')).path).toBe('2.0/')
  // There is no folder `latest`: the list says which version it is.
  expect((await pageAt('latest/start/')).title).toBe('Start 2.0')
  const old = await catalog.server.call(techdocsApi.getSite, { params, query: { version: '1.0' } })
  expect([old.version, old.site.nav.map(({ path: each }) => each)]).toEqual(['1.0', ['1.0/', '1.0/start/']])
  expect((await pageAt('1.0/start/')).html).toContain('src="portico-file:/1.0/p.png"')
  expect((await pageAt('1.0/')).html).toContain('href="portico-page:/1.0/start/"')
})

test('the files of all versions are where they were, and so is the list', async () => {
  const raw = async (file: string) => (await catalog.server.fetch(`/api/techdocs/static/docs/default/component/pay/${file}`)).text()
  expect([await raw('1.0/p.png'), await raw('2.0/p.png'), await raw('latest/p.png')]).toEqual(['png 1.0', 'png 2.0', 'png 2.0'])
  expect(await raw('1.0/index.html')).toContain('Pay 1.0')
  expect(await raw('versions.json')).toContain('1.0 (old)')
  // Clients of Backstage ask for these at the root.
  expect(JSON.parse(await raw('techdocs_metadata.json'))).toMatchObject({ site_name: 'Payments' })
  expect(await raw('search/search_index.json')).toContain('ledger of today')
})

test('the portal searches the default version, the reader the one that is open', async () => {
  const found = async (version?: string) =>
    (await catalog.server.call(techdocsApi.searchSite, { params, query: { term: 'ledger', ...(version !== undefined && { version }) } }))
      .items
  expect(await found()).toMatchObject([{ path: '2.0/start/' }])
  expect(await found('1.0')).toMatchObject([{ path: '1.0/start/', text: 'ledger of old' }])
  const everywhere = async () => {
    const answer = await catalog.server.fetch('/api/search/query?term=ledger&types[0]=techdocs')
    return ((await answer.json()) as { results: { document: { location: string } }[] }).results.map(({ document: each }) => each.location)
  }
  await eventually(async () => expect(await everywhere()).toEqual(['/docs/default/component/pay/2.0/start/']))
})

test('a list of versions is read as far as it is one', () => {
  const read = (value: unknown, root?: string) =>
    readVersionsFile(Buffer.from(JSON.stringify(value)), root === undefined ? undefined : Buffer.from(root))
  const defaultOf = (versions: ReturnType<typeof read>) => versions?.find(({ isDefault }) => isDefault)?.version
  const listed = [{ version: 'dev' }, { version: '1.0', aliases: ['latest'] }, { version: '../x' }, { version: '..' }]
  expect(read(listed)?.map(({ version, title }) => [version, title])).toEqual([
    ['dev', 'dev'],
    ['1.0', '1.0'],
  ])
  expect(defaultOf(read(listed))).toBe('1.0')
  expect(defaultOf(read(listed, redirectTo('dev')))).toBe('dev')
  expect(defaultOf(read([{ version: '3' }, { version: '2' }]))).toBe('3')
  for (const wrong of [{}, [], [1], 'x', [{ version: '/' }]]) expect(read(wrong)).toBeUndefined()
})
