import { basicPermission, defineContract, get, resourcePermission, type Permission } from '@portico/core/common'
import { defineServerPlugin, identityPort, type UserInfo } from '@portico/core/server'
import { startTestServer, type TestCaller, type TestServer } from '@portico/core/testing'
import { maxItems, maxRefs, permissionApi, toRefusal } from '@portico/permission/common'
import { readFileSync, writeFileSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { permissionPlugin, permissionPolicyService, type CodePolicy } from './index.ts'

const createPermission = basicPermission('library.create', 'create')
const lend = resourcePermission('book.lend', 'book', 'update')
const burn = resourcePermission('book.burn', 'book', 'delete')
const readBook = resourcePermission('book.read', 'book', 'read')
const jane = 'user:default/jane'

const libraryApi = defineContract('library', {
  create: get('/create', { access: { permission: createPermission }, reply: z.object({ ok: z.literal(true) }) }),
  lend: get('/lend/:book', { access: 'signed-in', reply: z.object({ ok: z.literal(true) }) }),
})
const books = new Map([
  ['dune', { owner: 'group:default/team-a' }],
  ['emma', { owner: 'group:default/team-b' }],
])
let loads: (readonly string[])[] = []
let libraryFails = false

/** Owns books, and lends them to those who may. */
const library = defineServerPlugin({
  id: 'library',
  permissions: {
    permissions: [createPermission, lend, burn, readBook],
    rules: [
      {
        name: 'IS_OWNED',
        description: 'Owned by one of the claims',
        resourceType: 'book',
        paramsSchema: z.object({ claims: z.array(z.string()) }),
        apply: (book: { owner: string }, { claims }: { claims: string[] }) => claims.includes(book.owner),
      },
    ],
  },
  setup({ implement, security: { permissions } }) {
    permissions.loadWith('book', async refs => {
      loads.push(refs)
      if (libraryFails) throw new Error('the shelves are locked')
      return refs.map(ref => books.get(ref))
    })
    implement(libraryApi, {
      create: () => ({ ok: true as const }),
      lend: async ({ caller, params }) => (await permissions.require(caller, lend, params.book), { ok: true as const }),
    })
  },
})

/** Another plugin, which asks about books that are not its own. */
const shopApi = defineContract('shop', { sell: get('/sell/:book', { access: 'signed-in', reply: z.object({ ok: z.literal(true) }) }) })
const shop = defineServerPlugin({
  id: 'shop',
  setup: ({ implement, security: { permissions } }) =>
    implement(shopApi, {
      sell: async ({ caller, params }) => (await permissions.require(caller, lend, params.book), { ok: true as const }),
    }),
})

let userInfo: (ref: string) => Promise<UserInfo | undefined>
const people = defineServerPlugin({
  id: 'people',
  provides: { identity: identityPort },
  setup: () => ({ identity: { userInfo: ref => userInfo(ref) } }),
})

let codePolicy: CodePolicy = () => undefined
const rulebook = defineServerPlugin({
  id: 'rulebook',
  uses: { policy: permissionPolicyService },
  setup: (_core, { policy }) => policy.usePolicy(query => codePolicy(query)),
})

const policy = {
  roles: {
    admin: { members: ['user:default/root'] },
    lender: {
      description: 'Lends the books of the team',
      members: ['signed-in'],
      permissions: [{ permission: 'book.lend', conditions: { rule: 'IS_OWNED', params: { claims: '$owned' } } }],
    },
  },
}
const lines: string[] = []
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({
    plugins: [library, shop, people, permissionPlugin, rulebook],
    config: { permission: { enabled: true, policy } },
    logTo: { write: line => lines.push(line) },
  })
})
afterAll(() => server.stop())
const goodUserInfo = async (ref: string) => ({ userEntityRef: ref, ownershipEntityRefs: [ref, 'group:default/Team-A'] })
userInfo = goodUserInfo
afterEach(() => {
  userInfo = goodUserInfo
  codePolicy = () => undefined
  libraryFails = false
  loads = []
})

