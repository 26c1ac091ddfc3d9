import { authPlugin } from '@portico/auth/server'
import { catalogPlugin } from '@portico/catalog/server'
import { catalogSourcesPlugin } from '@portico/catalog-sources/server'
import { startTestServer, type TestServer } from '@portico/core/testing'
import { integrationsPlugin } from '@portico/integrations/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { patchResource } from './patch-resource.ts'

let server: TestServer
const token = 'token-of-the-identity-provider'

beforeAll(async () => {
  server = await startTestServer({
    plugins: [authPlugin, integrationsPlugin, catalogPlugin, catalogSourcesPlugin],
    config: {
      backend: { auth: { externalAccess: [{ type: 'static', options: { token, subject: 'idp' } }] } },
      catalog: {
        processingInterval: false,
        providers: { scim: { enabled: true, schedule: { frequency: { trigger: 'manual' }, timeout: '1m' } } },
      },
    },
  })
})
afterAll(() => server.stop())

async function scim(method: string, path: string, body?: unknown, caller: { token: string } | undefined = { token }) {
  const response = await server.as(caller).fetch(`/api/catalog-sources/scim/v2${path}`, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/scim+json' } }),
  })
  const text = await response.text()
  return { status: response.status, type: response.headers.get('content-type'), body: text === '' ? undefined : JSON.parse(text) }
}

async function entity(ref: string) {
  const response = await server.fetch(`/api/catalog/entities/by-name/${ref}`)
  return response.status === 200
    ? ((await response.json()) as {
        spec: { memberOf?: string[]; members?: string[]; profile?: object }
        relations: { type: string; targetRef: string }[]
      })
    : undefined
}

test('users and groups that an identity provider pushes are in the catalog, and leave it when they are deactivated', async () => {
  const ann = await scim('POST', '/Users', {
    userName: 'ann@acme.test',
    name: { givenName: 'Ann', familyName: 'Lee' },
    emails: [{ value: 'ann@acme.test', primary: true }],
    active: true,
  })
  expect(ann).toMatchObject({
    status: 201,
    type: expect.stringContaining('application/scim+json'),
    body: { userName: 'ann@acme.test', meta: { resourceType: 'User' } },
  })
  const bob = await scim('POST', '/Users', { userName: 'bob', displayName: 'Bob' })
  const web = await scim('POST', '/Groups', { displayName: 'Web Team', members: [{ value: ann.body.id }] })
  await scim('POST', '/Groups', { displayName: 'Everyone', members: [{ value: web.body.id }] })
  await expect
    .poll(() => entity('user/default/ann_acme.test'))
    .toMatchObject({ spec: { profile: { displayName: 'Ann Lee', email: 'ann@acme.test' } } })
  await expect.poll(() => entity('group/default/web_team')).toMatchObject({ spec: { members: ['ann_acme.test'], parent: 'everyone' } })
  expect((await scim('POST', '/Users', { userName: 'ANN@acme.test' })).status).toBe(409)
  expect((await scim('PUT', `/Users/${bob.body.id}`, { userName: 'ANN@acme.test' })).status).toBe(409)
  const patched = await scim('PATCH', `/Groups/${web.body.id}`, {
    Operations: [{ op: 'Add', path: 'members', value: [{ value: bob.body.id }] }],
  })
  expect(patched.body.members).toHaveLength(2)
  await expect.poll(async () => (await entity('group/default/web_team'))?.spec.members).toEqual(['ann_acme.test', 'bob'])
  expect((await scim('PATCH', `/Users/${ann.body.id}`, { Operations: [{ op: 'replace', value: { active: false } }] })).body.active).toBe(
    false,
  )
  await expect.poll(() => entity('user/default/ann_acme.test')).toBeUndefined()
  expect((await scim('DELETE', `/Users/${bob.body.id}`)).status).toBe(204)
  await expect.poll(() => entity('user/default/bob')).toBeUndefined()
})

test('resources are found by filter and page, and what is wrong is refused', async () => {
  for (const userName of ['x1', 'x2', 'x3']) await scim('POST', '/Users', { userName })
  expect((await scim('GET', '/Users?filter=userName%20eq%20%22X2%22')).body).toMatchObject({
    totalResults: 1,
    Resources: [{ userName: 'x2' }],
  })
  const page = await scim('GET', '/Users?startIndex=2&count=1')
  expect([page.body.startIndex, page.body.itemsPerPage, page.body.Resources.length]).toEqual([2, 1, 1])
  expect((await scim('GET', '/ServiceProviderConfig')).body).toMatchObject({ patch: { supported: true } })
  expect((await scim('GET', '/Users?filter=title%20co%20%22x%22')).status).toBe(400)
  expect((await scim('POST', '/Users', { displayName: 'nameless' })).status).toBe(400)
  for (const body of [undefined, null, [], 'ann', 7]) {
    expect((await scim('POST', '/Users', body)).status).toBe(400)
    expect((await scim('PUT', '/Users/x', body)).status).toBe(400)
  }
  expect((await scim('GET', '/Printers')).status).toBe(404)
  expect((await scim('PUT', '/Users/none', { userName: 'x' })).status).toBe(404)
  expect((await scim('PATCH', '/Users/none', { Operations: [] })).status).toBe(404)
  expect((await server.as('user:default/test').fetch('/api/catalog-sources/scim/v2/Users')).status).toBe(403)
  expect((await server.as(undefined).fetch('/api/catalog-sources/scim/v2/Users')).status).toBe(401)
})

test.each([
  [{ op: 'replace', path: 'active', value: 'False' }, { active: false }],
  [{ op: 'add', path: 'name.givenName', value: 'Ann' }, { name: { givenName: 'Ann' } }],
  [{ op: 'remove', path: 'members[value eq "1"]' }, { members: [{ value: '2' }] }],
  [{ op: 'remove', path: 'members', value: [{ value: '2' }] }, { members: [{ value: '1' }] }],
  [{ op: 'add', path: 'members', value: [{ value: '1' }, { value: '3' }] }, { members: [{ value: '1' }, { value: '2' }, { value: '3' }] }],
  [{ op: 'replace', path: 'emails[type eq "work"].value', value: 'a@x.test' }, { emails: [{ type: 'work', value: 'a@x.test' }] }],
])('the operation %j gives %j', (operation, expected) => {
  expect(patchResource({ members: [{ value: '1' }, { value: '2' }] }, [operation])).toMatchObject(expected)
})

test('a change never reaches what all objects share', () => {
  for (const path of ['__proto__.isAdmin', 'constructor.prototype.isAdmin', '__proto__'])
    expect(() => patchResource({}, [{ op: 'add', path, value: true }])).toThrow('is not an attribute of SCIM')
  expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
})
