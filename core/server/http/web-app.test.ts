import { defineContract, firstRequest, get } from '@portico/core/common'
import { defineServerPlugin } from '@portico/core/server'
import { startTestServer, type TestServer } from '@portico/core/testing'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

const page =
  '<!doctype html><html><head><base href="__BASE_PATH__"><script>document.title = "x"</script><meta name="csp-nonce" content="__CSP_NONCE__"><link rel="icon" href="./icon.svg" /><!--portico:config--></head><body></body></html>'
const script = `console.log(${JSON.stringify('x'.repeat(3000))})`

const linkTo = (name: string) => `<link rel="modulepreload" crossorigin href="./static/${name}.js">`
const pageNotes = ['/catalog', '/catalog/:kind/:name', '/catalog/:namespace/:kind/:name/*', '/catalog/new/:name', '/'].map(page => ({
  path: page,
  links: linkTo(page.replaceAll('/', '_')),
}))

// Is told of pages that are requested.
const requested: string[] = []
const listening = defineServerPlugin({
  id: 'listening',
  setup({ server: { onPageRequest } }) {
    onPageRequest('/catalog', () => {
      throw new Error('not today')
    })
    for (const each of ['/catalog', '/docs/:namespace/*']) onPageRequest(each, () => void requested.push(each))
  },
})

let folder: string
let server: TestServer
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'portico-web-'))
  mkdirSync(path.join(folder, 'static'))
  writeFileSync(path.join(folder, 'index.html'), page)
  writeFileSync(path.join(folder, 'robots.txt'), 'User-agent: *\n')
  writeFileSync(path.join(folder, 'page-files.json'), JSON.stringify(pageNotes))
  writeFileSync(path.join(folder, 'static', 'app-1234.js'), script)
  writeFileSync(path.join(folder, 'static', 'app-1234.js.br'), brotliCompressSync(script))
  writeFileSync(path.join(path.dirname(folder), 'portico-outside.txt'), 'outside')
  server = await startTestServer({
    webFolder: folder,
    plugins: [listening],
    config: {
      app: { title: '</script><script>alert(1)</script> $& <!--', baseUrl: 'http://localhost:7007/portal' },
      backend: {
        auth: { externalAccess: [{ type: 'static', options: { token: 'a-very-secret-token', subject: 'ci' } }] },
        csp: { 'img-src': ["'self'", 'https:'], 'object-src': false },
      },
    },
  })
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true })
})

const visitor = (url: string, init?: RequestInit) => server.as(undefined).fetch(url, init)

test('every page lives under the path of app.baseUrl, and the page is never cached [SHELL-05]', async () => {
  for (const url of ['/portal', '/portal/', '/portal/catalog/default/component/x?tab=1']) {
    const response = await visitor(url)
    expect([url, response.status, response.headers.get('cache-control')]).toEqual([url, 200, 'no-store, max-age=0'])
    expect(await response.text()).toContain('<base href="/portal/">')
  }
  const root = await visitor('/')
  expect([root.status, root.headers.get('location')]).toEqual([302, '/portal/'])
  expect((await visitor('/elsewhere')).status).toBe(404)
})

test('plugins are told that one of their pages is requested; one that fails costs neither the page nor the others', async () => {
  requested.length = 0
  for (const url of [
    '/portal/',
    '/portal/docs',
    '/portal/catalog/x',
    '/portal/catalogue',
    '/portal/static/catalog',
    '/portal/api/catalog',
    '/catalog',
  ])
    await visitor(url)
  expect(requested).toEqual([])
  expect((await visitor('/portal/Catalog/?filters=x')).status).toBe(200)
  expect((await visitor('/portal/docs/default/component/x')).status).toBe(200)
  expect(requested).toEqual(['/catalog', '/docs/:namespace/*'])
})

test('the config is inside the page as data that cannot break out, and holds no secret [SHELL-03]', async () => {
  const html = await (await visitor('/portal/')).text()
  const [, json] = /<script type="backstage.io\/config">([\s\S]*?)<\/script>/.exec(html)!
  const [{ data }] = JSON.parse(json!)
  expect(data.app.title).toBe('</script><script>alert(1)</script> $& <!--')
  expect(html.match(/<script/g)).toHaveLength(2)
  expect(html).not.toContain('a-very-secret-token')
  expect(data.backend).toEqual({ baseUrl: 'http://localhost:7007' })
})

test('the policy of a page allows the script that the build wrote out in it, by its hash, and no other', async () => {
  const response = await visitor('/portal/')
  const [, code] = /<script>(.*?)<\/script>/.exec(await response.text())!
  const hash = createHash('sha256').update(code!).digest('base64')
  const [sources] = /script-src [^;]*/.exec(response.headers.get('content-security-policy')!)!
  expect(sources).toBe(`script-src 'self' 'sha256-${hash}'`)
  // What is not a page runs none.
  expect((await visitor('/api/nowhere')).headers.get('content-security-policy')).not.toContain('sha256')
})

