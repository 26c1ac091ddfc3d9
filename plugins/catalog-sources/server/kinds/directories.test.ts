import { createIntegrations, IntegrationsSection, toReadingSettings } from '@portico/integrations/server'
import { startFakeServer, type FakeServer } from '@portico/integrations/testing'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { sourcesSections, toSources } from '../config.ts'
import { toPeopleEntities, type Person, type Team } from '../sources/people.ts'
import type { Found } from '../sources/found.ts'
import { startFakeLdap } from '@portico/catalog-sources/testing'

const fakes: Pick<FakeServer, 'close'>[] = []
afterEach(async () => {
  for (const fake of fakes.splice(0)) await fake.close()
})

function open(key: string, section: unknown, folder = '/') {
  const { service } = createIntegrations(toReadingSettings({ integrations: IntegrationsSection.parse({}), allow: [], folder }))
  const place = `catalog.providers.${key}`
  const [source] = toSources({ [place]: sourcesSections[place]!.parse(section) })
  const context = {
    api: service.api(),
    integrations: service,
    signal: new AbortController().signal,
    pushed: async () => ({ people: [], teams: [], skipped: [] }),
  }
  return { source: source!, context }
}

async function find(key: string, section: unknown, folder = '/'): Promise<Found> {
  const { source, context } = open(key, section, folder)
  return source.find(context)
}

const person = (name: string): Person => ({ name, displayName: name, record: { name, mail: `${name}@acme.test`, empty: '' } })
const team = (name: string, parent?: string, members: string[] = []): Team => ({ name, parent, members, record: { name } })

test('two people of one name, teams in a circle, and names that are none are told of, and cost nothing else', () => {
  const found = toPeopleEntities(
    {
      people: [person('Ann Lee'), person('ann_lee'), person('…'), person('bob')],
      teams: [team('a', 'b', ['bob']), team('b', 'c'), team('c', 'a', ['Ann Lee', 'nobody']), team('A')],
      skipped: [],
    },
    'test:x',
  )
  expect(found.entities.map(({ kind, metadata }) => `${kind}:${metadata.name}`)).toEqual([
    'Group:a',
    'Group:b',
    'Group:c',
    'User:ann_lee',
    'User:bob',
  ])
  expect(found.entities[2]?.spec).toEqual({ type: 'team', profile: {}, children: [], members: ['ann_lee'] })
  expect(found.skipped).toEqual([
    { what: 'ann_lee', why: 'another person has the name ann_lee', isPerson: true },
    { what: '…', why: 'no name for an entity can be made of it', isPerson: true },
    { what: 'c', why: 'its parent a is below it: the parent is left out' },
    { what: 'A', why: 'another team has the name a' },
  ])
})

test('a transformer of the config says which field becomes what', () => {
  const transform = {
    user: {
      'metadata.name': 'x-{{ name }}',
      'spec.profile.email': '{{ mail }}',
      'metadata.annotations.acme.test/id': '{{ name }}/1',
      'metadata.title': '{{ empty }}',
    },
  }
  const { entities } = toPeopleEntities({ people: [person('Ann')], teams: [], skipped: [] }, 'test:x', transform)
  expect(entities[0]).toMatchObject({
    metadata: { name: 'x-ann', annotations: { 'acme.test/id': 'Ann/1' } },
    spec: { profile: { displayName: 'Ann', email: 'Ann@acme.test' } },
  })
  expect(entities[0]?.metadata).not.toHaveProperty('title')
})

