import { openTestDatabase, silentLog, type TestDatabase } from '@portico/core/testing'
import { SignJWT, UnsecuredJWT, decodeJwt, decodeProtectedHeader, generateKeyPair, importJWK } from 'jose'
import type { JWK } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as tokenTables from '../migrations/0001-tokens.ts'
import { createTokenService, type TokenService } from './token-service.ts'

let testDatabase: TestDatabase
let now: number
let tokens: TokenService
let token: string
const jane = 'user:default/jane'
const atCatalog = { pluginId: 'catalog', allowLimited: true }

beforeAll(async () => {
  testDatabase = await openTestDatabase({ schemas: { core: { '0001-tokens': tokenTables } } })
})
afterAll(() => testDatabase.close())
beforeEach(async () => {
  now = Date.parse('2026-11-15T12:00:00Z')
  const settings = {
    tokenLifetimeMs: 3_600_000,
    algorithm: 'ES256',
    omitOwnership: true,
    issuer: 'http://localhost/api/auth',
    externalAccess: [],
  } as const
  tokens = createTokenService({ db: testDatabase.database.forSchema('core'), settings, log: silentLog, now: () => now })
  token = (await tokens.userTokens.issue({ userEntityRef: jane })).token
})

async function expectRefused(bad: string, code: string) {
  const error = await tokens.verify(bad, atCatalog).then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(error).toMatchObject({ name: 'AuthenticationError', code })
  const maxLength = bad.split('.').toSorted((left, right) => right.length - left.length)[0] ?? ''
  if (maxLength.length > 8) expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain(maxLength.slice(0, 200))
}

/** Signs anything with the real key of users or of a plugin, as only a thief of keys could. */
async function signWithRealKey(owner: string, payload: Record<string, unknown>, typ?: string) {
  const db = testDatabase.database.forSchema('core')
  const row = await db
    .selectFrom('signing_key')
    .selectAll()
    .where('owner', '=', owner)
    .where('private_key', 'is not', null)
    .executeTakeFirstOrThrow()
  const key = await importJWK(row['private_key'] as JWK, 'ES256')
  return new SignJWT(payload).setProtectedHeader({ alg: 'ES256', kid: String(row['kid']), ...(typ !== undefined && { typ }) }).sign(key)
}

const seconds = (offset: number) => Math.floor(now / 1000) + offset
const times = () => ({ iat: seconds(0), exp: seconds(600) })
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

describe('time', () => {
  test('an expired token is refused, also one that was valid a moment ago', async () => {
    await tokens.verify(token, atCatalog)
    now += 3_600_000 + 9_000
    await tokens.verify(token, atCatalog)
    now += 1_000
    await expectRefused(token, 'core.token-expired')
    await expectRefused(tokens.limitedTokenOf(token).token, 'core.token-expired')
  })

  test('a token from the future is refused, but clocks may differ a little', async () => {
    now -= 10_000
    await tokens.verify(token, atCatalog)
    now -= 400_000
    await expectRefused(tokens.limitedTokenOf(token).token, 'core.token-not-yet-valid')
    await expectRefused(
      await signWithRealKey('user', { sub: jane, aud: 'backstage', ...times(), nbf: seconds(60) }),
      'core.token-not-yet-valid',
    )
  })
})

describe('forgery', () => {
  test('a token signed with another key is refused, whatever key it names', async () => {
    const { privateKey } = await generateKeyPair('ES256')
    const header = decodeProtectedHeader(token)
    const forge = (kid: string) => new SignJWT(decodeJwt(token)).setProtectedHeader({ ...header, alg: 'ES256', kid }).sign(privateKey)
    await expectRefused(await forge(header.kid ?? ''), 'core.token-forged')
    await expectRefused(await forge('made-up'), 'core.token-key-unknown')
  })

  test('a token with no algorithm, or with the public key used as a secret, is refused', async () => {
    const { kid } = decodeProtectedHeader(token)
    const header = { typ: 'vnd.backstage.user', kid }
    const [, payload = ''] = token.split('.')
    await expectRefused(`${part({ ...header, alg: 'none' })}.${payload}.`, 'core.token-forged')
    await expectRefused(new UnsecuredJWT(decodeJwt(token)).encode(), 'core.token-malformed')
    const { keys } = await tokens.userTokens.publicKeys()
    const publicKey = keys.find(key => key['kid'] === kid)
    for (const secret of [JSON.stringify(publicKey), Buffer.from(String(publicKey?.['x']), 'base64url')]) {
      const bytes = typeof secret === 'string' ? new TextEncoder().encode(secret) : secret
      const forged = await new SignJWT(decodeJwt(token)).setProtectedHeader({ ...header, alg: 'HS256' } as { alg: string }).sign(bytes)
      await expectRefused(forged, 'core.token-forged')
    }
  })

  test('a changed claim breaks the signature, and so does the uip of somebody else', async () => {
    const [header = '', , signature = ''] = token.split('.')
    const other = (await tokens.userTokens.issue({ userEntityRef: 'user:default/eve' })).token
    const changes = [{ sub: 'user:default/root' }, { exp: seconds(1e6) }, { uip: decodeJwt(other)['uip'] }]
    for (const change of changes)
      await expectRefused(`${header}.${part({ ...decodeJwt(token), ...change })}.${signature}`, 'core.token-forged')
    const swapped = `${header}.${part({ ...decodeJwt(token), uip: decodeJwt(other)['uip'] })}.${signature}`
    await expectRefused(tokens.limitedTokenOf(swapped).token, 'core.token-forged')
  })

  test('the signature of one kind of token does not serve for another', async () => {
    const limited = tokens.limitedTokenOf(token).token.split('.')
    const { kid } = decodeProtectedHeader(token)
    await expectRefused([part({ typ: 'vnd.backstage.user', alg: 'ES256', kid }), limited[1], limited[2]].join('.'), 'core.token-forged')
    const plugin = await tokens.forPlugin('scaffolder').forPlugin('catalog')
    const [header, , signature] = plugin.split('.')
    await expectRefused([header, part({ ...decodeJwt(plugin), aud: 'search' }), signature].join('.'), 'core.token-forged')
  })

  test('a plugin cannot sign as another plugin, as a user, or as one that does not exist', async () => {
    await tokens.forPlugin('scaffolder').forPlugin('catalog')
    const typ = 'vnd.backstage.plugin'
    await expectRefused(
      await signWithRealKey('plugin:scaffolder', { sub: 'search', aud: 'catalog', ...times() }, typ),
      'core.token-key-unknown',
    )
    await expectRefused(
      await signWithRealKey('plugin:scaffolder', { sub: 'ghost', aud: 'catalog', ...times() }, typ),
      'core.token-key-unknown',
    )
    await expectRefused(
      await signWithRealKey('plugin:scaffolder', { sub: jane, aud: 'backstage', ...times() }, 'vnd.backstage.user'),
      'core.token-key-unknown',
    )
  })
})

