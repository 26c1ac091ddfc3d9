import { authApi } from '@portico/auth/common'
import { startLeaverPortal, type LeaverPortal, type TestUser } from '@portico/auth/testing'
import { type RunningServer } from '@portico/core/server'
import { runCommandLine } from '@portico/core/server/command-line'
import { permissionPlugin } from '@portico/permission/server'
import { userSettingsApi } from '@portico/user-settings/common'
import { userSettingsPlugin } from '@portico/user-settings/server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toUserRef } from './administration.ts'

const names = ['jane', 'joe', 'bob', 'eve', 'zoe', 'max', 'kim']
const users: TestUser[] = [
  { userEntityRef: 'user:default/root', memberOf: ['group:default/admins'] },
  ...names.map(name => ({ userEntityRef: `user:default/${name}`, memberOf: [] })),
]
const backend = { auth: { externalAccess: [{ type: 'static', options: { token: 'offboarding-token', subject: 'offboarding' } }] } }

let portal: LeaverPortal
let replica: RunningServer
let root: string
beforeAll(async () => {
  portal = await startLeaverPortal({ users, plugins: [userSettingsPlugin, permissionPlugin], backend })
  replica = await portal.startReplica()
  root = await portal.signIn('root')
})
afterAll(async () => {
  await replica.stop()
  await portal.stop()
})

const ok = [200, undefined]
const asRoot = () => portal.server.as({ token: root })
const makeToken = (session: string, name = 'ci') =>
  portal.server.as({ token: session }).call(userSettingsApi.createAccessToken, {
    body: { name, scope: { access: 'full' }, expiresInDays: 30 },
  })

async function command(words: string) {
  const out: string[] = []
  const exit = await runCommandLine([...words.split(' '), '--config', portal.server.configFile], {
    plugins: portal.plugins,
    env: {},
    print: line => out.push(line),
    warn: line => out.push(line),
  })
  return { exit, out: out.join('\n') }
}

describe('a blocked user', () => {
  test('has no session, no access token and no sign-in at any server until unblocked, and then all of it again', async () => {
    const session = await portal.signIn('jane')
    const { token: access } = await makeToken(session)
    const everywhere = () =>
      Promise.all([session, access].flatMap(token => [portal.ask(token, 'shelf/look'), portal.ask(token, 'shelf/look', replica)]))
    expect(await everywhere()).toEqual([ok, ok, ok, ok])

    const block = await asRoot().call(authApi.blockUser, { body: { user: 'User:default/Jane', reason: 'left on Friday' } })
    expect(block).toMatchObject({ userEntityRef: 'user:default/jane', by: 'user:default/root', reason: 'left on Friday' })
    for (const token of [session, access]) expect(await portal.ask(token, 'shelf/look')).toEqual([401, 'core.user-blocked'])
    const refused = [401, 'core.user-blocked']
    await expect.poll(everywhere).toEqual([refused, refused, refused, refused])
    const entering = await portal.enter('jane', { at: replica.url })
    expect([entering.status, ((await entering.json()) as { error: { code: string } }).error.code]).toEqual([401, 'auth.user-blocked'])
    expect((await asRoot().call(authApi.listBlockedUsers)).items).toEqual([block])

    await asRoot().call(authApi.unblockUser, { body: { user: 'jane' } })
    await expect.poll(everywhere).toEqual([ok, ok, ok, ok])
    expect((await portal.enter('jane')).status).toBe(200)
    await expect(asRoot().call(authApi.unblockUser, { body: { user: 'jane' } })).rejects.toMatchObject({ code: 'auth.not-blocked' })
    const [unblocking] = await portal.trail('auth.user.unblock')
    const [blocking] = await portal.trail('auth.user.block')
    expect(unblocking).toMatchObject({ caller: 'user:default/root', subject: 'user:default/jane', result: 'success' })
    expect(blocking).toMatchObject({ subject: 'user:default/jane', details: { reason: 'left on Friday' }, requestId: expect.any(String) })
    expect((await portal.trail('auth.session.create')).find(({ result }) => result === 'denied')).toMatchObject({
      subject: 'user:default/jane',
      details: { provider: 'oauth2Proxy', reason: 'blocked' },
    })
  })

  test('is never the caller', async () => {
    await expect(asRoot().call(authApi.blockUser, { body: { user: 'root' } })).rejects.toMatchObject({ code: 'auth.own-account' })
  })
})

