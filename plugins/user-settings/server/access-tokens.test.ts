import { basicPermission, defineContract, get, post } from '@portico/core/common'
import { defineServerPlugin, identityPort, startServer, type RunningServer } from '@portico/core/server'
import { startTestServer, type TestServer } from '@portico/core/testing'
import { permissionPlugin } from '@portico/permission/server'
import { accessTokenLimits, userSettingsApi, type AccessTokenScope } from '@portico/user-settings/common'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { userSettingsPlugin } from './index.ts'

const jane = 'user:default/jane'
const admin = 'user:default/root'
const manage = basicPermission('shelf.manage', 'update')
const Who = z.object({ user: z.string(), actor: z.string().optional() })
const shelfApi = defineContract('shelf', {
  look: get('/look', { access: 'cookie', reply: Who }),
  find: post('/find', { access: 'signed-in', reads: true, reply: Who }),
  change: post('/change', { access: 'signed-in', reply: Who }),
  manage: get('/manage', { access: { permission: manage }, reply: Who }),
  askDesk: get('/ask-desk', { access: 'signed-in', reply: Who }),
  fail: get('/fail', { access: 'signed-in', reply: Who }),
})
const deskApi = defineContract('desk', { look: get('/look', { access: 'user', reply: Who }) })
const who = ({ caller }: { caller: { userEntityRef?: string; actor?: string } }) => ({
  user: caller.userEntityRef ?? '',
  actor: caller.actor,
})

const shelf = defineServerPlugin({
  id: 'shelf',
  permissions: { permissions: [manage] },
  setup: ({ implement, log, security: { tokens } }) =>
    implement(shelfApi, {
      look: who as never,
      find: who as never,
      change: who as never,
      manage: who as never,
      askDesk: async ({ caller }) => {
        const token = await tokens.forPlugin('desk', caller)
        const answer = await fetch(`${server.url}/api/desk/look`, { headers: { authorization: `Bearer ${token}` } })
        return (await answer.json()) as z.output<typeof Who>
      },
      fail: ({ request }) => {
        log.error({ headers: request.headers, url: request.url }, 'logs all headers')
        throw new Error(`it failed with ${request.headers.authorization}`)
      },
    }),
})
const desk = defineServerPlugin({ id: 'desk', setup: ({ implement }) => implement(deskApi, { look: who as never }) })
const people = defineServerPlugin({
  id: 'people',
  provides: { identity: identityPort },
  setup: () => ({ identity: { userInfo: async userEntityRef => ({ userEntityRef, ownershipEntityRefs: [userEntityRef] }) } }),
})
const plugins = [userSettingsPlugin, permissionPlugin, shelf, desk, people]

let server: TestServer
let replica: RunningServer
const lines: string[] = []
beforeAll(async () => {
  const config = {
    backend: { log: { level: 'debug' } },
    permission: { enabled: true, policy: { roles: { admin: { members: [admin] } } } },
    userSettings: { accessTokens: { maxLifetime: '90d' } },
  }
  server = await startTestServer({ plugins, config, logTo: { write: line => lines.push(line) } })
  replica = await startServer({ plugins, version: '0.0.0-test', configFiles: [server.configFile], env: {}, logTo: { write: () => true } })
})
afterAll(async () => {
  await replica.stop()
  await server.stop()
})

const create = (user: string, scope: AccessTokenScope = { access: 'full' }, expiresInDays = 30) =>
  server.as(user).call(userSettingsApi.createAccessToken, { body: { name: 'ci', scope, expiresInDays } })
const status = async (url: string, token: string, path: string, method = 'GET') =>
  (await fetch(`${url}/api/${path}`, { method, headers: { authorization: `Bearer ${token}` } })).status