describe('shape', () => {
  test('a text that is not a token is refused', async () => {
    const garbage = [
      '',
      'x',
      'a.b',
      'a.b.c',
      'a.b.c.d',
      '..',
      `${part({})}.${part({})}.`,
      `${part([])}.${part(1)}.x`,
      '\u0000.\u0000.\u0000',
      'é.é.é',
    ]
    for (const bad of garbage) await expect(tokens.verify(bad, atCatalog), bad).rejects.toMatchObject({ name: 'AuthenticationError' })
    await expectRefused('not-a-token', 'core.token-malformed')
    await expectRefused(`${part({ alg: 'ES256', typ: 'vnd.backstage.user', kid: 7 })}.${part({ sub: jane })}.x`, 'core.token-malformed')
  })

  test('a token over 32768 characters is refused unread', async () => {
    await expectRefused('x'.repeat(32_769), 'core.token-too-large')
    await expectRefused(`${token}.${'x'.repeat(33_000)}`, 'core.token-too-large')
    await expectRefused('x'.repeat(32_768), 'core.token-malformed')
  })

  test('a token without iat, exp or sub, or with wrong ones, is refused', async () => {
    for (const claim of ['iat', 'exp', 'sub']) {
      const { [claim]: _left, ...payload }: Record<string, unknown> = { sub: jane, aud: 'backstage', ...times() }
      await expectRefused(await signWithRealKey('user', payload, 'vnd.backstage.user'), 'core.token-claim')
    }
    for (const wrong of [{ sub: 7 }, { sub: '' }, { exp: 'soon' }, { iat: '0' }]) {
      await expectRefused(
        await signWithRealKey('user', { sub: jane, aud: 'backstage', ...times(), ...wrong }, 'vnd.backstage.user'),
        'core.token-claim',
      )
    }
  })

  test('an old user token without a kind is accepted, but not one made for another audience', async () => {
    const claims = { sub: jane, ...times() }
    expect(await tokens.verify(await signWithRealKey('user', { ...claims, aud: 'backstage' }), atCatalog)).toMatchObject({
      userEntityRef: jane,
    })
    await expectRefused(await signWithRealKey('user', { ...claims, aud: 'elsewhere' }), 'core.token-kind-unknown')
    await expectRefused(await signWithRealKey('user', { ...claims, aud: 'elsewhere' }, 'vnd.backstage.user'), 'core.token-audience')
    await expectRefused(await signWithRealKey('user', { ...claims, aud: 'backstage' }, 'at+jwt'), 'core.token-kind-unknown')
  })

  test('a plugin token with a bad name, no audience, or something other than a limited token inside is refused', async () => {
    await tokens.forPlugin('scaffolder').forPlugin('catalog')
    const sign = (claims: object) =>
      signWithRealKey('plugin:scaffolder', { sub: 'scaffolder', aud: 'catalog', ...times(), ...claims }, 'vnd.backstage.plugin')
    for (const sub of ['Scaffolder', 'a b', '../x', 7]) await expectRefused(await sign({ sub }), 'core.token-claim')
    await expectRefused(await sign({ aud: ['catalog', 'search'] }), 'core.token-audience')
    for (const obo of [token, 7, ''])
      await expect(tokens.verify(await sign({ obo }), atCatalog)).rejects.toMatchObject({ name: 'AuthenticationError' })
    await expectRefused(await sign({ obo: `${tokens.limitedTokenOf(token).token.slice(0, -10)}AAAAAAAAAA` }), 'core.token-forged')
  })
})
