import { openTestDatabase, silentLog, type TestDatabase } from '@portico/core/testing'
import { base64url, compactVerify, createLocalJWKSet, decodeJwt, decodeProtectedHeader } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as tokenTables from '../migrations/0001-tokens.ts'
import type { UserPrincipal } from '../host/principal.ts'
import { createTokenService, type TokenService, type TokenSettings } from './token-service.ts'

let testDatabase: TestDatabase
let now: number
let tokens: TokenService
const settings: TokenSettings = {
  tokenLifetimeMs: 3_600_000,
  algorithm: 'ES256',
  omitOwnership: true,
  issuer: 'https://portal.example/api/auth',
  externalAccess: [],
}
const jane = 'user:default/jane'
const atCatalog = { pluginId: 'catalog', allowLimited: false }

function startService(changes: Partial<TokenSettings> = {}) {
  return createTokenService({
    db: testDatabase.database.forSchema('core'),
    settings: { ...settings, ...changes },
    log: silentLog,
    now: () => now,
  })
}

beforeAll(async () => {
  testDatabase = await openTestDatabase({ schemas: { core: { '0001-tokens': tokenTables } } })
})
afterAll(() => testDatabase.close())
beforeEach(() => {
  now = Date.parse('2026-11-15T12:00:00.500Z')
  tokens = startService()
})

async function signIn(userEntityRef = jane, service = tokens): Promise<UserPrincipal> {
  const { token } = await service.userTokens.issue({ userEntityRef })
  return (await service.verify(token, atCatalog)) as UserPrincipal
}

