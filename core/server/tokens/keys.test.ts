import { createRecordingLog, openTestDatabase, silentLog, type TestDatabase } from '@portico/core/testing'
import { SignJWT, decodeProtectedHeader, generateKeyPair } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as tokenTables from '../migrations/0001-tokens.ts'
import { createKeyStore, type KeyStore } from './key-store.ts'
import { createKeys } from './keys.ts'
import { createTokenService } from './token-service.ts'

let testDatabase: TestDatabase
let now: number
const hour = 3_600_000
const jane = 'user:default/jane'
const atCatalog = { pluginId: 'catalog', allowLimited: false }

beforeAll(async () => {
  testDatabase = await openTestDatabase({ schemas: { core: { '0001-tokens': tokenTables } } })
})
afterAll(() => testDatabase.close())
beforeEach(async () => {
  now = Date.parse('2026-11-15T12:00:00Z')
  await db().deleteFrom('signing_key').execute()
})

const db = () => testDatabase.database.forSchema('core')
const rows = () => db().selectFrom('signing_key').select(['kid', 'owner', 'private_key']).orderBy('created_at').execute()

function startReplica(log = silentLog, store: KeyStore = createKeyStore(db())) {
  const settings = {
    tokenLifetimeMs: hour,
    algorithm: 'ES256',
    omitOwnership: true,
    issuer: 'http://localhost/api/auth',
    externalAccess: [],
  } as const
  return createTokenService({ db: db(), settings, log, now: () => now, store })
}

/** The real store, which also counts how often the table of keys was read. */
function countingStore() {
  const store = createKeyStore(db())
  const counts = { reads: 0 }
  const publishedKeys: KeyStore['publishedKeys'] = at => {
    counts.reads += 1
    return store.publishedKeys(at)
  }
  return { ...store, publishedKeys, counts }
}

describe('two replicas over one database', () => {
  test("agree on one key when both sign for the first time at once, and accept each other's tokens", async () => {
    const replicas = [startReplica(), startReplica(), startReplica()]
    const issued = await Promise.all([...replicas, ...replicas].map(replica => replica.userTokens.issue({ userEntityRef: jane })))
    expect(await rows()).toHaveLength(1)
    for (const { token } of issued) {
      for (const replica of replicas) expect(await replica.verify(token, atCatalog)).toMatchObject({ userEntityRef: jane })
    }
  })

  test('move to a new key after one lifetime, and accept tokens of the old one until they expire', async () => {
    const [first, second] = [startReplica(), startReplica()]
    const early = (await first.userTokens.issue({ userEntityRef: jane })).token
    now += hour - 1000
    const late = (await first.userTokens.issue({ userEntityRef: jane })).token
    expect(decodeProtectedHeader(late).kid).toBe(decodeProtectedHeader(early).kid)
    now += 1000
    const next = (await second.userTokens.issue({ userEntityRef: jane })).token
    expect(decodeProtectedHeader(next).kid).not.toBe(decodeProtectedHeader(late).kid)
    for (const replica of [first, second, startReplica()]) {
      expect(await replica.verify(late, atCatalog)).toMatchObject({ userEntityRef: jane })
      expect(await replica.verify(next, atCatalog)).toMatchObject({ userEntityRef: jane })
    }
    const { keys } = await first.publicKeys('user')
    expect(keys.map(key => key.kid)).toEqual([next, late].map(token => decodeProtectedHeader(token).kid))
  })

  test('publish a key for three lifetimes and then delete it; the private key is deleted when it no longer signs', async () => {
    const replica = startReplica()
    await replica.userTokens.issue({ userEntityRef: jane })
    const [{ kid } = { kid: '' }] = await rows()
    for (const lifetimes of [1, 2]) {
      now += hour
      await replica.userTokens.issue({ userEntityRef: jane })
      const { keys } = await startReplica().publicKeys('user')
      expect(keys.map(key => key.kid)).toHaveLength(lifetimes + 1)
      expect(keys.at(-1)?.kid).toBe(kid)
    }
    expect((await rows()).map(row => row['private_key'] !== null)).toEqual([false, false, true])
    now += hour
    expect((await replica.publicKeys('user')).keys.map(key => key.kid)).not.toContain(kid)
    await replica.userTokens.issue({ userEntityRef: jane })
    expect((await rows()).map(row => row['kid'])).not.toContain(kid)
  })

  test('keep the keys of users and of each plugin apart, also of a plugin called user', async () => {
    const replica = startReplica()
    await replica.userTokens.issue({ userEntityRef: jane })
    await replica.forPlugin('user').forPlugin('catalog')
    await replica.forPlugin('search').forPlugin('catalog')
    expect(new Set((await rows()).map(row => row['owner']))).toEqual(new Set(['user', 'plugin:user', 'plugin:search']))
    expect((await replica.publicKeys('plugin:search')).keys).toHaveLength(1)
    expect((await replica.publicKeys('plugin:catalog')).keys).toEqual([])
  })
})

