import { authApi } from '@portico/auth/common'
import type { Route } from '@portico/core/common'
import { startTestServer, type TestServer } from '@portico/core/testing'
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { plugins } from './plugins.ts'

const root = path.join(import.meta.dirname, '../plugins')

const isRoute = (value: unknown): value is Route => typeof value === 'object' && value !== null && 'spec' in value && 'plugin' in value

/** Every route in the contracts of all plugins. */
async function allRoutes(): Promise<Route[]> {
  const entryPoints = readdirSync(root).map(id => path.join(root, id, 'common/index.ts'))
  const exported = await Promise.all(
    entryPoints.filter(existsSync).map(async entryPoint => (await import(entryPoint)) as Record<string, unknown>),
  )
  const contracts = exported.flatMap(entryPoint => Object.values(entryPoint)).filter(value => typeof value === 'object' && value !== null)
  return contracts.flatMap(contract => Object.values(contract).filter(isRoute))
}

/** A reply with a field named for a token, in whatever depth. */
function carriesToken({ spec }: Route): boolean {
  if (!spec.reply) return false
  const schema = JSON.stringify(z.toJSONSchema(spec.reply, { unrepresentable: 'any', io: 'input' }))
  return /"[^"]*token"\s*:\s*\{/i.test(schema)
}

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ plugins, config: { auth: { providers: { guest: {} } } } })
})
afterAll(() => server.stop())

test('every route whose reply carries a token, and every one of sign-in, must not be cached, also when it fails', async () => {
  const routes = await allRoutes()
  const named = (route: Route) => `${route.method} /api/${route.plugin}${route.path}`
  const byReply = routes.filter(carriesToken)
  // That the search finds anything at all.
  expect(byReply.map(named)).toEqual(expect.arrayContaining(['GET /api/auth/:provider/refresh', 'POST /api/user-settings/access-tokens']))
  const wanted = [...byReply, ...Object.values(authApi)]
  expect(wanted.filter(({ spec }) => !('noStore' in spec)).map(named)).toEqual([])

  for (const route of wanted) {
    const url = `${server.url}/api/${route.plugin}${route.path.replace(':provider', 'guest').replace(/:(\w+)/g, 'x')}`
    const response = await fetch(url, { method: route.method })
    expect([named(route), response.headers.get('cache-control')]).toEqual([named(route), 'no-store'])
  }
})

test('the replies that do carry a token, by body or by cookie, are not cached', async () => {
  const signIn = await fetch(`${server.url}/api/auth/guest/refresh`)
  expect([signIn.status, signIn.headers.get('cache-control')]).toEqual([200, 'no-store'])
  const user = server.as('user:default/jane')
  const made = await user.fetch('/api/user-settings/access-tokens', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'x', scope: { access: 'read' }, expiresInDays: 1 }),
  })
  expect([made.status, made.headers.get('cache-control')]).toEqual([201, 'no-store'])
  for (const plugin of ['app', ...plugins.map(({ id }) => id)]) {
    const cookie = await user.fetch(`/api/${plugin}/.backstage/auth/v1/cookie`)
    expect([plugin, cookie.status, cookie.headers.get('cache-control')]).toEqual([plugin, 200, 'no-store'])
    expect(cookie.headers.get('set-cookie')).toContain('backstage-auth=')
    const cleared = await user.fetch(`/api/${plugin}/.backstage/auth/v1/cookie`, { method: 'DELETE' })
    expect([plugin, cleared.status, cleared.headers.get('cache-control')]).toEqual([plugin, 204, 'no-store'])
  }
})