describe('a user token', () => {
  test('says who signed in and for how long, without ownership refs', async () => {
    const issued = await tokens.userTokens.issue({ userEntityRef: jane, ownershipEntityRefs: [jane, 'group:default/team-a'] })
    const iat = Math.floor(now / 1000)
    expect(issued.expiresInSeconds).toBe(3600)
    expect(Object.keys(decodeProtectedHeader(issued.token))).toEqual(['typ', 'alg', 'kid'])
    expect(decodeProtectedHeader(issued.token)).toMatchObject({ typ: 'vnd.backstage.user', alg: 'ES256' })
    const { uip, ...claims } = decodeJwt(issued.token)
    expect(claims).toEqual({ iss: settings.issuer, sub: jane, aud: 'backstage', iat, exp: iat + 3600 })
    expect(uip).toMatch(/^[\w-]{86}$/)
    expect(await tokens.verify(issued.token, atCatalog)).toEqual({
      type: 'user',
      userEntityRef: jane,
      expiresAt: new Date((iat + 3600) * 1000),
      token: issued.token,
    })
  })

  test('carries ownership when it is not left out, and extra claims that do not replace the fixed ones', async () => {
    const service = startService({ omitOwnership: false })
    const claims = { team: 'a', sub: 'user:default/root', aud: 'other', nbf: 9e9, uip: 'x', ent: ['group:default/admins'] }
    const { token } = await service.userTokens.issue({ userEntityRef: jane, ownershipEntityRefs: [jane], claims })
    expect(decodeJwt(token)).toMatchObject({ sub: jane, aud: 'backstage', ent: [jane], team: 'a' })
    expect(await service.verify(token, atCatalog)).toMatchObject({ userEntityRef: jane })
    const slim = await tokens.userTokens.issue({ userEntityRef: jane, claims })
    expect(decodeJwt(slim.token)).not.toHaveProperty('ent')
  })

  test('is refused to a name that is not a full ref, and when it would be too long', async () => {
    await expect(tokens.userTokens.issue({ userEntityRef: 'jane' })).rejects.toMatchObject({ name: 'InputError' })
    const claims = { note: 'x'.repeat(25_000) }
    await expect(tokens.userTokens.issue({ userEntityRef: jane, claims })).rejects.toMatchObject({ code: 'core.token-too-large' })
  })

  test.each(['RS256', 'PS256', 'ES512', 'EdDSA'] as const)('can be signed with %s', async algorithm => {
    const service = startService({ algorithm })
    const user = await signIn(jane, service)
    expect(decodeProtectedHeader(user.token ?? '').alg).toBe(algorithm)
    expect(await tokens.verify(user.token ?? '', atCatalog)).toMatchObject({ userEntityRef: jane })
  })

  test('verifies against the published keys alone', async () => {
    const { token } = await tokens.userTokens.issue({ userEntityRef: jane })
    const { keys } = await tokens.userTokens.publicKeys()
    const { kid } = decodeProtectedHeader(token)
    expect(keys.find(key => key['kid'] === kid)).toMatchObject({ kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig' })
    expect(keys.every(key => !('d' in key))).toBe(true)
    await expect(compactVerify(token, createLocalJWKSet({ keys: keys as never }))).resolves.toBeDefined()
  })
})

describe('a limited token', () => {
  test('is built from a user token byte by byte, and its signature is the one the user token carries', async () => {
    const user = await signIn('user:default/zoë')
    const { kid } = decodeProtectedHeader(user.token ?? '')
    const { iat, exp, uip } = decodeJwt(user.token ?? '')
    const expected = [
      base64url.encode(`{"typ":"vnd.backstage.limited-user","alg":"ES256","kid":"${kid}"}`),
      base64url.encode(`{"sub":"user:default/zoë","iat":${iat},"exp":${exp}}`),
      uip,
    ].join('.')
    const limited = tokens.limitedTokenOf(user.token ?? '')
    expect(limited).toEqual({ token: expected, expiresAt: user.expiresAt })
    expect(await tokens.verify(limited.token, { pluginId: 'techdocs', allowLimited: true })).toEqual({
      type: 'user',
      userEntityRef: 'user:default/zoë',
      limited: true,
      expiresAt: user.expiresAt,
      token: limited.token,
    })
    expect(tokens.limitedTokenOf(limited.token)).toEqual(limited)
  })

  test('is refused where it is not allowed, also once it is cached', async () => {
    const { token } = tokens.limitedTokenOf((await signIn()).token ?? '')
    const refused = { name: 'AuthenticationError', code: 'core.token-limited' }
    await expect(tokens.verify(token, atCatalog)).rejects.toMatchObject(refused)
    await tokens.verify(token, { pluginId: 'catalog', allowLimited: true })
    await expect(tokens.verify(token, atCatalog)).rejects.toMatchObject(refused)
    await expect(tokens.forPlugin('catalog').verify(token)).rejects.toMatchObject(refused)
  })

  test('cannot be built from anything but a user token', async () => {
    const plugin = await tokens.forPlugin('scaffolder').forPlugin('catalog')
    expect(() => tokens.limitedTokenOf(plugin)).toThrow(expect.objectContaining({ code: 'core.user-token-needed' }))
    expect(() => tokens.limitedTokenOf('abc')).toThrow(expect.objectContaining({ code: 'core.token-malformed' }))
    expect(() => tokens.limitedTokenOf(`${'x'.repeat(33_000)}.y.z`)).toThrow(expect.objectContaining({ code: 'core.token-too-large' }))
  })
})

describe('a plugin token', () => {
  test('stands for the plugin that made it, at the plugin it was made for', async () => {
    const token = await tokens.forPlugin('scaffolder').forPlugin('catalog')
    const iat = Math.floor(now / 1000)
    expect(decodeProtectedHeader(token)).toMatchObject({ typ: 'vnd.backstage.plugin', alg: 'ES256' })
    expect(decodeJwt(token)).toEqual({ sub: 'scaffolder', aud: 'catalog', iat, exp: iat + 3600 })
    expect(await tokens.forPlugin('catalog').verify(token)).toEqual({ type: 'service', subject: 'plugin:scaffolder' })
    await expect(tokens.forPlugin('search').verify(token)).rejects.toMatchObject({
      name: 'AuthenticationError',
      code: 'core.token-audience',
    })
  })

  test('carries a user, who can be carried on from plugin to plugin', async () => {
    const user = await signIn()
    const first = await tokens.forPlugin('scaffolder').forPlugin('catalog', user)
    expect(decodeJwt(first)['obo']).toBe(tokens.limitedTokenOf(user.token ?? '').token)
    const atSecond = await tokens.verify(first, atCatalog)
    expect(atSecond).toMatchObject({ type: 'user', userEntityRef: jane, actor: 'plugin:scaffolder', limited: true })
    const second = await tokens.forPlugin('catalog').forPlugin('search', atSecond)
    expect(await tokens.verify(second, { pluginId: 'search', allowLimited: false })).toMatchObject({
      userEntityRef: jane,
      actor: 'plugin:catalog',
    })
  })

  test('never outlives the user token it carries', async () => {
    const user = await signIn()
    now += 50 * 60_000
    const token = await tokens.forPlugin('scaffolder').forPlugin('catalog', user)
    expect(decodeJwt(token).exp).toBe(decodeJwt(user.token ?? '').exp)
    now += 10 * 60_000
    await expect(tokens.forPlugin('scaffolder').forPlugin('catalog', user)).rejects.toMatchObject({ code: 'core.token-expired' })
  })

  test("is the plugin's own for a service, and is refused for an anonymous caller", async () => {
    const { forPlugin } = tokens.forPlugin('scaffolder')
    const token = await forPlugin('catalog', { type: 'service', subject: 'external:ci' })
    expect(await tokens.verify(token, atCatalog)).toEqual({ type: 'service', subject: 'plugin:scaffolder' })
    await expect(forPlugin('catalog', { type: 'none' })).rejects.toMatchObject({ name: 'AuthenticationError' })
    await expect(forPlugin('catalog', { type: 'user', userEntityRef: jane })).rejects.toMatchObject({ code: 'core.user-token-needed' })
  })
})