test('people of Microsoft Entra are brought with a token, page by page, groups within groups', async () => {
  const users = Array.from({ length: 5 }, (_, index) => ({
    id: `u${index}`,
    displayName: `User ${index}`,
    mail: index === 4 ? null : `u${index}@acme.test`,
    userPrincipalName: `u${index}@acme.onmicrosoft.test`,
  }))
  const fake = await startFakeServer(({ path: asked, url, headers, body }) => {
    if (asked === '/tenant/oauth2/v2.0/token') {
      expect(Object.fromEntries(new URLSearchParams(String(body)))).toMatchObject({
        client_id: 'c',
        client_secret: 's',
        scope: `${fake.url}/.default`,
      })
      return { json: { access_token: 'graph', expires_in: 3600 } }
    }
    if (headers.authorization !== 'Bearer graph') return { status: 401, json: { error: { message: 'no' } } }
    if (asked === '/v1.0/users') {
      const start = Number(url.searchParams.get('$skiptoken') ?? 0)
      const next = new URL(url)
      next.searchParams.set('$skiptoken', String(start + 2))
      return { json: { value: users.slice(start, start + 2), ...(start + 2 < users.length && { '@odata.nextLink': next.href }) } }
    }
    if (asked === '/v1.0/groups')
      return {
        json: {
          value: [
            { id: 'g1', displayName: 'Platform Team', mailNickname: 'platform' },
            { id: 'g2', displayName: 'Web' },
          ],
        },
      }
    if (asked === '/v1.0/groups/g1/members')
      return {
        json: {
          value: [
            { '@odata.type': '#microsoft.graph.group', id: 'g2' },
            { '@odata.type': '#microsoft.graph.user', id: 'u0' },
          ],
        },
      }
    return asked === '/v1.0/groups/g2/members' ? { json: { value: [{ '@odata.type': '#microsoft.graph.user', id: 'u4' }] } } : undefined
  })
  fakes.push(fake)
  const section = { tenantId: 'tenant', clientId: 'c', clientSecret: 's', target: `${fake.url}/v1.0`, authority: fake.url }
  const { entities } = await find('microsoftGraphOrg', section)
  expect(entities.map(({ kind, metadata }) => `${kind}:${metadata.name}`)).toEqual([
    'Group:platform',
    'Group:web',
    'User:u0_acme.test',
    'User:u1_acme.test',
    'User:u2_acme.test',
    'User:u3_acme.test',
    'User:u4_acme.onmicrosoft.test',
  ])
  expect(entities[1]?.spec).toMatchObject({ parent: 'platform', members: ['u4_acme.onmicrosoft.test'] })
  expect(entities[2]?.metadata.annotations).toMatchObject({
    'graph.microsoft.com/user-id': 'u0',
    'graph.microsoft.com/tenant-id': 'tenant',
  })
  await expect(find('microsoftGraphOrg', { ...section, target: `${fake.url}/v2.0` })).rejects.toMatchObject({
    message: expect.stringContaining('/v2.0/users was not found'),
  })
})

test('Microsoft Graph tells by its change links that nothing has changed, gives photos, and keeps to the budget of its host', async () => {
  let changes = 0
  let refusals = 0
  const fake = await startFakeServer(({ path: asked, url }) => {
    if (asked.endsWith('/token')) return { json: { access_token: 'graph', expires_in: 3600 } }
    if (refusals > 0) {
      refusals -= 1
      return { status: 429, headers: { 'retry-after': '0' }, json: { error: { message: 'Too many requests' } } }
    }
    if (asked.endsWith('/delta')) {
      const since = Number(url.searchParams.get('$deltatoken')?.replace('latest', String(changes)))
      const deltaLink = `${url.origin}${asked}?$deltatoken=${changes}`
      return { json: { value: since === changes ? [] : [{ id: 'u0' }], '@odata.deltaLink': deltaLink } }
    }
    if (asked === '/v1.0/users')
      return {
        json: {
          value: [
            { id: 'u0', mail: 'a@acme.test' },
            { id: 'u1', mail: 'b@acme.test' },
          ],
        },
      }
    if (asked === '/v1.0/users/u0/photos/48x48/$value') return { body: Buffer.from([255, 216]) }
    return asked === '/v1.0/groups' ? { json: { value: [] } } : undefined
  })
  fakes.push(fake)
  const section = { tenantId: 'tenant', clientId: 'c', clientSecret: 's', target: `${fake.url}/v1.0`, authority: fake.url }
  const { source, context } = open('microsoftGraphOrg', { ...section, user: { loadPhotos: true } })
  refusals = 1
  const { entities } = await source.find(context)
  expect(entities.map(({ spec }) => (spec?.['profile'] as { picture?: string } | undefined)?.picture)).toEqual([
    'data:image/jpeg;base64,/9g=',
    undefined,
  ])
  expect(context.integrations.budgets().map(({ key }) => key)).toEqual([fake.host])
  const first = await source.version!(context, undefined)
  fake.requests.length = 0
  expect(await source.version!(context, first)).toBe(first)
  expect(fake.requests.filter(request => !request.includes('token ') && request.includes('delta'))).toHaveLength(2)
  changes += 1
  expect(await source.version!(context, first)).not.toBe(first)
})

