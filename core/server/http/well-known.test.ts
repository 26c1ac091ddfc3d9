import { basicPermission, resourcePermission } from '@portico/core/common'
import { defineServerPlugin } from '@portico/core/server'
import { startTestServer, type TestServer } from '@portico/core/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'

const shelf = defineServerPlugin({
  id: 'shelf',
  permissions: {
    permissions: [
      basicPermission('shelf.create', 'create'),
      resourcePermission('book.read', 'book', 'read'),
      resourcePermission('map.read', 'map', 'read'),
    ],
    rules: [
      {
        name: 'HAS_AUTHOR',
        description: 'By one of the authors',
        resourceType: 'book',
        paramsSchema: z.object({ authors: z.array(z.string()) }),
        apply: (book: { author: string }, { authors }: { authors: string[] }) => authors.includes(book.author),
      },
    ],
  },
  setup({ actions, work: { scheduler }, security: { permissions } }) {
    permissions.loadWith('book', async refs => refs.map(ref => (ref === 'none' ? undefined : { author: ref })))
    actions.register({
      name: 'double',
      title: 'Double',
      description: 'Twice as much',
      attributes: { readOnly: true },
      input: z.object({ n: z.number() }),
      output: z.object({ n: z.number() }),
      run: async ({ input }) => ({ n: input.n * 2 }),
    })
    scheduler.schedule({ id: 'dust', frequency: { trigger: 'manual' }, timeout: '1m', run: () => {} })
  },
})

const bodyOf = async (response: Response): Promise<any> => response.json()

let server: TestServer
beforeAll(async () => void (server = await startTestServer({ plugins: [shelf] })))
afterAll(() => server.stop())
const post = (body: unknown) => ({ method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } })
const service = () => server.as({ plugin: 'permission' })

test('a plugin says which permissions and rules it has', async () => {
  const metadata = await bodyOf(await server.fetch('/api/shelf/.well-known/backstage/permissions/metadata'))
  expect(metadata.permissions.map((each: { name: string }) => each.name)).toEqual(['shelf.create', 'book.read', 'map.read'])
  expect(metadata.rules).toMatchObject([
    { name: 'HAS_AUTHOR', resourceType: 'book', paramsSchema: { type: 'object', required: ['authors'] } },
  ])
})

test('conditions are applied by the plugin that owns the resources; one that is missing is denied even under not [PERM-01]', async () => {
  const rule = { rule: 'HAS_AUTHOR', resourceType: 'book', params: { authors: ['ann', 'bob'] } }
  const items = [
    { id: '1', resourceRef: 'ann', resourceType: 'book', conditions: rule },
    { id: '2', resourceRef: ['ann', 'eve', 'none'], resourceType: 'book', conditions: { not: rule } },
    { id: '3', resourceRef: 'eve', resourceType: 'book', conditions: { anyOf: [rule, { allOf: [{ not: rule }] }] } },
  ]
  const reply = await bodyOf(await service().fetch('/api/shelf/.well-known/backstage/permissions/apply-conditions', post({ items })))
  expect(reply).toEqual({
    items: [
      { id: '1', result: 'ALLOW' },
      { id: '2', result: ['DENY', 'ALLOW', 'DENY'] },
      { id: '3', result: 'ALLOW' },
    ],
  })
})

test('bad conditions get a clear answer, and users none at all', async () => {
  const apply = async (item: object, who = service()) =>
    (
      await who.fetch(
        '/api/shelf/.well-known/backstage/permissions/apply-conditions',
        post({ items: [{ id: '1', resourceRef: 'ann', ...item }] }),
      )
    ).status
  const rule = { rule: 'HAS_AUTHOR', resourceType: 'book', params: { authors: [] } }
  expect(await apply({ resourceType: 'pen', conditions: { ...rule, resourceType: 'pen' } })).toBe(400)
  expect(await apply({ resourceType: 'map', conditions: { ...rule, resourceType: 'map' } })).toBe(501)
  expect(await apply({ resourceType: 'book', conditions: { rule: 'NO_SUCH', resourceType: 'book' } })).toBe(400)
  expect(await apply({ resourceType: 'book', conditions: { anyOf: [] } })).toBe(400)
  expect(await apply({ resourceType: 'book', conditions: rule }, server)).toBe(403)
})

test('actions are listed with their schemas and can be invoked', async () => {
  const { actions } = await bodyOf(await server.fetch('/api/shelf/.backstage/actions/v1/actions'))
  expect(actions).toMatchObject([
    {
      id: 'shelf:double',
      pluginId: 'shelf',
      attributes: { destructive: false, idempotent: false, readOnly: true },
      schema: { input: { required: ['n'] } },
    },
  ])
  expect(await bodyOf(await server.fetch('/api/shelf/.backstage/actions/v1/actions/shelf:double/invoke', post({ n: 2 })))).toEqual({
    output: { n: 4 },
  })
  expect(
    await bodyOf(await server.fetch('/api/shelf/.backstage/actions/v2/actions/shelf:double/invoke', post({ input: { n: 3 } }))),
  ).toEqual({ output: { n: 6 } })
  expect((await server.fetch('/api/shelf/.backstage/actions/v1/actions/shelf:double/invoke', post({ n: 'x' }))).status).toBe(400)
  expect((await server.fetch('/api/shelf/.backstage/actions/v1/actions/shelf:none/invoke', post({}))).status).toBe(404)
})

test('scheduled tasks are listed, and triggered by services', async () => {
  const { tasks } = await bodyOf(await server.fetch('/api/shelf/.backstage/scheduler/v1/tasks'))
  expect(tasks).toMatchObject([{ taskId: 'dust', pluginId: 'shelf', scope: 'global' }])
  expect((await service().fetch('/api/shelf/.backstage/scheduler/v1/tasks/dust/trigger', { method: 'POST' })).status).toBe(200)
  expect((await service().fetch('/api/shelf/.backstage/scheduler/v1/tasks/none/trigger', { method: 'POST' })).status).toBe(404)
  expect((await server.fetch('/api/shelf/.backstage/scheduler/v1/tasks/dust/trigger', { method: 'POST' })).status).toBe(403)
})

test('public keys are open to all', async () => {
  expect(await bodyOf(await server.as(undefined).fetch('/api/shelf/.backstage/auth/v1/jwks.json'))).toMatchObject({
    keys: expect.any(Array),
  })
})

test('the cookie is given to users, kept while it is good, and cleared [AUTH-066, AUTH-067]', async () => {
  const path = '/api/app/.backstage/auth/v1/cookie'
  expect((await server.as(undefined).fetch(path)).status).toBe(401)
  expect((await service().fetch(path)).status).toBe(401)
  const first = await server.fetch(path)
  const cookie = first.headers.get('set-cookie')!
  expect(cookie).toMatch(/^backstage-auth=[\w.-]+; Domain=localhost; Path=\/; Expires=.*; HttpOnly; Priority=High; Secure; SameSite=None$/)
  expect(Date.parse((await bodyOf(first)).expiresAt)).toBeGreaterThan(Date.now())
  const again = await server.fetch(path, { headers: { cookie: cookie.split(';')[0]! } })
  expect([again.status, again.headers.get('set-cookie')]).toEqual([200, null])
  const cleared = await server.as(undefined).fetch(path, { method: 'DELETE' })
  expect([cleared.status, cleared.headers.get('set-cookie')]).toEqual([204, expect.stringContaining('backstage-auth=; ')])
  expect((await server.as(undefined).fetch('/api/shelf/.backstage/auth/v1/cookie', { method: 'DELETE' })).status).toBe(401)
})
