import { startLeaverPortal, type LeaverPortal, type TestUser } from '@portico/auth/testing'
import type { RunningServer } from '@portico/core/server'
import { permissionPlugin } from '@portico/permission/server'
import { userSettingsApi } from '@portico/user-settings/common'
import { userSettingsPlugin } from '@portico/user-settings/server'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

const users: TestUser[] = []
const user = (name: string, ...memberOf: string[]): TestUser => ({ userEntityRef: `user:default/${name}`, memberOf })

let portal: LeaverPortal
let replica: RunningServer
beforeAll(async () => {
  portal = await startLeaverPortal({ users, plugins: [userSettingsPlugin, permissionPlugin] })
  replica = await portal.startReplica()
})
afterAll(async () => {
  await replica.stop()
  await portal.stop()
})
beforeEach(() => {
  users.splice(0, users.length, user('jane', 'group:default/admins'), user('joe'))
  for (const { userEntityRef } of users) portal.tellChange(userEntityRef)
})

function change(name: string, ...next: TestUser[]): void {
  const at = users.findIndex(each => each.userEntityRef === `user:default/${name}`)
  users.splice(at, at === -1 ? 0 : 1, ...next)
  portal.tellChange(`user:default/${name}`)
}
const makeToken = async (session: string) =>
  (
    await portal.server.as({ token: session }).call(userSettingsApi.createAccessToken, {
      body: { name: 'ci', scope: { access: 'full' }, expiresInDays: 365 },
    })
  ).token
const ok = [200, undefined]

describe('a user who leaves a group', () => {
  test('loses its permissions, with a session or an access token, at any server', async () => {
    const session = await portal.signIn('jane')
    const access = await makeToken(session)
    for (const token of [session, access]) expect(await portal.ask(token, 'shelf/manage')).toEqual(ok)
    expect(await portal.ask(access, 'shelf/manage', replica)).toEqual(ok)
    change('jane', user('jane'))
    for (const token of [session, access]) {
      expect(await portal.ask(token, 'shelf/manage')).toEqual([403, 'core.permission-denied'])
      expect(await portal.ask(token, 'shelf/manage', replica)).toEqual([403, 'core.permission-denied'])
      expect(await portal.ask(token, 'shelf/look')).toEqual(ok)
    }
    change('jane', user('jane', 'group:default/admins'))
    expect(await portal.ask(access, 'shelf/manage')).toEqual(ok)
  })

  test('sees it in user info, whatever the token or the last sign-in said', async () => {
    const session = await portal.signIn('jane')
    const ent = async () => {
      const response = await fetch(`${portal.url}/api/auth/v1/userinfo`, { headers: { authorization: `Bearer ${session}` } })
      return ((await response.json()) as { claims: { ent: string[] } }).claims.ent
    }
    expect(await ent()).toEqual(['user:default/jane', 'group:default/admins'])
    change('jane', user('jane', 'group:default/cleaners'))
    expect(await ent()).toEqual(['user:default/jane', 'group:default/cleaners'])
  })
})

describe('a user who is gone from the catalog', () => {
  test('has no session, no access token, no cookie, and no plugin acts for them; a user who is added again has them again', async () => {
    const session = await portal.signIn('jane')
    const access = await makeToken(session)
    const { tokens } = portal.server.server.services
    const limited = tokens.limitedTokenOf(session).token
    const acting = await tokens
      .forPlugin('other')
      .forPlugin('shelf', await tokens.verify(session, { pluginId: 'other', allowLimited: false }))
    const all = () =>
      Promise.all([
        ...[session, access, acting].map(token => portal.ask(token, 'shelf/look')),
        ...[session, access].map(token => portal.ask(token, 'shelf/look', replica)),
        fetch(`${portal.url}/api/shelf/look`, { headers: { cookie: `backstage-auth=${limited}` } }).then(({ status }) => [
          status,
          undefined,
        ]),
      ])
    expect(await all()).toEqual(Array.from({ length: 6 }, () => ok))
    change('jane')
    const refused = [401, 'core.user-gone']
    expect(await all()).toEqual([...Array.from({ length: 5 }, () => refused), [401, undefined]])
    expect((await portal.enter('jane')).status).toBe(404)
    // On public routes the caller of such a token is anonymous.
    expect((await portal.ask(session, 'auth/v1/providers'))[0]).toBe(200)
    change('jane', user('jane'))
    expect(await portal.ask(access, 'shelf/look')).toEqual(ok)
  })

  test('is refused within the cache time where no change was notified', async () => {
    const some: TestUser[] = [user('ann'), user('joe')]
    const deaf = await startLeaverPortal({ users: some, plugins: [userSettingsPlugin, permissionPlugin], cacheTtl: '100ms' })
    const session = await deaf.signIn('ann')
    expect(await deaf.ask(session, 'shelf/look')).toEqual(ok)
    some.shift()
    await expect.poll(() => deaf.ask(session, 'shelf/look')).toEqual([401, 'core.user-gone'])
    await deaf.stop()
  })

  test('and signed in before the origin of users was stored is refused until the next sign-in', async () => {
    const access = await makeToken(await portal.signIn('ann', { friend: true }))
    await portal.server.database.pool.query(`update auth.user_info set origin = null where sub = 'user:default/ann'`)
    portal.tellChange('user:default/ann')
    expect(await portal.ask(access, 'shelf/look')).toEqual([401, 'core.user-gone'])
    await portal.signIn('ann', { friend: true })
    expect(await portal.ask(access, 'shelf/look')).toEqual(ok)
    await expect.poll(() => portal.ask(access, 'shelf/look', replica)).toEqual(ok)
  })
})