describe('the sessions and access tokens of any user', () => {
  test('are listed without secrets', async () => {
    const session = await portal.signIn('joe')
    const { token, accessToken } = await makeToken(session, 'deploy')
    const access = await asRoot().call(authApi.getUserAccess, { query: { user: 'joe' } })
    expect(access).toEqual({
      userEntityRef: 'user:default/joe',
      sessions: [
        {
          id: expect.any(String),
          provider: 'oauth2Proxy',
          beganAt: expect.any(String),
          renewedAt: expect.any(String),
          expiresAt: expect.any(String),
          address: expect.stringMatching(/127\.0\.0\.1$/),
          userAgent: 'a browser',
        },
      ],
      accessTokens: [{ id: accessToken.id, name: 'deploy', createdAt: accessToken.createdAt, expiresAt: accessToken.expiresAt }],
    })
    for (const hidden of [token.slice(12), session.slice(-40)]) expect(JSON.stringify(access)).not.toContain(hidden)
    // The same browser again is the same session, another one is another.
    await portal.signIn('joe')
    await fetch(`${portal.url}/api/auth/oauth2Proxy/refresh`, { headers: { 'x-forwarded-user': 'joe', 'user-agent': 'another' } })
    const { sessions } = await asRoot().call(authApi.getUserAccess, { query: { user: 'joe' } })
    expect(sessions.map(({ userAgent }) => userAgent)).toEqual(['another', 'a browser'])
    expect(await portal.trail('auth.user.inspect')).toMatchObject([{ subject: 'user:default/joe' }, { subject: 'user:default/joe' }])
  })

  test('are revoked at every server; single tokens leave the rest alone', async () => {
    const session = await portal.signIn('bob')
    const [one, two] = [await makeToken(session, 'one'), await makeToken(session, 'two')]
    const both = { user: 'bob', accessTokens: [one.accessToken.id] }
    expect(await asRoot().call(authApi.revokeUserAccess, { body: both })).toEqual({ sessionsEnded: false, revokedAccessTokens: 1 })
    await expect(asRoot().call(authApi.revokeUserAccess, { body: both })).rejects.toMatchObject({ status: 404 })
    expect(await portal.ask(one.token, 'shelf/look')).toEqual([401, 'user-settings.access-token-refused'])
    for (const token of [session, two.token]) expect(await portal.ask(token, 'shelf/look', replica)).toEqual(ok)

    expect(await asRoot().call(authApi.revokeUserAccess, { body: { user: 'bob' } })).toEqual({
      sessionsEnded: true,
      revokedAccessTokens: 1,
    })
    expect(await portal.ask(session, 'shelf/look')).toEqual([401, 'core.session-ended'])
    await expect.poll(() => portal.ask(session, 'shelf/look', replica)).toEqual([401, 'core.session-ended'])
    await expect.poll(async () => (await portal.ask(two.token, 'shelf/look', replica))[0]).toBe(401)
    expect(await asRoot().call(authApi.getUserAccess, { query: { user: 'bob' } })).toMatchObject({ sessions: [], accessTokens: [] })
    // Who is not blocked may sign in again, at once.
    expect(await portal.ask(await portal.signIn('bob'), 'shelf/look')).toEqual(ok)
    expect((await portal.trail('auth.user.revoke')).map(({ details }) => details)).toMatchObject([
      { sessionsEnded: true, revoked: [two.accessToken.id] },
      { sessionsEnded: false, revoked: [one.accessToken.id] },
    ])
  })

  test('are off the list once their user has ended them', async () => {
    const session = await portal.signIn('max')
    await portal.server.as({ token: session }).call(userSettingsApi.signOutEverywhere)
    expect((await asRoot().call(authApi.getUserAccess, { query: { user: 'max' } })).sessions).toEqual([])
  })
})