describe('unknown keys', () => {
  test('a flood of tokens with made-up keys reads the database three times at most, and does not block a real new key', async () => {
    const store = countingStore()
    const victim = startReplica(silentLog, store)
    const { privateKey } = await generateKeyPair('ES256')
    const garbage = await Promise.all(
      Array.from({ length: 300 }, (_, index) =>
        new SignJWT({ sub: jane, aud: 'backstage', iat: now / 1000, exp: now / 1000 + 60 })
          .setProtectedHeader({ alg: 'ES256', typ: 'vnd.backstage.user', kid: `made-up-${index}` })
          .sign(privateKey),
      ),
    )
    const flood = Promise.allSettled(garbage.map(token => victim.verify(token, atCatalog)))
    const { token } = await startReplica().userTokens.issue({ userEntityRef: jane })
    expect(await victim.verify(token, atCatalog)).toMatchObject({ userEntityRef: jane })
    expect(new Set((await flood).map(result => (result.status === 'rejected' ? result.reason.code : 'taken')))).toEqual(
      new Set(['core.token-key-unknown']),
    )
    expect(store.counts.reads).toBeLessThanOrEqual(3)
  })

  test('known keys are not read again for every token', async () => {
    const store = countingStore()
    const replica = startReplica(silentLog, store)
    const { token } = await startReplica().userTokens.issue({ userEntityRef: jane })
    for (let index = 0; index < 20; index++)
      await replica.verify((await replica.userTokens.issue({ userEntityRef: `user:default/u${index}` })).token, atCatalog)
    await replica.verify(token, atCatalog)
    expect(store.counts.reads).toBeLessThanOrEqual(1)
  })

  test('a key that is removed from the database becomes invalid in every process soon after', async () => {
    const store = countingStore()
    const keys = createKeys({ store, log: silentLog, now: () => now, refetchPauseMs: 0 })
    const { kid } = await keys.signingKey('user', 'ES256', hour)
    expect(await keys.verificationKey('user', kid)).toBeDefined()
    await db().deleteFrom('signing_key').execute()
    now += 301_000
    await keys.verificationKey('user', kid)
    await expect.poll(() => keys.verificationKey('user', kid)).toBeUndefined()
  })
})

test('a key is not accepted after its expiry, even by a process that still caches it', async () => {
  const keys = createKeys({ store: createKeyStore(db()), log: silentLog, now: () => now, refetchPauseMs: 0, refreshAfterMs: Infinity })
  const { kid } = await keys.signingKey('user', 'ES256', hour)
  now += 3 * hour - 1
  expect(await keys.verificationKey('user', kid)).toBeDefined()
  now += 1
  expect(await keys.verificationKey('user', kid)).toBeUndefined()
})

test('a database that cannot be reached is not the fault of the token, and tokens with known keys still verify', async () => {
  const broken = {
    publishedKeys: () => Promise.reject(new Error('connection refused')),
    takeSigningKey: createKeyStore(db()).takeSigningKey,
  }
  const replica = startReplica(silentLog, broken)
  const { token } = await replica.userTokens.issue({ userEntityRef: jane })
  expect(await replica.verify(token, atCatalog)).toMatchObject({ userEntityRef: jane })
  const foreign = await new SignJWT({ sub: jane })
    .setProtectedHeader({ alg: 'ES256', typ: 'vnd.backstage.user', kid: 'x' })
    .sign((await generateKeyPair('ES256')).privateKey)
  await expect(replica.verify(foreign, atCatalog)).rejects.toThrow('connection refused')
})

test('neither private keys nor tokens are logged', async () => {
  const log = createRecordingLog()
  const replica = startReplica(log)
  const { token } = await replica.userTokens.issue({ userEntityRef: jane })
  await replica.verify(token, atCatalog)
  await replica.verify(`${token.slice(0, -4)}AAAA`, atCatalog).catch(() => undefined)
  const row = await db().selectFrom('signing_key').select('private_key').executeTakeFirstOrThrow()
  const written = JSON.stringify(log.lines)
  expect(log.lines.length).toBeGreaterThan(0)
  expect(written).not.toContain((row['private_key'] as { d: string }).d)
  expect(written).not.toContain(token.split('.')[1])
})