test('a user who never was in the catalog is not gone, and has none of its groups', async () => {
  const session = await portal.signIn('fred', { friend: true })
  const access = await makeToken(session)
  portal.tellChange('user:default/fred')
  for (const token of [session, access]) {
    expect(await portal.ask(token, 'shelf/look')).toEqual(ok)
    expect(await portal.ask(token, 'shelf/manage')).toEqual([403, 'core.permission-denied'])
  }
  // A user of that name is added to the catalog: that is not the friend.
  users.push(user('fred', 'group:default/admins'))
  portal.tellChange('user:default/fred')
  expect(await portal.ask(session, 'shelf/manage')).toEqual([403, 'core.permission-denied'])
})

test('a catalog without any users locks no one out: sessions go on, access tokens and decisions are unavailable', async () => {
  const some: TestUser[] = [user('ann', 'group:default/admins')]
  const filling = await startLeaverPortal({ users: some, plugins: [userSettingsPlugin, permissionPlugin] })
  const session = await filling.signIn('ann')
  const made = await filling.server.as({ token: session }).call(userSettingsApi.createAccessToken, {
    body: { name: 'ci', scope: { access: 'full' }, expiresInDays: 1 },
  })
  const [ann] = some.splice(0)
  // The last known status is used for a while.
  filling.tellChange('user:default/ann')
  expect(await filling.ask(session, 'shelf/manage')).toEqual(ok)
  // A server that has just started has nothing cached.
  const fresh = await filling.startReplica()
  expect(await filling.ask(session, 'shelf/look', fresh)).toEqual(ok)
  expect(await filling.ask(session, 'shelf/manage', fresh)).toEqual([403, 'core.permission-denied'])
  const waiting = await fetch(`${fresh.url}/api/shelf/look`, { headers: { authorization: `Bearer ${made.token}` } })
  expect([waiting.status, waiting.headers.get('retry-after')]).toEqual([503, '10'])
  some.push(ann!)
  filling.tellChange('user:default/ann')
  expect(await filling.ask(made.token, 'shelf/manage', fresh)).toEqual(ok)
  await fresh.stop()
  await filling.stop()
})

describe('guests', () => {
  test('can sign in, and have no access tokens', async () => {
    const session = await portal.signInAsGuest()
    expect(await portal.ask(session, 'shelf/look')).toEqual(ok)
    const attempt = portal.server.as({ token: session }).call(userSettingsApi.createAccessToken, {
      body: { name: 'x', scope: { access: 'read' }, expiresInDays: 1 },
    })
    await expect(attempt).rejects.toMatchObject({ status: 403, code: 'user-settings.guests-have-no-tokens' })
    const mayCreate = async (token: string) => (await portal.server.as({ token }).call(userSettingsApi.listAccessTokens)).mayCreate
    expect([await mayCreate(session), await mayCreate(await portal.signIn('joe'))]).toEqual([false, true])
  })

  test('cannot use an access token that was created before', async () => {
    const access = await makeToken(await portal.signIn('joe'))
    await portal.server.database.pool.query(
      `update "user-settings".access_token set user_ref = 'user:development/guest' where user_ref = 'user:default/joe'`,
    )
    expect(await portal.ask(access, 'shelf/look', replica)).toEqual([401, 'core.guest-access-token'])
  })

  test('are refused where guest sign-in is off, though their token is still valid', async () => {
    const session = await portal.signInAsGuest()
    const production = await startLeaverPortal({
      users: [],
      plugins: [],
      auth: { environment: 'production' },
      config: { permission: { enabled: false } },
    })
    const { token } = await production.server.server.services.tokens.userTokens.issue({ userEntityRef: 'user:development/guest' })
    expect(await production.ask(token, 'shelf/look')).toEqual([401, 'core.user-gone'])
    expect(await portal.ask(session, 'shelf/look')).toEqual(ok)
    await production.stop()
  })
})
