import { startCatalog, document, type TestCatalog } from '@portico/catalog/testing'
import { eventually } from '@portico/core/testing'
import { searchApi } from '@portico/search/common'
import { searchPlugin } from '@portico/search/server'
import { techdocsApi } from '@portico/techdocs/common'
import { permissionPlugin } from '@portico/permission/server'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { techdocsPlugin } from './index.ts'

const docs = (name: string, ref = 'dir:.') =>
  document('Component', name, { metadata: { annotations: { 'backstage.io/techdocs-ref': ref } } })
const params = (name: string) => ({ namespace: 'default', kind: 'component', name })

let catalog: TestCatalog
beforeAll(async () => {
  catalog = await startCatalog(
    {
      'pay/catalog-info.yaml': docs('pay'),
      'bad/catalog-info.yaml': docs('bad'),
      'out/catalog-info.yaml': docs('out', 'dir:../pay'),
      'plain/catalog-info.yaml': document('Component', 'plain'),
      'twin/catalog-info.yaml': document('Component', 'twin', {
        metadata: { annotations: { 'backstage.io/techdocs-entity': 'component:default/pay' } },
      }),
    },
    { plugins: [searchPlugin, techdocsPlugin, permissionPlugin] },
  )
  catalog.write('pay/mkdocs.yml', 'site_name: Payments\nnav:\n  - Home: index.md\n  - Guide: guide/start.md\n')
  catalog.write('pay/docs/index.md', '# Payments\n\nSee [the guide](guide/start.md) and ![a picture](img/x.svg).\n')
  catalog.write('pay/docs/guide/start.md', '# Start\n\n## Install it\n\nRun the *installer*. [Nowhere](missing.md)\n')
  catalog.write('pay/docs/img/x.svg', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  catalog.write('pay/docs/x.js', 'alert(1)')
  catalog.write('bad/mkdocs.yml', 'site_name: [\n')
  catalog.write('bad/docs/index.md', '# Bad\n')
  await catalog.until('kind=component', 5)
})
afterAll(() => catalog.stop())

async function eventsOf(name: string) {
  const response = await catalog.server.fetch(`/api/techdocs/sync/default/component/${name}`)
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  const frames = (await response.text()).split('\n\n').filter(frame => frame.includes('event:'))
  return frames.map(frame => ({ event: /event: (\w+)/.exec(frame)![1]!, data: JSON.parse(/data: (.*)/.exec(frame)![1]!) as unknown }))
}

test('a sync sends log events, then finish that says whether there is a new version; within 60 s nothing is read again [DOCS-05, DOCS-17]', async () => {
  const first = await eventsOf('pay')
  expect(first.slice(0, -1).every(({ event, data }) => event === 'log' && typeof data === 'string')).toBe(true)
  expect(first.length).toBeGreaterThan(2)
  expect(first.at(-1)).toEqual({ event: 'finish', data: { updated: true } })
  expect(await eventsOf('pay')).toEqual([{ event: 'finish', data: { updated: false } }])
})

test('the event stream of a sync has log, finish and error, with data that is JSON [DOCS-14]', async () => {
  catalog.write('pay/docs/index.md', '# Payments\n\nSee [the guide](guide/start.md) and ![a picture](img/x.svg). Fees too.\n')
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
  onTestFinished(() => void vi.useRealTimers())
  const good = await eventsOf('pay')
  expect(new Set(good.map(({ event }) => event))).toEqual(new Set(['log', 'finish']))
  expect(good.every(({ event, data }) => (event === 'log' ? typeof data === 'string' : data !== undefined))).toBe(true)
  const bad = await eventsOf('bad')
  expect(new Set(bad.map(({ event }) => event))).toEqual(new Set(['log', 'error']))
  expect(bad.at(-1)).toEqual({ event: 'error', data: expect.stringContaining('mkdocs.yml') as unknown })
})

test('a sync that fails ends with an error event; a source outside of the folder of the entity is refused [DOCS-06]', async () => {
  const bad = await eventsOf('bad')
  expect(bad.at(-1)).toMatchObject({
    event: 'error',
    data: expect.stringMatching(/^Could not read MkDocs YAML config mkdocs\.yml:\d+:\d+/),
  })
  expect((await eventsOf('out')).at(-1)).toMatchObject({ event: 'error', data: expect.stringContaining('leads out of the folder') })
  expect((await catalog.server.fetch('/api/techdocs/sync/default/component/none')).status).toBe(404)
})

test('the metadata of the site and of the entity are those of the wire [DOCS-04, DOCS-08, DOCS-09]', async () => {
  expect(await catalog.server.call(techdocsApi.getTechDocsMetadata, { params: params('pay') })).toMatchObject({
    site_name: 'Payments',
    etag: expect.any(String),
    build_timestamp: expect.any(Number),
    files: expect.arrayContaining(['index.html', 'guide/start/index.html', 'img/x.svg']),
  })
  const entity = await catalog.server.call(techdocsApi.getEntityMetadata, { params: params('pay') })
  expect(entity).toMatchObject({ kind: 'Component', metadata: { name: 'pay' }, locationMetadata: { type: 'dir', target: '.' } })
  expect((await catalog.server.fetch('/api/techdocs/metadata/entity/default/component/plain')).status).toBe(404)
})

test('an entity that names another one has its docs', async () => {
  expect((await catalog.server.call(techdocsApi.getSite, { params: params('twin') })).site.name).toBe('Payments')
  expect((await catalog.server.call(techdocsApi.getPage, { params: { ...params('twin'), rest: 'guide/start/' } })).title).toBe('Guide')
  expect((await eventsOf('twin')).at(-1)).toEqual({ event: 'finish', data: { updated: false } })
  expect((await catalog.server.fetch('/api/techdocs/sites/default/component/plain')).status).toBe(404)
})

test('files are served below static/docs: pages, SVG and scripts as plain text that nothing runs, mixed letter case by a redirect, nothing else [DOCS-10]', async () => {
  const get = (rest: string) => catalog.server.fetch(`/api/techdocs/static/docs/${rest}`)
  const page = await get('default/component/pay/guide/start/index.html')
  expect(page.status).toBe(200)
  expect(page.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(await page.text()).toContain('<h2 id="install-it">Install it')
  const svg = await get('default/component/pay/img/x.svg')
  expect(svg.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  const script = await get('default/component/pay/x.js')
  expect([script.status, script.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
  for (const { headers } of [page, svg, script]) {
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none';.*; sandbox$/)
  }
  const moved = await get('default/Component/pay/index.html')
  expect(moved.status).toBe(301)
  expect(new URL(moved.headers.get('location')!, moved.url).pathname).toBe('/api/techdocs/static/docs/default/component/pay/index.html')
  for (const missing of ['default/component/pay/none.png', 'default/component/pay/..%2Fmkdocs.yml', 'default/component/none/index.html']) {
    const answer = await get(missing)
    expect([answer.status, await answer.text()]).toEqual([404, ''])
  }
})

test('the cookie is issued at both addresses [DOCS-07]', async () => {
  const moved = await catalog.server.fetch('/api/techdocs/cookie')
  expect(moved.status).toBe(307)
  const cookie = await catalog.server.fetch(new URL(moved.headers.get('location')!).pathname)
  expect(cookie.headers.get('content-type')).toContain('application/json')
  expect(await cookie.json()).toEqual({ expiresAt: expect.any(String) })
})

test('a page has its title, headings, links of the site, and what is wrong with it', async () => {
  const { site, builtAt } = await catalog.server.call(techdocsApi.getSite, { params: params('pay') })
  expect(site).toMatchObject({
    name: 'Payments',
    home: '',
    nav: [
      { title: 'Home', path: '' },
      { title: 'Guide', path: 'guide/start/' },
    ],
  })
  expect(Date.parse(builtAt)).toBeGreaterThan(0)
  const home = await catalog.server.call(techdocsApi.getPage, { params: { ...params('pay'), rest: '' } })
  expect(home.html).toContain('href="portico-page:/guide/start/"')
  expect(home.html).toContain('src="portico-file:/img/x.svg"')
  const guide = await catalog.server.call(techdocsApi.getPage, { params: { ...params('pay'), rest: 'guide/start' } })
  expect(guide.headings.map(({ id }) => id)).toEqual(['start', 'install-it'])
  expect(guide.notices.map(({ code }) => code)).toEqual(['link-broken'])
  const change = await catalog.server.call(techdocsApi.getLastChange, { params: { ...params('pay'), rest: 'guide/start' } })
  // A file of this machine tells when, and not who.
  expect(change).toEqual({ at: expect.stringMatching(/^\d{4}-/) })
  await expect(catalog.server.call(techdocsApi.getPage, { params: { ...params('pay'), rest: 'none/' } })).rejects.toMatchObject({
    name: 'NotFoundError',
  })
})

test('the reader gets SVG as an image under a policy in which nothing runs', async () => {
  const svg = await catalog.server.fetch('/api/techdocs/files/default/component/pay/img/x.svg')
  expect(svg.headers.get('content-type')).toBe('image/svg+xml')
  expect(svg.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(svg.headers.get('content-security-policy')).toContain('sandbox')
})

test('all pages are indexed in the background, for search in the site and for the report of the owner', async () => {
  const { report } = await eventually(async () => {
    const found = await catalog.server.call(techdocsApi.getReport, { params: params('pay') })
    expect(found.report).toBeDefined()
    return found
  })
  expect(report).toMatchObject({ entityRef: 'component:default/pay', pages: 2, brokenLinks: 1, unsupported: 0 })
  const { items } = await catalog.server.call(techdocsApi.searchSite, { params: params('pay'), query: { term: 'installer' } })
  expect(items).toMatchObject([{ path: 'guide/start/', id: 'install-it', title: 'Install it', page: 'Guide' }])
  const found = async () =>
    (await (await catalog.server.fetch('/api/search/query?term=installer&types[0]=techdocs')).json()) as { results: { document: object }[] }
  await eventually(async () =>
    expect((await found()).results[0]?.document).toMatchObject({
      title: 'Install it',
      location: '/docs/default/component/pay/guide/start/#install-it',
      path: 'guide/start/#install-it',
      kind: 'component',
      namespace: 'default',
      name: 'pay',
      entityTitle: 'pay',
      componentType: 'service',
      type: 'service',
      lifecycle: 'production',
      owner: 'team-a',
      annotations: expect.objectContaining({ 'backstage.io/techdocs-ref': 'dir:.' }),
    }),
  )
  const list = await catalog.server.call(techdocsApi.listReports, { query: {} })
  expect(list.items).toMatchObject([
    { entityRef: 'component:default/bad', reasons: ['error'] },
    { entityRef: 'component:default/out', reasons: ['error'] },
    { entityRef: 'component:default/pay', reasons: ['broken'] },
  ])
})

test('a run of search writes no documents that are as they were', async () => {
  const status = async () => (await catalog.server.call(searchApi.getStatus)).types.find(({ type }) => type === 'techdocs')!
  await eventually(async () => expect(await status()).toMatchObject({ running: false, tookMs: expect.any(Number) as unknown }))
  const { startedAt, documents, changedAt } = await status()
  expect(documents).toBeGreaterThan(2)
  // A run of its own may have begun meanwhile.
  await eventually(() => catalog.server.call(searchApi.runType, { params: { type: 'techdocs' } }))
  await eventually(async () => {
    const after = await status()
    expect(after.startedAt).not.toBe(startedAt)
    expect(after).toMatchObject({ running: false, result: 'completed', changed: 0, documents, changedAt })
  })
})

test('who may not read an entity finds none of its docs: pages, files, sections, reports', async () => {
  const roles = { some: { members: ['user:default/insider'], permissions: ['catalog.entity.read'] } }
  const hidden = await startCatalog(
    { 'a/catalog-info.yaml': docs('secret') },
    {
      plugins: [searchPlugin, techdocsPlugin, permissionPlugin],
      config: {
        permission: { enabled: true, policy: { defaultRoles: false, roles } },
        search: { collators: { techdocs: { locationTemplate: '/handbook/:namespace/:kind/:name/:path' } } },
      },
    },
  )
  try {
    hidden.write('a/docs/index.md', '# Secret\n\n[x](none.md) ![p](p.png)')
    hidden.write('a/docs/p.png', 'png')
    await hidden.until('kind=component', 1)
    const [insider, outsider] = [hidden.server.as('user:default/insider'), hidden.server.as('user:default/outsider')]
    const routes = ['sites', 'pages', 'files', 'static/docs', 'metadata/techdocs', 'metadata/entity', 'sync', 'report', 'search']
    const path = (route: string) => {
      const rest = { files: '/p.png', 'static/docs': '/index.html', pages: '/' }[route] ?? ''
      return `/api/techdocs/${route}/default/component/secret${rest}${route === 'search' ? '?term=secret' : ''}`
    }
    for (const route of routes) expect([route, (await insider.fetch(path(route))).status]).toEqual([route, 200])
    const listed = () => insider.call(techdocsApi.listReports, { query: {} })
    await eventually(async () => expect((await listed()).items).toHaveLength(1))
    for (const route of routes) expect([route, (await outsider.fetch(path(route))).status]).toEqual([route, 404])
    expect((await outsider.call(techdocsApi.listReports, { query: {} })).items).toEqual([])
    expect((await hidden.server.as(undefined).fetch(path('files'))).status).toBe(401)
    const found = async (caller: typeof insider) => {
      const answer = await caller.fetch('/api/search/query?term=secret&types[0]=techdocs')
      return ((await answer.json()) as { results: { document: { location: string } }[] }).results.map(
        ({ document: { location } }) => location,
      )
    }
    // They lead where the config says.
    await eventually(async () => expect(await found(insider)).toEqual(['/handbook/default/component/secret/']))
    expect(await found(outsider)).toEqual([])
  } finally {
    await hidden.stop()
  }
})
