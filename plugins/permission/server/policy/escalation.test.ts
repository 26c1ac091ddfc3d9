import { basicPermission, defineContract, get, resourcePermission, type Permission } from '@portico/core/common'
import { defineServerPlugin, identityPort } from '@portico/core/server'
import { startTestServer, type TestCaller, type TestServer } from '@portico/core/testing'
import { permissionApi } from '@portico/permission/common'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { permissionPlugin, permissionPolicyService, type CodePolicy } from '../index.ts'

const manage = basicPermission('library.manage', 'update')
const enter = basicPermission('library.enter')
const lend = resourcePermission('book.lend', 'book', 'update')
const jane = 'user:default/jane'
const libraryApi = defineContract('library', {
  manage: get('/manage', { access: { permission: manage }, reply: z.object({ ok: z.literal(true) }) }),
})
const library = defineServerPlugin({
  id: 'library',
  permissions: {
    permissions: [manage, enter, lend],
    rules: [{ name: 'IS_RED', description: 'Red', resourceType: 'book', apply: (book: string) => book.startsWith('red') }],
  },
  setup({ implement, security: { permissions } }) {
    permissions.loadWith('book', async refs => refs.map(ref => (ref.includes('-') ? ref : undefined)))
    implement(libraryApi, { manage: () => ({ ok: true as const }) })
  },
})
const people = defineServerPlugin({
  id: 'people',
  provides: { identity: identityPort },
  setup: () => ({
    identity: {
      userInfo: async () => undefined,
      admission: ref => ({ admitted: true, ...(ref === 'user:default/visitor' && { guest: 'local' as const }) }),
    },
  }),
})
let codePolicy: CodePolicy = () => undefined
const rulebook = defineServerPlugin({
  id: 'rulebook',
  uses: { policy: permissionPolicyService },
  setup: (_core, { policy }) => policy.usePolicy(query => codePolicy(query), { timeoutMs: 50 }),
})
const policy = {
  defaultRoles: false,
  roles: {
    keeper: { description: 'Keeps the shelves', members: ['user:default/root'], permissions: ['library.manage'] },
    lender: { members: ['everyone'], permissions: [{ permission: 'book.lend', conditions: { rule: 'IS_RED' } }] },
    insider: { members: ['signed-in'], permissions: ['library.enter'] },
    barred: { members: ['user:default/joe'], permissions: [{ permission: 'library.manage', effect: 'deny' }] },
  },
}

let server: TestServer
const lines: string[] = []
beforeAll(async () => {
  server = await startTestServer({
    plugins: [library, people, permissionPlugin, rulebook],
    config: { permission: { enabled: true, policy } },
    logTo: { write: line => lines.push(line) },
  })
})
afterAll(() => server.stop())

async function authorize(items: readonly object[], who: TestCaller = jane, headers: Record<string, string> = {}) {
  const body = JSON.stringify({ items })
  const init = { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } }
  const response = await server.as(who).fetch('/api/permission/authorize', init)
  return { status: response.status, body: JSON.parse(await response.text()) }
}
const item = (permission: Permission, resourceRef?: string | string[], id = permission.name) => ({ id, permission, resourceRef })