const authorize = async (items: readonly object[], who: TestCaller | 'anonymous' = jane) => {
  const response = await server.as(who === 'anonymous' ? undefined : who).fetch('/api/permission/authorize', {
    method: 'POST',
    body: JSON.stringify({ items }),
    headers: { 'content-type': 'application/json' },
  })
  return { status: response.status, body: JSON.parse(await response.text()) }
}
const itemsOf = async (items: readonly object[], who?: TestCaller) => (await authorize(items, who)).body.items
const item = (permission: Permission, resourceRef?: string | string[], id = permission.name) => ({
  id,
  permission,
  ...(resourceRef !== undefined && { resourceRef }),
})
const forJane = async () => {
  const { token } = await server.server.services.tokens.userTokens.issue({ userEntityRef: jane })
  const user = await server.server.services.tokens.forPlugin('permission').verify(token)
  return { token: await server.server.services.tokens.forPlugin('shop').forPlugin('permission', user) }
}

describe('authorize', () => {
  test('answers each check with its id: allow, deny, or a list for a list [PERM-06, PERM-10, PERM-12]', async () => {
    const items = [
      item(createPermission),
      item(readBook, 'dune'),
      item(readBook, ['dune', 'emma'], 'plain'),
      item(lend, 'dune', 'x/1'),
      item(lend, 'emma', ''),
      item(lend, ['emma', 'dune', 'none', 'dune'], '__proto__'),
    ]
    expect(await itemsOf(items)).toEqual([
      { id: 'library.create', result: 'DENY' },
      { id: 'book.read', result: 'ALLOW' },
      { id: 'plain', result: 'ALLOW' },
      { id: 'x/1', result: 'ALLOW' },
      { id: '', result: 'DENY' },
      { id: '__proto__', result: ['DENY', 'ALLOW', 'DENY', 'ALLOW'] },
    ])
    expect(loads).toEqual([['dune', 'emma', 'none']])
    expect(await itemsOf([])).toEqual([])
  })

  test('gives conditions to a plugin that acts for a user, and never to users themselves [PERM-01, PERM-12]', async () => {
    const conditions = { rule: 'IS_OWNED', resourceType: 'book', params: { claims: [jane, 'group:default/team-a'] } }
    const acting = await forJane()
    expect(await itemsOf([item(lend), item(lend, 'dune', 'with')], acting)).toEqual([
      { id: 'book.lend', result: 'CONDITIONAL', pluginId: 'library', resourceType: 'book', conditions },
      { id: 'with', result: 'ALLOW' },
    ])
    expect(await authorize([item(lend)])).toMatchObject({ status: 400, body: { error: { name: 'InputError' } } })
  })

  test('is for users: services and anonymous callers are refused, and health is open [PERM-20]', async () => {
    expect(await authorize([item(createPermission)], { plugin: 'library' })).toMatchObject({
      status: 403,
      body: { error: { name: 'NotAllowedError' } },
    })
    expect((await authorize([item(createPermission)], 'anonymous')).status).toBe(401)
    expect(await server.as(undefined).call(permissionApi.getHealth)).toEqual({ status: 'ok' })
  })

  test('refuses what is malformed', async () => {
    const basic = { type: 'basic', name: 'library.create', attributes: {} }
    const wrong = [
      { id: '1' },
      { id: 1, permission: basic },
      { id: '1', permission: { ...basic, type: 'other' } },
      { id: '1', permission: basic, resourceRef: 'dune' },
      { id: '1', permission: { ...basic, attributes: { action: 'burn' } } },
      { id: '1', permission: { ...lend, resourceType: undefined } },
      { id: '1', permission: { ...lend, name: 'x'.repeat(201) }, resourceRef: 'dune' },
      { id: '1', permission: lend, resourceRef: [] },
      { id: '1', permission: lend, resourceRef: [1] },
    ]
    for (const each of wrong) expect([each, (await authorize([each])).status]).toEqual([each, 400])
    expect((await authorize([{ id: '1', permission: { type: 'basic', name: 'library.create' } }])).status).toBe(200)
  })

  test('refuses duplicate ids, and more items than the limit', async () => {
    expect(await authorize([item(readBook, 'dune'), item(createPermission, undefined, 'book.read')])).toMatchObject({
      status: 400,
      body: { error: { code: 'permission.id-twice' } },
    })
    const many = (count: number) => Array.from({ length: count }, (_, i) => item(lend, `book-${i}`, String(i)))
    expect((await authorize(many(maxItems))).status).toBe(200)
    expect((await authorize(many(maxItems + 1))).status).toBe(400)
    const refs = (count: number) => Array.from({ length: count }, (_, i) => `book-${i}`)
    expect((await authorize([item(lend, refs(maxRefs))])).body.items[0].result).toHaveLength(maxRefs)
    expect(await authorize([item(lend, refs(maxRefs)), item(burn, 'x')])).toMatchObject({
      status: 400,
      body: { error: { code: 'permission.too-many-refs' } },
    })
  })

  test('uses what a plugin declares, whatever the caller sends about the permission', async () => {
    expect(await itemsOf([{ id: '1', permission: { ...burn, attributes: { action: 'read' } }, resourceRef: 'dune' }])).toEqual([
      { id: '1', result: 'DENY' },
    ])
    expect((await authorize([{ id: '1', permission: { ...lend, type: 'basic' } }])).status).toBe(400)
    expect((await authorize([{ id: '1', permission: { ...lend, resourceType: 'pen' }, resourceRef: 'x' }])).status).toBe(400)
    expect(await itemsOf([item(basicPermission('constructor')), item(resourcePermission('__proto__', 'toString'), 'x')])).toEqual([
      { id: 'constructor', result: 'DENY' },
      { id: '__proto__', result: 'DENY' },
    ])
  })

  test('describes itself', async () => {
    const response = await server.fetch('/api/permission/openapi.json')
    expect(await response.json()).toMatchObject({ paths: { '/authorize': { post: { operationId: 'authorize' } } } })
  })
})

