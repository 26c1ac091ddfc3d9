import { openTestDatabase, silentLog, type TestDatabase } from '@portico/core/testing'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { identityAway, type Admission } from '../host/identity.ts'
import type { UserPrincipal } from '../host/principal.ts'
import * as tokenTables from '../migrations/0001-tokens.ts'
import { createTokenService, type TokenService } from './token-service.ts'

const jane = 'user:default/jane'
const atCatalog = { pluginId: 'catalog', allowLimited: true }
const holder: UserPrincipal = { type: 'user', userEntityRef: jane, accessToken: { id: '1', readOnly: false } }

let testDatabase: TestDatabase
let tokens: TokenService
let now: number
let admission: Admission | Promise<Admission>
let ended: number | undefined
let asked: number
beforeAll(async () => {
  testDatabase = await openTestDatabase({ schemas: { core: { '0001-tokens': tokenTables } } })
})
afterAll(() => testDatabase.close())
beforeEach(() => {
  now = Date.parse('2026-11-15T12:00:00.500Z')
  admission = { admitted: true }
  ended = undefined
  asked = 0
  tokens = start()
})

function start(identity = () => ({ userInfo: async () => undefined, admission: () => (asked++, admission) })) {
  return createTokenService({
    db: testDatabase.database.forSchema('core'),
    settings: { tokenLifetimeMs: 3_600_000, algorithm: 'ES256', omitOwnership: true, issuer: 'https://portal.example', externalAccess: [] },
    log: silentLog,
    now: () => now,
    accessTokens: () => ({ verify: async token => (token === 'access' ? holder : undefined), endedBefore: () => ended }),
    identity,
  })
}
const issue = async () => (await tokens.userTokens.issue({ userEntityRef: jane })).token
const verify = (token: string) => tokens.verify(token, atCatalog)

describe('a valid token', () => {
  test('is refused from the moment its user is gone or blocked, also when its verification is cached', async () => {
    const token = await issue()
    const limited = tokens.limitedTokenOf(token).token
    const acting = await tokens.forPlugin('search').forPlugin('catalog', await verify(token))
    const all = [token, limited, acting, 'access']
    for (const each of all) await verify(each)
    for (const [reason, code] of [
      ['gone', 'core.user-gone'],
      ['blocked', 'core.user-blocked'],
    ] as const) {
      for (const answer of [{ admitted: false, reason } as const, Promise.resolve({ admitted: false, reason } as const)]) {
        admission = answer
        for (const each of all) await expect(verify(each)).rejects.toMatchObject({ name: 'AuthenticationError', code })
      }
    }
    admission = { admitted: true }
    for (const each of all) expect(await verify(each)).toMatchObject({ userEntityRef: jane })
  })

  test('of a session stays valid while it is unknown whether its user still exists; an access token does not', async () => {
    const token = await issue()
    admission = { admitted: true, unknown: true }
    expect(await verify(token)).toMatchObject({ userEntityRef: jane })
    await expect(verify('access')).rejects.toMatchObject({ name: 'ServiceUnavailableError', code: 'core.user-unknown' })
    tokens = start(() => identityAway as never)
    expect(await verify(token)).toMatchObject({ userEntityRef: jane })
    await expect(verify('access')).rejects.toMatchObject({ status: 503 })
  })

  test('of a guest says so, and is not accepted as an access token', async () => {
    const token = await issue()
    admission = { admitted: true, guest: 'local' }
    expect(await verify(token)).toMatchObject({ userEntityRef: jane, guest: 'local' })
    await expect(verify('access')).rejects.toMatchObject({ name: 'AuthenticationError', code: 'core.guest-access-token' })
    admission = { admitted: true }
    expect(await verify(token)).not.toHaveProperty('guest')
  })

  test('of a plugin or a program is not asked about', async () => {
    await verify(await tokens.forPlugin('search').forPlugin('catalog'))
    expect(asked).toBe(0)
  })
})

describe('when all sessions of a user are ended', () => {
  test('a token of the same second is valid if it is later and refused if it is earlier, to the millisecond', async () => {
    const before = await issue()
    now += 200
    ended = now
    const after = await issue()
    expect(decodeJwt(after).iat).toBe(ended / 1000)
    await expect(verify(before)).rejects.toMatchObject({ code: 'core.session-ended' })
    for (const each of [after, tokens.limitedTokenOf(after).token]) expect(await verify(each)).toMatchObject({ userEntityRef: jane })
    // Again, within the same second: what was issued in between ends too.
    now += 1
    const between = await issue()
    now += 100
    ended = now + 1
    const last = await issue()
    for (const each of [after, between]) await expect(verify(each)).rejects.toMatchObject({ code: 'core.session-ended' })
    expect(await verify(last)).toMatchObject({ userEntityRef: jane })
    // From the next second on, times are whole again.
    now += 1000
    const { iat, exp } = decodeJwt(await issue())
    expect([iat, exp]).toEqual([Math.floor(now / 1000), Math.floor(now / 1000) + 3600])
  })

  test('a plugin acts for a holder of an access token made after it, in the same second', async () => {
    ended = now
    now += 1
    const acting = await tokens.forPlugin('search').forPlugin('catalog', await verify('access'))
    expect(await verify(acting)).toMatchObject({ userEntityRef: jane, actor: 'plugin:search' })
  })
})