test('each page has its own nonce, in the policy and in the page', async () => {
  const nonces = await Promise.all(
    [1, 2].map(async () => {
      const response = await visitor('/portal/')
      const nonce = /'nonce-([^']+)'/.exec(response.headers.get('content-security-policy')!)![1]!
      expect(await response.text()).toContain(`content="${nonce}"`)
      return nonce
    }),
  )
  expect(new Set(nonces).size).toBe(2)
})

test('backend.csp changes directives and false removes one', async () => {
  const policy = (await visitor('/portal/')).headers.get('content-security-policy')!
  expect(policy).toContain("img-src 'self' https:")
  expect(policy).not.toContain('object-src')
  expect(policy).not.toContain('unsafe-eval')
})

test('logos of other hosts are allowed by the policy, and the icon is that of the tab, whatever is in its address', async () => {
  const branded = await startTestServer({
    webFolder: folder,
    config: {
      app: {
        branding: {
          logo: 'https://cdn.example.com/a/logo.svg',
          logoDark: 'https://dark.example.com/logo.svg',
          icon: 'https://cdn.example.com/icon.svg?a=1&b="><script>alert(1)</script>',
        },
      },
    },
  })
  onTestFinished(() => branded.stop())
  const response = await branded.as(undefined).fetch('/')
  expect(response.headers.get('content-security-policy')).toContain(
    "img-src 'self' data: https://cdn.example.com https://dark.example.com;",
  )
  const html = await response.text()
  expect(html).toContain(
    '<link rel="icon" href="https://cdn.example.com/icon.svg?a=1&amp;b=&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;" />',
  )
  expect(html.match(/rel="icon"/g)).toHaveLength(1)
})

test('fonts of the organisation are served by the portal, within its policy, and one that is no font is left out', async () => {
  const woff2 = Buffer.concat([Buffer.from('wOF2'), Buffer.from('the letters')])
  writeFileSync(path.join(folder, 'brand.woff2'), woff2)
  writeFileSync(path.join(folder, 'page.woff2'), '<!doctype html>')
  const file = (name: string) => path.join(folder, name)
  const body = [{ file: file('brand.woff2') }, { file: file('page.woff2'), style: 'italic' }, { file: file('none.woff2'), weight: 700 }]
  const branded = await startTestServer({ webFolder: folder, config: { app: { branding: { fonts: { body } } } } })
  onTestFinished(() => branded.stop())
  const response = await branded.as(undefined).fetch('/')
  const policy = response.headers.get('content-security-policy')!
  const html = await response.text()
  const [, nonce, style] = /<style nonce="([^"]+)">(.*?)<\/style>/.exec(html)!
  expect(policy).toContain(`'nonce-${nonce}'`)
  expect(policy).toContain("font-src 'self';")
  expect(style!.match(/@font-face/g)).toHaveLength(1)
  expect(style).toContain("font-weight:100 900;font-display:swap;src:url('/branding/fonts/body-0-")
  expect(style).toContain(":root:root{--font-body:'Brand body','Inter Variable'")
  expect(style).not.toContain('--font-code')
  // Where the files are is nothing for the browser.
  expect(html).not.toContain(folder)
  const font = await branded.as(undefined).fetch(/url\('([^']+)'\)/.exec(style!)![1]!)
  expect([font.status, font.headers.get('content-type'), font.headers.get('cache-control')]).toEqual([
    200,
    'font/woff2',
    'public, max-age=31536000, immutable',
  ])
  expect(Buffer.from(await font.arrayBuffer()).equals(woff2)).toBe(true)
  for (const name of ['body-1-x.woff2', '..%2Findex.html'])
    expect((await branded.as(undefined).fetch(`/branding/fonts/${name}`)).status).toBe(404)
})

test('hashed files are kept for ever and sent compressed as they were built', async () => {
  const response = await visitor('/portal/static/app-1234.js', { headers: { 'accept-encoding': 'br' } })
  expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(response.headers.get('content-encoding')).toBe('br')
  expect(response.headers.get('content-type')).toMatch(/javascript/)
  expect(await response.text()).toBe(script)
  expect(
    (await visitor('/portal/static/app-1234.js', { headers: { 'accept-encoding': 'identity' } })).headers.get('content-encoding'),
  ).toBeNull()
})

test('a missing hashed file is an error, not a page', async () => {
  const response = await visitor('/portal/static/gone-0000.js')
  expect([response.status, response.headers.get('content-type')]).toEqual([404, 'application/json; charset=utf-8'])
})

test('a path below /api is never the page, also where the page lives at the root', async () => {
  const atRoot = await startTestServer({ webFolder: folder })
  for (const url of ['/api/nobody/at/all?x=1', '/api', '/api?x=1', '/api/']) {
    const response = await atRoot.fetch(url)
    expect([url, response.status, ((await response.json()) as { error: object }).error]).toEqual([
      url,
      404,
      { name: 'NotFoundError', message: `There is nothing at GET ${url.split('?')[0]}` },
    ])
  }
  expect((await atRoot.fetch('/apis')).headers.get('content-type')).toBe('text/html; charset=utf-8')
  await atRoot.stop()
})

