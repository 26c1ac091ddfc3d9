import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openTestDatabase, silentLog, type TestDatabase } from '@portico/core/testing'
import { SignJWT, exportJWK, generateKeyPair } from 'jose'
import type { CryptoKey, JWTPayload } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { ExternalAccess } from '../config/sections/external-access.ts'
import * as tokenTables from '../migrations/0001-tokens.ts'
import { createTokenService } from './token-service.ts'

let testDatabase: TestDatabase
let issuer: { server: Server; url: string; requests: number; status: number }
let keys: { privateKey: CryptoKey; publicKey: CryptoKey }
const atCatalog = { pluginId: 'catalog', allowLimited: false }

beforeAll(async () => {
  testDatabase = await openTestDatabase({ schemas: { core: { '0001-tokens': tokenTables } } })
  keys = await generateKeyPair('RS256')
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'one', alg: 'RS256' }
  const server = createServer((request, response) => {
    issuer.requests += 1
    response.writeHead(request.url === '/keys' ? issuer.status : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ keys: [jwk] }))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  issuer = { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`, requests: 0, status: 200 }
})
beforeEach(() => {
  issuer.requests = 0
  issuer.status = 200
})
afterAll(async () => {
  issuer.server.close()
  await testDatabase.close()
})

function startService(...entries: z.input<typeof ExternalAccess>[]) {
  const settings = { tokenLifetimeMs: 3_600_000, algorithm: 'ES256', omitOwnership: true, issuer: 'http://localhost/api/auth' } as const
  const externalAccess = entries.map(entry => ExternalAccess.parse(entry))
  return createTokenService({ db: testDatabase.database.forSchema('core'), settings: { ...settings, externalAccess }, log: silentLog })
}

function sign(
  payload: JWTPayload,
  header: { alg: string; kid?: string } = { alg: 'RS256', kid: 'one' },
  key: CryptoKey | Uint8Array = keys.privateKey,
) {
  return new SignJWT(payload).setProtectedHeader(header).setExpirationTime('5 minutes').sign(key)
}

describe('a static token', () => {
  const entry = { type: 'static', options: { token: 'a-long-secret', subject: 'ci' } } as const

  test('names its caller, and anything else does not', async () => {
    const tokens = startService(entry, { type: 'static', options: { token: 'another-secret', subject: 'external:backup' } })
    expect(await tokens.verify('a-long-secret', atCatalog)).toEqual({ type: 'service', subject: 'external:ci' })
    expect(await tokens.verify('another-secret', atCatalog)).toEqual({ type: 'service', subject: 'external:backup' })
    for (const wrong of ['a-long-secre', 'a-long-secret ', 'A-long-secret', '']) {
      await expect(tokens.verify(wrong, atCatalog)).rejects.toMatchObject({ name: 'AuthenticationError' })
    }
  })

  test('is limited to the plugins, permissions and actions its entry lists', async () => {
    const accessRestrictions = [
      { plugin: 'catalog', permission: 'catalog.entity.read, catalog.entity.refresh', permissionAttribute: { action: ['read'] } },
      { plugin: 'search' },
    ]
    const tokens = startService({ ...entry, accessRestrictions })
    expect(await tokens.verify('a-long-secret', atCatalog)).toEqual({
      type: 'service',
      subject: 'external:ci',
      restrictions: [
        { plugin: 'catalog', permissions: ['catalog.entity.read', 'catalog.entity.refresh'], actions: ['read'] },
        { plugin: 'search' },
      ],
    })
    const elsewhere = tokens.verify('a-long-secret', { pluginId: 'scaffolder', allowLimited: false })
    await expect(elsewhere).rejects.toMatchObject({ name: 'NotAllowedError', code: 'core.access-restricted' })
  })
})

describe('a token of an issuer with published keys', () => {
  const entry = (options: object = {}) => ({ type: 'jwks' as const, options: { url: issuer.url, ...options } })

  test('names its caller by subject and prefix; the keys are fetched once', async () => {
    const tokens = startService(entry({ issuer: 'https://idp', audience: 'portal', subjectPrefix: 'idp', algorithm: 'RS256' }))
    const subjects = await Promise.all(
      ['robot', 'mail'].map(async sub => tokens.verify(await sign({ sub, iss: 'https://idp', aud: 'portal' }), atCatalog)),
    )
    expect(subjects).toEqual(['robot', 'mail'].map(sub => ({ type: 'service', subject: `external:idp:${sub}` })))
    expect(await startService(entry()).verify(await sign({ sub: 'robot' }), atCatalog)).toEqual({
      type: 'service',
      subject: 'external:robot',
    })
    expect(issuer.requests).toBe(2)
  })

  test('is refused with another issuer, audience, algorithm, key or expiry', async () => {
    const tokens = startService(entry({ issuer: ['https://idp'], audience: 'portal', algorithm: ['RS256'] }))
    const good = { sub: 'robot', iss: 'https://idp', aud: 'portal' }
    const other = await generateKeyPair('RS256')
    const expired = await new SignJWT(good)
      .setProtectedHeader({ alg: 'RS256', kid: 'one' })
      .setExpirationTime('1 minute ago')
      .sign(keys.privateKey)
    const bad: [string, string][] = [
      [await sign({ ...good, iss: 'https://evil' }), 'core.token-kind-unknown'],
      [await sign({ ...good, aud: 'elsewhere' }), 'core.token-audience'],
      [await sign({ iss: 'https://idp', aud: 'portal' }), 'core.token-claim'],
      [await sign(good, { alg: 'RS256', kid: 'one' }, other.privateKey), 'core.token-forged'],
      [await sign(good, { alg: 'HS256', kid: 'one' }, new TextEncoder().encode('secret-secret-secret-secret-secret')), 'core.token-forged'],
      [await sign(good, { alg: 'RS256', kid: 'two' }), 'core.token-key-unknown'],
      [expired, 'core.token-expired'],
    ]
    for (const [token, code] of bad)
      await expect(tokens.verify(token, atCatalog), code).rejects.toMatchObject({ name: 'AuthenticationError', code })
    expect(issuer.requests).toBe(1)
  })

  test('an issuer that fails is distinguished from an invalid token, and is not asked again for every token', async () => {
    issuer.status = 500
    const tokens = startService(entry())
    for (let index = 0; index < 5; index++) {
      const verifying = tokens.verify(await sign({ sub: `robot-${index}` }), atCatalog)
      await expect(verifying).rejects.toMatchObject({ name: 'ServiceUnavailableError', code: 'core.issuer-unavailable' })
    }
    expect(issuer.requests).toBe(1)
  })

  test('a second issuer is asked when the first does not know the key', async () => {
    const empty = createServer((_request, response) => response.end('{"keys":[]}'))
    await new Promise<void>(resolve => empty.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(empty.address() as AddressInfo).port}/`
    const tokens = startService({ type: 'jwks', options: { url } }, entry({ subjectPrefix: 'b' }))
    expect(await tokens.verify(await sign({ sub: 'robot' }), atCatalog)).toEqual({ type: 'service', subject: 'external:b:robot' })
    empty.close()
  })
})

