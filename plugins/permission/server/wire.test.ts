import * as published from '@backstage/plugin-permission-common'
import { basicPermission, resourcePermission, type Decision, type Permission } from '@portico/core/common'
import { defineServerPlugin, identityPort } from '@portico/core/server'
import { startTestServer, type TestServer } from '@portico/core/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { permissionPlugin } from './index.ts'

interface Asked {
  readonly permission: Permission
  readonly resourceRef?: string
}
interface PublishedClient {
  authorize(requests: readonly Asked[], options?: { token: string }): Promise<{ result: string }[]>
  authorizeConditional(queries: readonly Asked[], options?: { token: string }): Promise<Decision[]>
}
// The client that other programs use, against this server.
const { PermissionClient, createPermission } = published as unknown as {
  readonly createPermission: (input: object) => Permission
  readonly PermissionClient: new (options: object) => PublishedClient
}
const readBook = createPermission({ name: 'book.read', attributes: { action: 'read' }, resourceType: 'book' })
const lendBook = createPermission({ name: 'book.lend', attributes: { action: 'update' }, resourceType: 'book' })
const openShelf = createPermission({ name: 'shelf.open', attributes: {} })

const library = defineServerPlugin({
  id: 'library',
  permissions: {
    permissions: [
      resourcePermission('book.read', 'book', 'read'),
      resourcePermission('book.lend', 'book', 'update'),
      basicPermission('shelf.open'),
    ],
    rules: [
      {
        name: 'HAS_COLOUR',
        description: 'Of a colour',
        resourceType: 'book',
        paramsSchema: z.object({ colour: z.string() }),
        apply: (book: string, { colour }: { colour: string }) => book.startsWith(colour),
      },
    ],
  },
  setup: ({ security: { permissions } }) => permissions.loadWith('book', async refs => refs),
})
const people = defineServerPlugin({
  id: 'people',
  provides: { identity: identityPort },
  setup: () => ({ identity: { userInfo: async () => undefined } }),
})
const red = { rule: 'HAS_COLOUR', params: { colour: 'red' } }
const blue = { rule: 'HAS_COLOUR', params: { colour: 'blue' } }
const policy = {
  roles: {
    lender: { members: ['everyone'], permissions: [{ permission: 'book.lend', conditions: { anyOf: [red, { not: { allOf: [blue] } }] } }] },
  },
}
const plugins = [library, people, permissionPlugin]

describe('the published client', () => {
  let server: TestServer
  let token: string
  let actingToken: string
  beforeAll(async () => {
    server = await startTestServer({ plugins, config: { permission: { enabled: true, policy } } })
    const { tokens } = server.server.services
    token = (await tokens.userTokens.issue({ userEntityRef: 'user:default/jane' })).token
    actingToken = await tokens.forPlugin('library').forPlugin('permission', await tokens.forPlugin('permission').verify(token))
  })
  afterAll(() => server.stop())

  const client = (batched = false) =>
    new PermissionClient({
      discovery: { getBaseUrl: async (id: string) => `${server.url}/api/${id}` },
      config: { getOptionalBoolean: (key: string) => key === 'permission.enabled' || batched },
    })

  test('gets allow or deny, one by one and in batches [PERM-10, PERM-12, PERM-14]', async () => {
    const requests = [
      { permission: openShelf },
      { permission: readBook, resourceRef: 'red-1' },
      { permission: lendBook, resourceRef: 'red-1' },
      { permission: lendBook, resourceRef: 'blue-1' },
      { permission: lendBook, resourceRef: 'green-1' },
      { permission: readBook, resourceRef: 'blue-1' },
    ]
    const expected = ['DENY', 'ALLOW', 'ALLOW', 'DENY', 'ALLOW', 'ALLOW']
    const single = await client().authorize(requests, { token })
    expect(single.map(each => each.result)).toEqual(expected)
    const batched = await client(true).authorize(requests, { token })
    expect(batched.map(each => each.result)).toEqual(expected)
  })

  test('gets nested conditions when a plugin asks for a user [PERM-01, PERM-12]', async () => {
    const book = { resourceType: 'book' }
    expect(await client().authorizeConditional([{ permission: lendBook }, { permission: readBook }], { token: actingToken })).toEqual([
      {
        id: expect.any(String),
        result: 'CONDITIONAL',
        pluginId: 'library',
        resourceType: 'book',
        conditions: { anyOf: [{ ...red, ...book }, { not: { allOf: [{ ...blue, ...book }] } }] },
      },
      { id: expect.any(String), result: 'ALLOW' },
    ])
    await expect(client().authorizeConditional([{ permission: lendBook }], { token })).rejects.toMatchObject({ statusCode: 400 })
  })

  test('is refused without a token [PERM-20]', async () => {
    await expect(client().authorize([{ permission: openShelf }])).rejects.toMatchObject({ statusCode: 401 })
  })
})

describe('without authentication', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({
      plugins,
      config: { permission: { enabled: true }, backend: { auth: { dangerouslyDisableDefaultAuthPolicy: true } } },
    })
  })
  afterAll(() => server.stop())
  const ask = async (who: Parameters<TestServer['as']>[0], resourceRef?: string) => {
    const items = [{ id: '1', permission: readBook, resourceRef }]
    const init = { method: 'POST', body: JSON.stringify({ items }), headers: { 'content-type': 'application/json' } }
    const response = await server.as(who).fetch('/api/permission/authorize', init)
    return [response.status, response.ok ? await response.json() : undefined]
  }

  test('an anonymous caller counts as a guest, gets no conditions, and a service is still refused', async () => {
    expect(await ask(undefined, 'red-1')).toEqual([200, { items: [{ id: '1', result: 'ALLOW' }] }])
    expect(await ask(undefined)).toEqual([400, undefined])
    expect(await ask({ plugin: 'library' }, 'red-1')).toEqual([403, undefined])
  })
})

test('with permissions disabled every check is allowed, whatever the policy says', async () => {
  const server = await startTestServer({ plugins, config: { permission: { policy: { defaultRoles: false } } } })
  const body = JSON.stringify({ items: [{ id: '1', permission: openShelf }] })
  const response = await server.fetch('/api/permission/authorize', {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json' },
  })
  expect(await response.json()).toEqual({ items: [{ id: '1', result: 'ALLOW' }] })
  await server.stop()
})