test('an encoding that a browser refuses is not sent', async () => {
  for (const accepted of ['br;q=0', 'gzip', 'identity', '*;q=0.1, br;q=0.0']) {
    const response = await visitor('/portal/static/app-1234.js', { headers: { 'accept-encoding': accepted } })
    expect([accepted, response.headers.get('content-encoding')]).not.toEqual([accepted, 'br'])
    expect(await response.text()).toBe(script)
  }
})

test('loose files of the build are served, files for the server are not', async () => {
  expect(await (await visitor('/portal/robots.txt')).text()).toBe('User-agent: *\n')
  expect((await visitor('/portal/page-files.json')).headers.get('content-type')).toContain('text/html')
})

test('the page names the files of the page that its path leads to, and no others', async () => {
  const linksAt = async (url: string) => (await (await visitor(url)).text()).match(/(?<=static\/)[^"]+(?=\.js)/g)
  expect(await linksAt('/portal/catalog')).toEqual(['_catalog'])
  expect(await linksAt('/portal/Catalog/?filters[kind]=api')).toEqual(['_catalog'])
  expect(await linksAt('/portal/catalog/default/component/x')).toEqual(['_catalog_:namespace_:kind_:name_*'])
  expect(await linksAt('/portal/catalog/default/component/x/docs/y')).toEqual(['_catalog_:namespace_:kind_:name_*'])
  expect(await linksAt('/portal/catalog/new/x')).toEqual(['_catalog_new_:name'])
  expect(await linksAt('/portal/catalog/component/x')).toEqual(['_catalog_:kind_:name'])
  expect(await linksAt('/portal')).toEqual(['_'])
  expect(await linksAt('/portal/elsewhere')).toBeNull()
})

test('the page names what it requests first, decoded and encoded as its code does, and an address that names nothing is still a page', async () => {
  const api = defineContract('shelf', { getBook: get('/books/:kind/*', { access: 'public' }) })
  const shelf = defineServerPlugin({
    id: 'shelf',
    setup({ server: { onPageRequest } }) {
      onPageRequest('/shelf/:kind/*', ({ params: { kind = '', '*': rest = '' }, search }) => {
        if (search.has('asOf')) return []
        if (kind === 'none') throw new Error('there is no such kind')
        return [firstRequest(api.getBook, { params: { kind: kind.toLowerCase(), rest: `${rest}/` } })]
      })
      onPageRequest('/shelf/new', () => undefined)
    },
  })
  const { as, stop } = await startTestServer({
    webFolder: folder,
    plugins: [shelf],
    config: {
      app: { baseUrl: 'http://localhost:7007/portal' },
      discovery: { endpoints: [{ target: { external: 'http://books.test/{{pluginId}}' }, plugins: ['shelf'] }] },
    },
  })
  onTestFinished(stop)
  const namedAt = async (url: string) => {
    const response = await as(undefined).fetch(url)
    expect([url, response.status]).toEqual([url, 200])
    return /<meta name="first-requests" content="([^"]*)">/.exec(await response.text())?.[1]?.replaceAll('&quot;', '')
  }
  expect(await namedAt('/portal/shelf/Novels/a%20%22b/c?x=1')).toBe('[http://books.test/shelf/books/novels/a%20%22b/c/]')
  // What cannot be decoded gets no page.
  for (const url of ['/portal/shelf/%zz/x', '/portal/shelf/%ff/x']) expect((await as(undefined).fetch(url)).status).toBe(400)
  for (const url of ['/portal/shelf/none/x', '/portal/shelf/Novels/a?asOf=x', '/portal/shelf/new', '/portal/shelf', '/portal/'])
    expect(await namedAt(url)).toBeUndefined()
})

test('nothing outside the folder is served, however the path is written', async () => {
  const { port } = server.server
  for (const attack of [
    '/portal/static/../index.html',
    '/portal/static/..%2f..%2fportico-outside.txt',
    '/portal/static/%2e%2e/%2e%2e/portico-outside.txt',
    '/portal/static/..%5c..%5cportico-outside.txt',
    '/portal/static//etc/passwd',
    '/portal/static/%00',
  ]) {
    const answer = await rawGet(port, attack)
    expect(answer, attack).not.toContain('outside\n')
    expect(answer, attack).not.toMatch(/root:.*:0:0/)
    expect(answer.startsWith('HTTP/1.1 200') && answer.includes('outside'), attack).toBe(false)
  }
})

/** Without fetch, which would normalise the path first. */
function rawGet(port: number, target: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(`GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`))
    socket.on('data', data => void (answer += String(data)))
    socket.on('end', () => resolve(answer))
    socket.on('error', reject)
  })
}