describe('an access token', () => {
  test('stands for its user, with the permissions of the user, at every server', async () => {
    const { token } = await create(jane)
    expect(token).toMatch(/^portico_pat_[\w-]{43}$/)
    expect(await server.as({ token }).call(shelfApi.look)).toEqual({ user: jane })
    expect(await server.as({ token }).call(shelfApi.change)).toEqual({ user: jane })
    expect(await status(server.url, token, 'shelf/manage')).toBe(403)
    expect(await status(replica.url, token, 'shelf/look')).toBe(200)
    const { token: strong } = await create(admin)
    expect(await server.as({ token: strong }).call(shelfApi.manage)).toEqual({ user: admin })
  })

  test('is shown once: the list has all but the token, and the database has only its digest', async () => {
    const { token, accessToken } = await create('user:default/list', { access: 'read', plugins: ['shelf'] }, 7)
    const { items } = await server.as('user:default/list').call(userSettingsApi.listAccessTokens)
    expect(items).toEqual([accessToken])
    expect(accessToken).toMatchObject({ name: 'ci', scope: { access: 'read', plugins: ['shelf'] }, hint: token.slice(-4) })
    expect(JSON.stringify(items)).not.toContain(token)
    const rows = await server.database
      .forSchema('user-settings')
      .selectFrom('access_token' as never)
      .selectAll()
      .execute()
    expect(JSON.stringify(rows)).not.toContain(token.slice(12))
    const lastUsed = async () => (await server.as('user:default/list').call(userSettingsApi.listAccessTokens)).items[0]?.lastUsedAt
    expect(await lastUsed()).toBeUndefined()
    await server.as({ token }).call(shelfApi.look)
    await expect.poll(lastUsed).toBeTypeOf('string')
  })

  test('that may only read changes nothing, but may call a POST that only reads', async () => {
    const { token } = await create(jane, { access: 'read' })
    expect(await server.as({ token }).call(shelfApi.look)).toEqual({ user: jane })
    expect(await server.as({ token }).call(shelfApi.find)).toEqual({ user: jane })
    await expect(server.as({ token }).call(shelfApi.change)).rejects.toMatchObject({
      name: 'NotAllowedError',
      code: 'core.access-read-only',
    })
    const check = { items: [{ id: '1', permission: manage }] }
    const asked = await server.as({ token }).fetch('/api/permission/authorize', {
      method: 'POST',
      body: JSON.stringify(check),
      headers: { 'content-type': 'application/json' },
    })
    expect(await asked.json()).toEqual({ items: [{ id: '1', result: 'DENY' }] })
  })

  test('for some plugins opens those only, also on their behalf', async () => {
    const { token } = await create(jane, { access: 'full', plugins: ['shelf'] })
    expect(await status(server.url, token, 'shelf/look')).toBe(200)
    expect(await status(server.url, token, 'desk/look')).toBe(403)
    expect(await status(server.url, token, 'shelf/ask-desk')).toBe(403)
    const { token: both } = await create(jane, { access: 'full', plugins: ['shelf', 'desk'] })
    expect(await server.as({ token: both }).call(shelfApi.askDesk)).toEqual({ user: jane, actor: 'plugin:shelf' })
  })

  test('gets no cookie, creates no other tokens, revokes none, and ends no session', async () => {
    const { token, accessToken } = await create(jane)
    expect(await status(server.url, token, 'shelf/.backstage/auth/v1/cookie')).toBe(401)
    const body = { name: 'more', scope: { access: 'full' as const }, expiresInDays: 1 }
    const refused = { name: 'NotAllowedError', code: 'user-settings.session-needed' }
    await expect(server.as({ token }).call(userSettingsApi.createAccessToken, { body })).rejects.toMatchObject(refused)
    await expect(server.as({ token }).call(userSettingsApi.deleteAccessToken, { params: { id: accessToken.id } })).rejects.toMatchObject(
      refused,
    )
    await expect(server.as({ token }).call(userSettingsApi.signOutEverywhere)).rejects.toMatchObject(refused)
  })

  test('ends when it is revoked, at once and everywhere, and only by its owner', async () => {
    const { token, accessToken } = await create(jane)
    expect(await status(server.url, token, 'shelf/look')).toBe(200)
    expect(await status(replica.url, token, 'shelf/look')).toBe(200)
    const revoke = (user: string, id = accessToken.id) => server.as(user).call(userSettingsApi.deleteAccessToken, { params: { id } })
    await expect(revoke('user:default/joe')).rejects.toMatchObject({ status: 404 })
    await expect(revoke(jane, "x' or true --")).rejects.toMatchObject({ status: 404 })
    await revoke(jane)
    expect(await status(server.url, token, 'shelf/look')).toBe(401)
    await expect.poll(() => status(replica.url, token, 'shelf/look')).toBe(401)
    await expect(revoke(jane)).rejects.toMatchObject({ status: 404 })
  })

  test('expires, and lasts at most as long as the config allows', async () => {
    const { token, accessToken } = await create(jane, { access: 'full' }, 365)
    const days = (Date.parse(accessToken.expiresAt) - Date.parse(accessToken.createdAt)) / 86_400_000
    expect(Math.round(days)).toBe(90)
    const db = server.database.forSchema('user-settings')
    await db
      .updateTable('access_token' as never)
      .set({ expires_at: new Date(Date.now() - 1000) } as never)
      .where('id' as never, '=', accessToken.id as never)
      .execute()
    await expect(server.as({ token }).call(shelfApi.look)).rejects.toMatchObject({
      name: 'AuthenticationError',
      code: 'user-settings.access-token-refused',
    })
  })

  test('that is invented, truncated, changed or too long is refused', async () => {
    const { token } = await create(jane)
    const flipped = token.slice(0, -1) + (token.endsWith('A') ? 'B' : 'A')
    for (const wrong of [token.slice(0, -1), flipped, `${token}x`, 'portico_pat_', `portico_pat_${'x'.repeat(40_000)}`, token.slice(12)]) {
      expect([
        wrong.slice(0, 20),
        (await status(server.url, wrong, 'shelf/look')) < 500 && (await status(server.url, wrong, 'shelf/look')),
      ]).toEqual([wrong.slice(0, 20), wrong.length > 16_000 ? 431 : 401])
    }
  })

  test('is in no log line, even of a plugin that logs everything', async () => {
    const { token } = await create(jane)
    expect(await status(server.url, token, `shelf/fail?by-mistake=${token}`)).toBe(400)
    expect(await status(server.url, token, 'shelf/fail')).toBe(500)
    expect(await status(server.url, token, `shelf/nothing/${token}`)).toBe(404)
    expect(lines.some(line => line.includes('logs all headers'))).toBe(true)
    expect(lines.filter(line => line.includes(token) || line.includes(token.slice(12)))).toEqual([])
  })
})