describe('no caller gets more', () => {
  test('by a service token, whatever is sent beside it: a service is never answered as a user [PERM-20]', async () => {
    const posing = { 'x-backstage-user': jane, 'x-on-behalf-of': 'user:default/root' }
    expect((await authorize([item(manage)], { plugin: 'library' }, posing)).status).toBe(403)
    const { tokens } = server.server.services
    const user = await tokens.forPlugin('library').verify((await tokens.userTokens.issue({ userEntityRef: jane })).token)
    const acting = { token: await tokens.forPlugin('library').forPlugin('permission', user) }
    // The plugin is allowed everything by itself; for jane it is allowed what jane is.
    expect((await authorize([item(manage)], acting)).body.items).toEqual([{ id: 'library.manage', result: 'DENY' }])
    const forAnother = await tokens.forPlugin('library').forPlugin('catalog', user)
    expect((await authorize([item(manage)], { token: forAnother })).status).toBe(401)
  })

  test('by the ids of a batch: each answer has its own id, and an id cannot be taken twice', async () => {
    const ids = ['__proto__', 'constructor', 'ALLOW', '1', '01']
    const items = ids.map((id, index) => item(lend, index % 2 === 0 ? 'red-1' : 'blue-1', id))
    const expected = ids.map((id, index) => ({ id, result: index % 2 === 0 ? 'ALLOW' : 'DENY' }))
    expect((await authorize(items)).body.items).toEqual(expected)
    expect((await authorize([item(lend, 'red-1', 'same'), item(lend, 'blue-1', 'same')])).status).toBe(400)
    expect((await authorize([item(lend, 'red-1', 'x'), item(manage, undefined, 'x')])).status).toBe(400)
  })

  test('by lists of resources: each is decided for itself, and a basic permission takes none', async () => {
    const { body } = await authorize([item(lend, ['red-1', 'blue-1', 'red-2', 'none', 'red-1'])])
    expect(body.items).toEqual([{ id: 'book.lend', result: ['ALLOW', 'DENY', 'ALLOW', 'DENY', 'ALLOW'] }])
    expect((await authorize([item(lend, [])])).status).toBe(400)
    expect((await authorize([item(lend, [['red-1'] as unknown as string])])).status).toBe(400)
    expect((await authorize([item(manage, ['red-1'])])).status).toBe(400)
    expect((await authorize([item(lend)])).status).toBe(400)
  })
})

describe('a policy in code', () => {
  test('that does not decide in time allows nothing, and the log says so', async () => {
    codePolicy = () => new Promise(() => undefined)
    expect((await authorize([item(lend, 'red-1')])).body.items).toEqual([{ id: 'book.lend', result: 'DENY' }])
    expect(lines.some(line => line.includes('has not decided within 50 ms'))).toBe(true)
    codePolicy = () => undefined
    expect((await authorize([item(lend, 'red-1')])).body.items).toEqual([{ id: 'book.lend', result: 'ALLOW' }])
  })
})

describe('who is refused', () => {
  test('can ask which roles carry the permission, and which of their own denies it', async () => {
    const asked = { query: { permission: 'library.manage' } }
    const refusal = { permission: 'library.manage', grantedBy: [{ role: 'keeper', description: 'Keeps the shelves' }] }
    expect(await server.as(jane).call(permissionApi.getRefusal, asked)).toEqual(refusal)
    expect(await server.as('user:default/joe').call(permissionApi.getRefusal, asked)).toEqual({ ...refusal, deniedBy: ['barred'] })
    expect(
      await server.as(jane).call(permissionApi.getRefusal, { query: { permission: 'book.lend', resourceRef: 'blue-1' } }),
    ).toMatchObject({ resourceRef: 'blue-1', grantedBy: [{ role: 'lender', conditional: true }] })
  })

  test('gets an answer about permissions that exist; anonymous callers and services get none', async () => {
    const asked = { query: { permission: 'library.burn' } }
    await expect(server.as(jane).call(permissionApi.getRefusal, asked)).rejects.toMatchObject({ name: 'NotFoundError' })
    await expect(server.as(undefined).call(permissionApi.getRefusal, asked)).rejects.toMatchObject({ status: 401 })
    await expect(server.as({ plugin: 'library' }).call(permissionApi.getRefusal, asked)).rejects.toMatchObject({ status: 403 })
  })
})

test('without the plugin that decides, everything is refused with that as the reason [PERM-20]', async () => {
  const alone = await startTestServer({ plugins: [library, people], config: { permission: { enabled: true } } })
  await expect(alone.as(jane).call(libraryApi.manage)).rejects.toMatchObject({
    name: 'NotAllowedError',
    code: 'core.permission-undecided',
    message: expect.stringContaining('nothing can decide about it'),
  })
  await alone.stop()
})

test('a user whom anyone can be counts as a guest, also where the policy does not list it', async () => {
  const check = { id: '1', permission: enter }
  const results = async (who: string) =>
    ((await server.as(who).call(permissionApi.authorize, { body: { items: [check] } })).items[0] as { result: string }).result
  expect([await results(jane), await results('user:default/visitor')]).toEqual(['ALLOW', 'DENY'])
})