test('people and nested groups of LDAP are brought, with paging, any letter case and large groups', async () => {
  const count = 3000
  const people = Array.from({ length: count }, (_, index) => ({
    dn: `uid=u${index},ou=people,dc=acme`,
    attributes: { uid: `u${index}`, cn: `User ${index}`, mail: `u${index}@acme.test`, entryUUID: `id-${index}` },
  }))
  const members = people.map(({ dn }) => dn.toUpperCase())
  const fake = await startFakeLdap({ dn: 'cn=admin', secret: 'pw' }, [
    ...people,
    { dn: 'cn=everyone,ou=groups,dc=acme', attributes: { cn: 'everyone', member: members, description: 'All' } },
    {
      dn: 'cn=web,ou=groups,dc=acme',
      attributes: { cn: 'web', member: ['uid=u1, ou=people, dc=acme'], memberOf: ['cn=everyone,ou=groups,dc=acme'] },
    },
  ])
  fakes.push(fake)
  const section = {
    target: fake.url,
    bind: { dn: 'cn=admin', secret: 'pw' },
    users: { dn: 'ou=people,dc=acme', options: { filter: '(uid=*)', paged: { pageSize: 500 } } },
    groups: [{ dn: 'ou=groups,dc=acme', options: { filter: '(cn=*)' } }],
  }
  const { entities } = await find('ldapOrg', { main: section })
  expect(entities).toHaveLength(count + 2)
  expect((entities[0]!.spec!['members'] as string[]).length).toBe(count)
  expect(entities[1]).toMatchObject({
    metadata: { name: 'web', annotations: { 'backstage.io/ldap-rdn': 'web' } },
    spec: { parent: 'everyone', members: ['u1'] },
  })
  expect(entities[2]).toMatchObject({
    kind: 'User',
    metadata: { name: 'u0', annotations: { 'backstage.io/ldap-uuid': 'id-0' } },
    spec: { profile: { displayName: 'User 0', email: 'u0@acme.test' } },
  })
  await expect(find('ldapOrg', { main: { ...section, bind: { dn: 'cn=admin', secret: 'wrong' } } })).rejects.toMatchObject({
    name: 'ServiceUnavailableError',
    message: expect.stringMatching(/could not be read: invalidCredentials \(49\)/),
  })
})

test.each([
  ['at once', {}],
  ['in parts of 1,500, as Active Directory does it', { maxValues: 1500 }],
])(
  'a group of LDAP with 50,000 members is brought whole when the directory gives them %s',
  async (_, limits) => {
    const members = Array.from({ length: 50_000 }, (__, index) => `uid=u${index},ou=people,dc=acme`)
    // One of fifty is also a person of the search; the others are members that nobody has asked for.
    const people = members
      .filter((__, index) => index % 50 === 49)
      .map(dn => ({ dn, attributes: { uid: dn.slice('uid='.length).split(',')[0]!, cn: 'x', mail: 'x@acme.test' } }))
    const group = { dn: 'cn=everyone,ou=groups,dc=acme', attributes: { cn: 'everyone', member: members } }
    const fake = await startFakeLdap({ dn: 'cn=admin', secret: 'pw' }, [...people, group], limits)
    fakes.push(fake)
    const { entities } = await find('ldapOrg', {
      main: {
        target: fake.url,
        bind: { dn: 'cn=admin', secret: 'pw' },
        users: { dn: 'ou=people,dc=acme', options: { filter: '(uid=*)' } },
        groups: [{ dn: 'ou=groups,dc=acme', options: { filter: '(cn=*)' } }],
      },
    })
    const found = entities.find(({ kind }) => kind === 'Group')?.spec?.['members'] as string[]
    expect(found).toHaveLength(1000)
    expect(found).toContain('u49999')
  },
  60_000,
)

test('people come from JSON or CSV; a list that is none is a failure', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'portico-people-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const users = [{ name: 'ann', email: 'ann@acme.test', groups: ['web'] }]
  writeFileSync(
    path.join(folder, 'people.json'),
    JSON.stringify({ users, groups: [{ name: 'web', displayName: 'Web', parent: 'all' }, { name: 'all' }] }),
  )
  const json = await find('people', { url: 'people.json', type: 'file' }, folder)
  expect(json.entities).toMatchObject([
    { kind: 'Group', metadata: { name: 'web' }, spec: { parent: 'all', members: ['ann'], profile: { displayName: 'Web' } } },
    { kind: 'Group', metadata: { name: 'all' } },
    { kind: 'User', metadata: { name: 'ann' }, spec: { profile: { email: 'ann@acme.test' } } },
  ])
  writeFileSync(path.join(folder, 'people.csv'), '\uFEFFname,displayName,groups\r\nann,"Lee, ""Ann""",web;ops\r\n\r\nbob,Bob\n')
  const csv = await find('people', { url: 'people.csv', type: 'file' }, folder)
  expect(csv.entities.map(({ kind, metadata }) => `${kind}:${metadata.name}`)).toEqual(['Group:web', 'Group:ops', 'User:ann', 'User:bob'])
  expect(csv.entities[2]?.spec).toMatchObject({ profile: { displayName: 'Lee, "Ann"' } })
  for (const [name, content, message] of [
    ['html.json', '<html>', 'is not JSON'],
    ['odd.json', '{"users":[{"email":"x"}]}', 'is not a list of people: users.0.name'],
  ] as const) {
    writeFileSync(path.join(folder, name), content)
    await expect(find('people', { url: name, type: 'file' }, folder)).rejects.toThrow(message)
  }
})
