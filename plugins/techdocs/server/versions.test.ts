import { startCatalog, document, type TestCatalog } from '@portico/catalog/testing'
import { eventually } from '@portico/core/testing'
import { permissionPlugin } from '@portico/permission/server'
import { searchPlugin } from '@portico/search/server'
import { techdocsApi } from '@portico/techdocs/common'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { techdocsPlugin } from './index.ts'

const docs = (name: string) => document('Component', name, { metadata: { annotations: { 'backstage.io/techdocs-ref': 'dir:.' } } })
const params = (name: string) => ({ namespace: 'default', kind: 'component', name })
const roles = { some: { members: ['user:default/insider'], permissions: ['catalog.entity.read'] } }
const config = `site_name: Payments
plugins: [search, mike]
extra:
  version:
    provider: mike
    versions:
      - {version: '2.0', title: 2.0 (current), aliases: [latest]}
      - {version: '1.0', folder: old/1.0, aliases: ['1']}
      - {version: next, branch: next}
`

let catalog: TestCatalog
beforeAll(async () => {
  catalog = await startCatalog(
    { 'pay/catalog-info.yaml': docs('pay'), 'guide/catalog-info.yaml': docs('guide') },
    {
      plugins: [searchPlugin, techdocsPlugin, permissionPlugin],
      config: { permission: { enabled: true, policy: { defaultRoles: false, roles } } },
    },
  )
  catalog.write('pay/mkdocs.yml', config)
  catalog.write('pay/docs/index.md', '# Payments two\n\n[start](start.md)')
  catalog.write('pay/docs/start.md', '# Start\n\nledger of today')
  catalog.write('pay/old/1.0/mkdocs.yml', 'site_name: Payments one\n')
  catalog.write('pay/old/1.0/docs/index.md', '# Payments one\n\n[start](start.md) ![p](p.png)')
  catalog.write('pay/old/1.0/docs/start.md', '# Start\n\nledger of old')
  catalog.write('pay/old/1.0/docs/gone.md', '# Gone')
  catalog.write('pay/old/1.0/docs/p.png', 'png')
  catalog.write(
    'guide/mkdocs.yml',
    'site_name: Guide\nplugins: [i18n: {languages: [{locale: en, name: English, default: true}, {locale: de, name: Deutsch}]}]\n',
  )
  catalog.write('guide/docs/index.md', '# Guide\n\nwords of welcome')
  catalog.write('guide/docs/index.de.md', '# Anleitung\n\nwillkommen, words')
  catalog.write('guide/docs/only.md', '# Only\n\nwords untranslated')
  await catalog.until('kind=component', 2)
})
afterAll(() => catalog.stop())

const insider = () => catalog.server.as('user:default/insider')
const pageOf = (name: string, rest: string) => insider().call(techdocsApi.getPage, { params: { ...params(name), rest } })
const hits = async (name: string, query: { term: string; language?: string; version?: string }) =>
  (await insider().call(techdocsApi.searchSite, { params: params(name), query })).items.map(({ path }) => path).sort()

test('a version in a folder is prepared when it is read, below its name; the default one stays at the root', async () => {
  const site = await insider().call(techdocsApi.getSite, { params: params('pay'), query: {} })
  expect(site.version).toBe('2.0')
  expect(site.versions).toEqual([
    { version: '2.0', title: '2.0 (current)', aliases: ['latest'], prefix: '', isDefault: true },
    { version: '1.0', title: '1.0', aliases: ['1'], prefix: '1.0/', isDefault: false },
    { version: 'next', title: 'next', aliases: [], prefix: 'next/', isDefault: false },
  ])
  expect((await pageOf('pay', '')).html).toContain('href="portico-page:/start/"')
  // What published clients know does not change.
  const files = await insider().call(techdocsApi.getTechDocsMetadata, { params: params('pay'), query: {} })
  expect([files.site_name, files.files?.includes('start/index.html')]).toEqual(['Payments', true])

  const old = await insider().call(techdocsApi.getSite, { params: params('pay'), query: { version: '1.0' } })
  expect([old.version, old.site.name, old.site.home]).toEqual(['1.0', 'Payments one', '1.0/'])
  expect(old.site.nav.map(({ path }) => path)).toEqual(['1.0/', '1.0/gone/', '1.0/start/'])
  const page = await pageOf('pay', '1.0/')
  expect([page.path, page.title]).toEqual(['1.0/', 'Payments one'])
  expect(page.html).toContain('href="portico-page:/1.0/start/"')
  expect(page.html).toContain('src="portico-file:/1.0/p.png"')
  expect(await (await insider().fetch('/api/techdocs/files/default/component/pay/1.0/p.png')).text()).toBe('png')
  expect((await insider().fetch('/api/techdocs/static/docs/default/component/pay/1.0/start/index.html')).status).toBe(200)
  // By an alias it is the same page.
  expect([(await pageOf('pay', '1/start/')).path, (await pageOf('pay', 'latest/start/')).path]).toEqual(['1.0/start/', 'start/'])
  expect((await insider().fetch('/api/techdocs/pages/default/component/pay/gone/')).status).toBe(404)
})

test('search in the site is in the version that is read, search in the portal in the default one', async () => {
  await eventually(async () => expect(await hits('pay', { term: 'ledger' })).toEqual(['start/']))
  await eventually(async () => expect(await hits('pay', { term: 'ledger', version: '1.0' })).toEqual(['1.0/start/']))
  const found = async () => {
    const answer = await insider().fetch('/api/search/query?term=ledger&types[0]=techdocs')
    return ((await answer.json()) as { results: { document: { location: string } }[] }).results.map(({ document: each }) => each.location)
  }
  await eventually(async () => expect((await found()).length).toBeGreaterThan(0))
  expect((await found()).filter(location => location.includes('1.0'))).toEqual([])
})

test('a version that cannot be read, or does not exist, says so and leaves the others', async () => {
  const broken = await insider().fetch('/api/techdocs/sites/default/component/pay?version=next')
  expect([broken.status, await broken.text()]).toEqual([400, expect.stringContaining('is not in a repository with branches')])
  expect((await insider().fetch('/api/techdocs/sites/default/component/pay?version=9')).status).toBe(404)
  const { problem } = await insider().call(techdocsApi.getSite, { params: params('pay'), query: {} })
  expect(problem).toBeUndefined()
})

test('search in a site of several languages is in the one that is read, with what stands in for a translation', async () => {
  await eventually(async () => expect(await hits('guide', { term: 'words', language: 'en' })).toEqual(['', 'only/']))
  expect(await hits('guide', { term: 'words', language: 'de' })).toEqual(['de/', 'de/only/'])
  expect((await pageOf('guide', 'de/only/')).language).toBe('en')
  const raw = await insider().fetch('/api/techdocs/static/docs/default/component/guide/de/index.html')
  expect(await raw.text()).toContain('<html lang="de">')
})

test('who may not read an entity finds none of its versions', async () => {
  const outsider = catalog.server.as('user:default/outsider')
  for (const path of [
    'sites/default/component/pay?version=1.0',
    'pages/default/component/pay/1.0/',
    'files/default/component/pay/1.0/p.png',
  ])
    expect([path, (await outsider.fetch(`/api/techdocs/${path}`)).status]).toEqual([path, 404])
})