describe('plugins', () => {
  const call = (path: string, who: TestCaller = jane) => server.as(who).fetch(`/api/${path}`)

  test('get allow or deny about a resource, also about one that is not theirs [PERM-06]', async () => {
    expect((await call('library/lend/dune')).status).toBe(200)
    expect((await call('library/lend/emma')).status).toBe(403)
    expect((await call('shop/sell/dune')).status).toBe(200)
    expect((await call('shop/sell/emma')).status).toBe(403)
    expect((await call('shop/sell/none')).status).toBe(403)
    expect((await call('library/create', 'user:default/root')).status).toBe(200)
    expect((await call('library/create', { plugin: 'shop' })).status).toBe(200)
  })

  test('refuse with the permission that is missing and the roles that carry it', async () => {
    const refused = server.as(jane).call(libraryApi.lend, { params: { book: 'emma' } })
    const error = await refused.catch((thrown: unknown) => thrown as { details: unknown; code: string })
    expect(error).toMatchObject({ name: 'NotAllowedError', code: 'core.permission-denied' })
    expect(toRefusal((error as { details: unknown }).details)).toEqual({
      permission: 'book.lend',
      resourceRef: 'emma',
      grantedBy: [
        { role: 'admin', description: 'May do everything' },
        { role: 'lender', description: 'Lends the books of the team', conditional: true },
      ],
    })
    const line = lines.find(each => each.includes(`refused book.lend to ${jane}`))
    expect(JSON.parse(line ?? '').trace).toContainEqual(expect.objectContaining({ role: 'admin', held: false, outcome: 'allows' }))
    expect(await (await call('library/create')).json()).toMatchObject({
      error: { permission: 'library.create', grantedBy: [{ role: 'admin' }] },
    })
  })
})