describe('only an administrator', () => {
  const calls = [
    ['GET', 'users/access?user=joe'],
    ['POST', 'users/revoke', { user: 'joe' }],
    ['GET', 'users/blocked'],
    ['POST', 'users/block', { user: 'joe' }],
    ['POST', 'users/unblock', { user: 'joe' }],
  ] as const
  async function attempt(token: string | undefined, at = portal.url): Promise<number[]> {
    const statuses: number[] = []
    for (const [method, path, body] of calls) {
      const headers = { 'content-type': 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) }
      const response = await fetch(`${at}/api/auth/v1/${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
      statuses.push(response.status)
    }
    return statuses
  }

  test('may do any of this: neither users, guests, friends nor anonymous callers', async () => {
    const eve = await portal.signIn('eve')
    const { token: access } = await makeToken(eve)
    const others = [eve, access, await portal.signInAsGuest(), await portal.signIn('friend', { friend: true })]
    for (const token of others) expect(await attempt(token)).toEqual([403, 403, 403, 403, 403])
    expect(await attempt(undefined)).toEqual([401, 401, 401, 401, 401])
    expect((await asRoot().call(authApi.listBlockedUsers)).items).toEqual([])
  })

  test('may not without permissions enabled: then only programs of the operator and commands may', async () => {
    const open = await startLeaverPortal({ users, plugins: [userSettingsPlugin], backend, config: { permission: { enabled: false } } })
    expect(await attempt(await open.signIn('root'), open.url)).toEqual([403, 403, 403, 403, 403])
    expect(await attempt('offboarding-token', open.url)).toEqual([200, 200, 200, 200, 204])
    await open.stop()
  })

  test('gets a clear error for an invalid user', async () => {
    for (const user of ['a b', 'user:default/a/b', '::', 'x\0y'])
      await expect(asRoot().call(authApi.blockUser, { body: { user } })).rejects.toMatchObject({ status: 400 })
    expect([toUserRef('Jane'), toUserRef('ops/Jane'), toUserRef('user:Ops/jane')]).toEqual([
      'user:default/jane',
      'user:ops/jane',
      'user:ops/jane',
    ])
  })
})

describe('the commands', () => {
  test('list, revoke, block and unblock, while servers run, and leave audit events', async () => {
    const session = await portal.signIn('zoe')
    const { token, accessToken } = await makeToken(session, 'night build')
    const listed = await command('user sessions zoe')
    expect(listed.exit).toBe(0)
    for (const part of ['user:default/zoe', 'Sessions: 1', 'oauth2Proxy', 'Access tokens: 1', accessToken.id, 'night build'])
      expect(listed.out).toContain(part)

    expect(await command('user block zoe --reason gone')).toEqual({ exit: 0, out: 'user:default/zoe is blocked' })
    await expect.poll(() => portal.ask(session, 'shelf/look')).toEqual([401, 'core.user-blocked'])
    await expect.poll(() => portal.ask(token, 'shelf/look', replica)).toEqual([401, 'core.user-blocked'])
    expect((await command('user blocked')).out).toContain('user:default/zoe')
    expect((await command('user unblock zoe')).exit).toBe(0)
    await expect.poll(() => portal.ask(token, 'shelf/look', replica)).toEqual(ok)
    expect(await command('user unblock zoe')).toMatchObject({ exit: 1, out: expect.stringContaining('is not blocked') })

    expect((await command('user revoke zoe')).out).toBe('All sessions were ended, 1 access tokens were revoked')
    for (const server of [portal.url, replica]) {
      await expect.poll(() => portal.ask(session, 'shelf/look', server)).toEqual([401, 'core.session-ended'])
      await expect.poll(async () => (await portal.ask(token, 'shelf/look', server))[0]).toBe(401)
    }
    expect(JSON.parse((await command('user sessions zoe --json')).out)).toMatchObject({ sessions: [], accessTokens: [] })
    expect((await portal.trail('auth.user.block'))[0]).toMatchObject({ caller: 'external:portico-command', subject: 'user:default/zoe' })
  })
})

test('signing in within the second in which all sessions were ended gives a token that is valid, at every server', async () => {
  // Many times, so that some of them fall into one second.
  for (let round = 0; round < 10; round++) {
    const before = await portal.signIn('kim')
    await portal.server.as({ token: before }).call(userSettingsApi.signOutEverywhere)
    const after = await portal.signIn('kim')
    expect(await portal.ask(before, 'shelf/look')).toEqual([401, 'core.session-ended'])
    expect(await portal.ask(after, 'shelf/look')).toEqual(ok)
    const limited = portal.server.server.services.tokens.limitedTokenOf(after).token
    const byCookie = await fetch(`${portal.url}/api/shelf/look`, { headers: { cookie: `backstage-auth=${limited}` } })
    expect(byCookie.status).toBe(200)
    await expect.poll(() => portal.ask(before, 'shelf/look', replica)).toEqual([401, 'core.session-ended'])
    expect(await portal.ask(after, 'shelf/look', replica)).toEqual(ok)
  }
})
