import { basicPermission, defineContract, get, post as postRoute, resourcePermission } from '@portico/core/common'
import { bytes, defineAction, defineServerPlugin, type ActionDirectory } from '@portico/core/server'
import { startTestServer, type TestServer } from '@portico/core/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'

const shelfApi = defineContract('shelf', {
  getBook: get('/books/:id', {
    access: 'signed-in',
    query: z.object({ pages: z.coerce.number().int().optional() }),
    reply: z.object({ id: z.string(), pages: z.number() }),
  }),
  burnBook: postRoute('/books/:id/burn', { access: 'service' }),
  readBook: get('/books/:id/text', { access: 'signed-in', raw: true }),
})
let directory: ActionDirectory
let loads = 0

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
  setup({ actions, implement, work: { scheduler }, security: { permissions }, server }) {
    directory = server.actions
    implement(shelfApi, {
      getBook: ({ params, query }) => bytes(JSON.stringify({ id: params.id, pages: query.pages ?? 1 })),
      burnBook: () => {},
      readBook: ({ params }) => bytes(`The text of ${params.id}`),
    })
    actions.offer(async () => {
      loads += 1
      const read = {
        title: 'Read',
        description: 'Reads',
        attributes: { readOnly: true },
        input: z.object({ id: z.string() }),
        output: z.unknown(),
      }
      return [
        defineAction({
          ...read,
          name: 'read',
          run: async ({ input, call, callText }) => ({
            ...(await call(shelfApi.getBook, { params: input, query: { pages: 7 } })),
            text: await callText(shelfApi.readBook, { params: input }, { maxBytes: 8 }),
          }),
        }),
        defineAction({ ...read, name: 'burn', attributes: {}, run: async ({ input, call }) => call(shelfApi.burnBook, { params: input }) }),
      ]
    })
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
  expect(actions.filter(({ name }: { name: string }) => name === 'double')).toMatchObject([
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

test('actions that are offered are loaded once, call routes with their access, and are within the scopes of an agent', async () => {
  const listed = await directory.list()
  await directory.list()
  expect(loads).toBe(1)
  expect(listed.map(({ id, scope }) => `${id} ${scope}`)).toEqual(
    expect.arrayContaining(['shelf:double shelf:read', 'shelf:read shelf:read', 'shelf:burn shelf:write']),
  )
  const user = { type: 'user', userEntityRef: 'user:default/jane' } as const
  expect(await directory.invoke('shelf:read', { id: 'a' }, user)).toEqual({ id: 'a', pages: 7, text: 'The text' })
  await expect(directory.invoke('shelf:burn', { id: 'a' }, user)).rejects.toMatchObject({ code: 'core.wrong-caller' })
  await expect(directory.invoke('shelf:read', { id: 'a' }, { type: 'none' })).rejects.toMatchObject({ name: 'AuthenticationError' })
  await expect(directory.invoke('shelf:read', {}, user)).rejects.toMatchObject({ name: 'InputError' })
  await expect(directory.invoke('nowhere:read', {}, user)).rejects.toMatchObject({ code: 'core.action-not-found' })

  const agent = { client: 'c', name: 'Assistant', grant: 'g', scopes: ['shelf:read'] }
  expect(await directory.invoke('shelf:read', { id: 'a' }, { ...user, agent })).toMatchObject({ id: 'a' })
  await expect(directory.invoke('shelf:burn', { id: 'a' }, { ...user, agent })).rejects.toMatchObject({
    code: 'core.agent-scope',
    details: { scope: 'shelf:write' },
  })
  const readOnly = { ...user, accessToken: { id: 't', readOnly: true } }
  await expect(directory.invoke('shelf:burn', { id: 'a' }, readOnly)).rejects.toMatchObject({ code: 'core.access-read-only' })
  const elsewhere = { ...user, accessToken: { id: 't', readOnly: false, plugins: ['search'] } }
  await expect(directory.invoke('shelf:read', { id: 'a' }, elsewhere)).rejects.toMatchObject({ code: 'core.access-restricted' })
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