describe('making one', () => {
  test('is refused without a name, an expiry, or plugins that exist', async () => {
    const attempt = (body: object) => server.as(jane).call(userSettingsApi.createAccessToken, { body: body as never })
    const good = { name: 'x', scope: { access: 'full' }, expiresInDays: 1 }
    for (const wrong of [
      { ...good, name: '  ' },
      { ...good, name: 'x'.repeat(101) },
      { ...good, expiresInDays: 0 },
      { ...good, expiresInDays: 366 },
      { ...good, expiresInDays: undefined },
      { ...good, scope: { access: 'all' } },
      { ...good, scope: { access: 'full', plugins: [] } },
      { ...good, scope: { access: 'full', plugins: ['nowhere'] } },
    ]) {
      await expect(attempt(wrong)).rejects.toMatchObject({ status: 400 })
    }
    await expect(server.as({ plugin: 'shelf' }).call(userSettingsApi.listAccessTokens)).rejects.toMatchObject({ status: 403 })
  })

  test('is refused when there are as many as allowed', async () => {
    const user = 'user:default/many'
    for (let i = 0; i < accessTokenLimits.tokensPerUser; i++) await create(user)
    await expect(create(user)).rejects.toMatchObject({ name: 'ConflictError', code: 'user-settings.too-many-access-tokens' })
  })

  test('is refused where the config turns it off', async () => {
    const closed = await startTestServer({ plugins: [userSettingsPlugin], config: { userSettings: { accessTokens: { enabled: false } } } })
    const body = { name: 'x', scope: { access: 'full' as const }, expiresInDays: 1 }
    await expect(closed.as(jane).call(userSettingsApi.createAccessToken, { body })).rejects.toMatchObject({
      code: 'user-settings.access-tokens-off',
    })
    await closed.stop()
  })
})

test('signing out everywhere ends every session and access token of the user at all servers, and of no other user', async () => {
  const user = 'user:default/leaver'
  const { tokens } = server.server.services
  const before = (await tokens.userTokens.issue({ userEntityRef: user })).token
  const limited = tokens.limitedTokenOf(before).token
  const acting = await tokens.forPlugin('shelf').forPlugin('desk', await tokens.verify(before, { pluginId: 'shelf', allowLimited: false }))
  const other = (await tokens.userTokens.issue({ userEntityRef: jane })).token
  const { token: access } = await create(user)
  const byCookie = async () => (await fetch(`${server.url}/api/shelf/look`, { headers: { cookie: `backstage-auth=${limited}` } })).status
  expect(await byCookie()).toBe(200)
  expect(await server.as({ token: before }).call(userSettingsApi.signOutEverywhere)).toEqual({ revokedAccessTokens: 1 })
  for (const token of [before, access]) expect(await status(server.url, token, 'shelf/look')).toBe(401)
  expect(await status(server.url, acting, 'desk/look')).toBe(401)
  expect(await byCookie()).toBe(401)
  for (const token of [before, access]) await expect.poll(() => status(replica.url, token, 'shelf/look')).toBe(401)
  expect(await status(server.url, other, 'shelf/look')).toBe(200)
  // A server that starts later knows as well.
  const later = await startServer({
    plugins,
    version: '0.0.0-test',
    configFiles: [server.configFile],
    env: {},
    logTo: { write: () => true },
  })
  expect(await status(later.url, before, 'shelf/look')).toBe(401)
  await later.stop()
  await expect.poll(async () => status(server.url, (await tokens.userTokens.issue({ userEntityRef: user })).token, 'shelf/look')).toBe(200)
})