describe('when something fails, the answer is DENY and the log says why', () => {
  const logged = (text: string) => lines.some(line => line.includes(text))

  test('a policy in code that throws, or returns an invalid decision', async () => {
    codePolicy = () => {
      throw new Error('the book of rules is wet')
    }
    expect(await itemsOf([item(readBook, 'dune')])).toEqual([{ id: 'book.read', result: 'DENY' }])
    expect(logged('the book of rules is wet')).toBe(true)
    const nonsense = [
      { result: 'MAYBE' },
      { result: 'CONDITIONAL', pluginId: 'library', resourceType: 'book', conditions: { anyOf: [] } },
      { result: 'CONDITIONAL', pluginId: 'library', resourceType: 'book', conditions: { rule: 'NONE', resourceType: 'book' } },
      { result: 'CONDITIONAL', pluginId: 'library', resourceType: 'book', conditions: { rule: 'IS_OWNED', resourceType: 'book' } },
      { result: 'CONDITIONAL', pluginId: 'shop', resourceType: 'book', conditions: { rule: 'IS_OWNED', resourceType: 'book' } },
      { result: 'CONDITIONAL', pluginId: 'library', resourceType: 'pen', conditions: { rule: 'IS_OWNED', resourceType: 'pen' } },
    ]
    for (const each of nonsense) {
      codePolicy = () => each as never
      expect([each, await itemsOf([item(readBook, 'dune')])]).toEqual([each, [{ id: 'book.read', result: 'DENY' }]])
    }
    expect(logged("the plugin 'shop' has no rules for 'book'")).toBe(true)
  })

  test('a policy in code decides before the roles, and leaves undecided requests to them', async () => {
    const conditions = { rule: 'IS_OWNED', resourceType: 'book', params: { claims: ['group:default/team-b'] } }
    codePolicy = async ({ permission, identity }) => {
      if (permission.name !== 'book.lend') return undefined
      expect(identity.ownershipEntityRefs).toEqual([jane, 'group:default/team-a'])
      return { result: 'CONDITIONAL', pluginId: 'library', resourceType: 'book', conditions }
    }
    expect(await itemsOf([item(lend, ['dune', 'emma']), item(createPermission)])).toEqual([
      { id: 'book.lend', result: ['DENY', 'ALLOW'] },
      { id: 'library.create', result: 'DENY' },
    ])
  })

  test('an identity that cannot be determined', async () => {
    userInfo = () => Promise.reject(new Error('the identity lookup failed'))
    expect(await itemsOf([item(readBook, 'dune')], 'user:default/joe')).toEqual([{ id: 'book.read', result: 'DENY' }])
    expect(logged('the identity lookup failed')).toBe(true)
    userInfo = goodUserInfo
    expect(await itemsOf([item(readBook, 'dune')], 'user:default/joe')).toEqual([{ id: 'book.read', result: 'ALLOW' }])
  })

  test('an owner that cannot load its resources', async () => {
    libraryFails = true
    expect(await itemsOf([item(lend, 'dune'), item(readBook, 'dune')])).toEqual([
      { id: 'book.lend', result: 'DENY' },
      { id: 'book.read', result: 'ALLOW' },
    ])
    expect(logged('the shelves are locked')).toBe(true)
  })
})

test('a changed config is in force at once, and its mistakes are logged', async () => {
  const config = JSON.parse(readFileSync(server.configFile, 'utf8'))
  const write = async (changed: object) => {
    writeFileSync(server.configFile, JSON.stringify({ ...config, permission: changed }))
    await server.server.config.reload()
  }
  const maker = { members: ['everyone'], permissions: ['library.create', 'book.lent'] }
  await write({ enabled: true, policy: { roles: { maker } } })
  expect(await itemsOf([item(createPermission)])).toEqual([{ id: 'library.create', result: 'ALLOW' }])
  expect(lines.some(line => line.includes("permission 'book.lent', did you mean 'book.lend'?"))).toBe(true)
  await write({ enabled: true, policy: { roles: { maker: { ...maker, member: [] } } } })
  expect(await itemsOf([item(createPermission)])).toEqual([{ id: 'library.create', result: 'ALLOW' }])
  await write({ enabled: true })
  expect(await itemsOf([item(createPermission)])).toEqual([{ id: 'library.create', result: 'DENY' }])
  await write({ enabled: false })
  expect(await itemsOf([item(createPermission)])).toEqual([{ id: 'library.create', result: 'ALLOW' }])
  await write(config.permission)
})