describe('a legacy token', () => {
  const secret = Buffer.from('a shared secret of the old kind').toString('base64')
  const entry = { type: 'legacy' as const, options: { secret, subject: 'old-portal' }, accessRestrictions: [{ plugin: 'catalog' }] }
  const signLegacy = (payload: JWTPayload, text = 'a shared secret of the old kind') =>
    sign(payload, { alg: 'HS256' }, new TextEncoder().encode(text))

  test('is accepted by its secret and its subject', async () => {
    const tokens = startService({ type: 'legacy', options: { secret: 'b3RoZXI=', subject: 'other' } }, entry)
    const token = await signLegacy({ sub: 'backstage-server' })
    expect(await tokens.verify(token, atCatalog)).toEqual({
      type: 'service',
      subject: 'external:old-portal',
      restrictions: [{ plugin: 'catalog' }],
    })
    await expect(tokens.verify(token, { pluginId: 'search', allowLimited: false })).rejects.toMatchObject({ name: 'NotAllowedError' })
  })

  test('is refused with another secret, another subject or no expiry', async () => {
    const tokens = startService(entry)
    await expect(tokens.verify(await signLegacy({ sub: 'backstage-server' }, 'guess'), atCatalog)).rejects.toMatchObject({
      code: 'core.token-forged',
    })
    await expect(tokens.verify(await signLegacy({ sub: 'root' }), atCatalog)).rejects.toMatchObject({ code: 'core.token-kind-unknown' })
    const endless = await new SignJWT({ sub: 'backstage-server' }).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from(secret, 'base64'))
    await expect(tokens.verify(endless, atCatalog)).rejects.toMatchObject({ code: 'core.token-claim' })
    await expect(startService().verify(await signLegacy({ sub: 'backstage-server' }), atCatalog)).rejects.toMatchObject({
      code: 'core.token-kind-unknown',
    })
    expect(() => startService({ ...entry, options: { secret: '!!!', subject: 'old-portal' } })).toThrow("'old-portal' is not base64")
  })
})
