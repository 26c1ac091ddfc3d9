import { startTestServer, type TestServer } from '@portico/core/testing'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const pageOf = (name: string) =>
  `<!doctype html><html><head><base href="__BASE_PATH__"><!--portico:config--></head><body>${name}</body></html>`
const appMode = '<meta name="backstage-app-mode" content="protected" />'

let folder: string
let server: TestServer
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'portico-protected-'))
  mkdirSync(path.join(folder, 'static'))
  writeFileSync(path.join(folder, 'index.html'), pageOf('the app'))
  writeFileSync(path.join(folder, 'sign-in.html'), pageOf('the sign-in page'))
  writeFileSync(path.join(folder, 'public-files.json'), '["sign-in-1.js"]')
  writeFileSync(
    path.join(folder, 'page-files.json'),
    '[{"path":"/catalog","links":"<link rel=\\"modulepreload\\" href=\\"./static/secret-2.js\\">"}]',
  )
  for (const name of ['sign-in-1.js', 'secret-2.js', 'look-3.css']) writeFileSync(path.join(folder, 'static', name), `/* ${name} */`)
  server = await startTestServer({ webFolder: folder, config: { app: { protected: true, baseUrl: 'http://localhost:7007' } } })
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true })
})

const visit = (url: string, cookie?: string) => server.as(undefined).fetch(url, cookie === undefined ? {} : { headers: { cookie } })
const tokenOf = async (userEntityRef: string) => (await server.server.services.tokens.userTokens.issue({ userEntityRef })).token
const post = (fields: Record<string, string>, headers: Record<string, string> = { 'sec-fetch-site': 'same-origin' }) =>
  server.as(undefined).fetch('/catalog?filter=a', { method: 'POST', body: new URLSearchParams(fields), headers })

async function signedInCookie(): Promise<string> {
  const response = await post({ type: 'sign-in', token: await tokenOf('user:default/jane') })
  expect(response.status).toBe(303)
  return response.headers.getSetCookie()[0]!.split(';')[0]!
}

test('without a cookie there is only the sign-in page, whatever the path', async () => {
  for (const url of ['/', '/catalog/default/component/x']) {
    const html = await (await visit(url)).text()
    expect(html).toContain('the sign-in page')
    expect(html).not.toContain(appMode)
  }
})

test('a form with a user token sets the cookie and leads to the app at the same address [AUTH-062]', async () => {
  const token = await tokenOf('user:default/jane')
  const response = await post({ type: 'sign-in', token })
  expect([response.status, response.headers.get('location')]).toEqual([303, '/catalog?filter=a'])
  const [line = ''] = response.headers.getSetCookie()
  expect(line).toMatch(/^backstage-auth=[^;]+; Domain=localhost; Path=\/; Expires=[^;]+; HttpOnly; Priority=High; Secure; SameSite=None$/)
  // The cookie of the browser holds a limited token.
  expect(line).not.toContain(token)
  expect(await (await visit('/catalog')).text()).not.toContain('secret-2.js')
  const html = await (await visit('/catalog', line.split(';')[0])).text()
  expect(html).toContain('secret-2.js')
  expect(html).toContain('the app')
  expect(html).toContain(appMode)
})

test('scripts of the app need the cookie, and are not stored by shared caches', async () => {
  const cookie = await signedInCookie()
  expect((await visit('/static/secret-2.js')).status).toBe(401)
  expect((await visit('/static/secret-2.js', 'backstage-auth=nonsense')).status).toBe(401)
  const disguises = [
    '..%2fstatic/secret-2.js',
    './secret-2.js',
    '/secret-2.js',
    'secret-2%2ejs',
    '%73ecret-2.js',
    'secret-2.js?a.css',
    'secret-2.js.br',
  ]
  for (const url of disguises.map(each => `/static/${each}`)) expect((await visit(url)).status).not.toBe(200)
  const given = await visit('/static/secret-2.js', cookie)
  expect([given.status, given.headers.get('cache-control')]).toEqual([200, 'private, max-age=31536000, immutable'])
  expect((await visit('/static/sign-in-1.js')).status).toBe(200)
  expect((await visit('/static/look-3.css')).status).toBe(200)
})

test('an invalid cookie is cleared', async () => {
  const response = await visit('/', 'backstage-auth=old')
  expect(await response.text()).toContain('the sign-in page')
  expect(response.headers.getSetCookie()[0]).toMatch(/^backstage-auth=;.*1970/)
})

test('a form of another site, without a token, or with an invalid one does not sign in', async () => {
  const token = await tokenOf('user:default/mallory')
  const limited = server.server.services.tokens.limitedTokenOf(token).token
  const form = { type: 'sign-in', token }
  const statuses = await Promise.all([
    post(form, { 'sec-fetch-site': 'cross-site', origin: 'null' }),
    post(form, { 'sec-fetch-site': 'same-site' }),
    post(form, { origin: 'https://evil.test' }),
    post({ ...form, type: 'other' }),
    post({ type: 'sign-in' }),
    post({ type: 'sign-in', token: 'nonsense' }),
    // What a thief takes out of a cookie does not make a session.
    post({ type: 'sign-in', token: limited }),
  ])
  expect(statuses.map(({ status }) => status)).toEqual([403, 403, 403, 401, 401, 401, 401])
  expect(statuses.flatMap(({ headers }) => headers.getSetCookie())).toEqual([])
})

test('signing out clears the cookie, also without a token [AUTH-067]', async () => {
  const response = await server.as(undefined).fetch('/api/app/.backstage/auth/v1/cookie', { method: 'DELETE' })
  expect(response.status).toBe(204)
  expect(response.headers.getSetCookie()[0]).toMatch(/^backstage-auth=;/)
})
