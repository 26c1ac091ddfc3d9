import type { Access } from '@portico/core/common'
import { openTestDatabase, silentLog, type TestDatabase } from '@portico/core/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ExternalAccess } from '../config/sections/external-access.ts'
import * as tokenTables from '../migrations/0001-tokens.ts'
import { createAuthenticator, type CallerMetadata } from './authenticate.ts'
import { createTokenService, type TokenService } from './token-service.ts'

let testDatabase: TestDatabase
let tokens: TokenService
let sent: Record<
  'nothing' | 'user' | 'limited' | 'cookie' | 'plugin' | 'obo' | 'external' | 'restricted' | 'basic' | 'garbage' | 'badCookie',
  CallerMetadata
>

const bearer = (token: string): CallerMetadata => ({ headers: { authorization: `Bearer ${token}` }, cookies: {} })
const cookie = (token: string): CallerMetadata => ({ headers: {}, cookies: { 'backstage-auth': token } })
const permission: Access = { permission: { type: 'basic', name: 'catalog.entity.create', attributes: { action: 'create' } } }

beforeAll(async () => {
  testDatabase = await openTestDatabase({ schemas: { core: { '0001-tokens': tokenTables } } })
  const externalAccess = [
    { type: 'static', options: { token: 'free-caller', subject: 'free' } },
    { type: 'static', options: { token: 'bound-caller', subject: 'bound' }, accessRestrictions: [{ plugin: 'search' }] },
  ].map(entry => ExternalAccess.parse(entry))
  const settings = {
    tokenLifetimeMs: 3_600_000,
    algorithm: 'ES256',
    omitOwnership: true,
    issuer: 'http://localhost/api/auth',
    externalAccess,
  } as const
  tokens = createTokenService({ db: testDatabase.database.forSchema('core'), settings, log: silentLog })
  const { token } = await tokens.userTokens.issue({ userEntityRef: 'user:default/jane' })
  const limited = tokens.limitedTokenOf(token).token
  const user = await tokens.verify(token, { pluginId: 'search', allowLimited: false })
  sent = {
    nothing: { headers: {}, cookies: {} },
    user: bearer(token),
    limited: bearer(limited),
    cookie: cookie(limited),
    plugin: bearer(await tokens.forPlugin('search').forPlugin('catalog')),
    obo: bearer(await tokens.forPlugin('search').forPlugin('catalog', user)),
    external: bearer('free-caller'),
    restricted: bearer('bound-caller'),
    basic: { headers: { authorization: 'Basic amFuZTpwYXNz' }, cookies: {} },
    garbage: bearer('garbage'),
    badCookie: cookie(`${limited.slice(0, -6)}AAAAAA`),
  }
})
afterAll(() => testDatabase.close())

/** Who came through, or the status of the refusal. */
async function outcome(metadata: CallerMetadata, access: Access, disabled = false) {
  const authenticator = createAuthenticator({ tokens, dangerouslyDisableDefaultAuthPolicy: disabled })
  return authenticator.authenticate(metadata, { pluginId: 'catalog', access }).then(
    principal => (principal.type === 'service' ? principal.subject : principal.type),
    (error: { status: number }) => error.status,
  )
}

async function outcomes(access: Access, disabled = false) {
  const entries = await Promise.all(Object.entries(sent).map(async ([name, metadata]) => [name, await outcome(metadata, access, disabled)]))
  return Object.fromEntries(entries)
}

const refused = { nothing: 401, limited: 401, cookie: 401, restricted: 403, basic: 401, garbage: 401, badCookie: 401 }

describe('the barrier', () => {
  test('lets only users and services call routes that need a signed-in caller [PERM-20]', async () => {
    const everybody = { ...refused, user: 'user', obo: 'user', plugin: 'plugin:search', external: 'external:free' }
    expect(await outcomes('signed-in')).toEqual(everybody)
    expect(await outcomes(permission)).toEqual(everybody)
  })

  test('refuses the wrong kind of caller with 403 [PERM-20]', async () => {
    expect(await outcomes('user')).toEqual({ ...refused, user: 'user', obo: 'user', plugin: 403, external: 403 })
    expect(await outcomes('service')).toEqual({ ...refused, user: 403, obo: 403, plugin: 'plugin:search', external: 'external:free' })
  })

  test('takes a limited token, by cookie or by header, only where the route allows cookies', async () => {
    expect(await outcomes('cookie')).toEqual({
      ...refused,
      user: 'user',
      limited: 'user',
      cookie: 'user',
      obo: 'user',
      plugin: 'plugin:search',
      external: 'external:free',
    })
  })

  test('lets everyone call public routes, as anonymous when the token is invalid', async () => {
    const everybody = Object.fromEntries(Object.keys(sent).map(name => [name, 'none']))
    expect(await outcomes('public')).toEqual({
      ...everybody,
      user: 'user',
      obo: 'user',
      plugin: 'plugin:search',
      external: 'external:free',
    })
  })

  test('is disabled with the default auth policy', async () => {
    for (const access of ['user', 'service', 'signed-in'] as const) {
      expect(await outcomes(access, true)).toMatchObject({ nothing: 'none', garbage: 'none', user: 'user', plugin: 'plugin:search' })
    }
  })

  test('counts a cookie only for reading, when the method is known', async () => {
    const { cookie: metadata } = sent
    expect(await outcome({ ...metadata, method: 'GET' }, 'cookie')).toBe('user')
    for (const method of ['POST', 'DELETE', 'PUT']) expect(await outcome({ ...metadata, method }, 'cookie')).toBe(401)
  })

  test('does not take a plugin token from a cookie for a user', async () => {
    const token = await tokens.forPlugin('search').forPlugin('catalog')
    expect(await outcome(cookie(token), 'cookie')).toBe(403)
    expect(await outcome(cookie(''), 'cookie')).toBe(401)
  })

  test('reads the scheme in any letter case, and nothing but that scheme', async () => {
    const token = sent.user.headers.authorization?.slice('Bearer '.length) ?? ''
    const withHeader = (authorization: string) => outcome({ headers: { authorization }, cookies: {} }, 'user')
    for (const good of [`bearer ${token}`, `BEARER   ${token}`, `Bearer ${token} `]) expect(await withHeader(good)).toBe('user')
    for (const bad of [token, `Bearer${token}`, `Token ${token}`, `Bearer ${token} ${token}`, 'Bearer', 'Bearer '])
      expect(await withHeader(bad)).toBe(401)
  })

  test('finds the token of a WebSocket among its protocols', async () => {
    const token = sent.user.headers.authorization?.slice('Bearer '.length) ?? ''
    const withProtocol = (socketProtocol: string) => outcome({ headers: {}, cookies: {}, socketProtocol }, 'user')
    expect(await withProtocol(token)).toBe('user')
    expect(await withProtocol(`signals, ${token}`)).toBe('user')
    expect(await withProtocol('signals')).toBe(401)
  })

  test('does not treat an unavailable database as an invalid token', async () => {
    const away = { verify: () => Promise.reject(new Error('connection refused')) }
    const { authenticate } = createAuthenticator({ tokens: away, dangerouslyDisableDefaultAuthPolicy: false })
    await expect(authenticate(sent.user, { pluginId: 'catalog', access: 'public' })).rejects.toThrow('connection refused')
    expect(await authenticate(sent.nothing, { pluginId: 'catalog', access: 'public' })).toEqual({ type: 'none' })
  })
})
