import { createIntegrations, IntegrationsSection, toReadingSettings } from '@portico/integrations/server'
import {
  startFakeAzure,
  startFakeBlob,
  startFakeBitbucketCloud,
  startFakeBitbucketServer,
  startFakeGcs,
  startFakeGerrit,
  startFakeGitea,
  startFakeGithub,
  startFakeGitlab,
  startFakeS3,
  type FakeServer,
} from '@portico/integrations/testing'
import { generateKeyPairSync } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { sourcesSections, toSources } from '../config.ts'
import type { Found } from '../sources/found.ts'

const fakes: FakeServer[] = []
afterEach(async () => {
  for (const fake of fakes.splice(0)) await fake.close()
})

type Input = Parameters<typeof IntegrationsSection.parse>[0]

/** Asks the one source that a section of `catalog.providers` means. */
async function find(key: string, section: unknown, integrations: Input): Promise<Found> {
  const { service } = createIntegrations(
    toReadingSettings({ integrations: IntegrationsSection.parse(integrations), allow: [], folder: '/' }),
  )
  const path = `catalog.providers.${key}`
  const value = sourcesSections[path]!.parse(section)
  const [source] = toSources({ [path]: value })
  return source!.find({
    api: service.api(),
    integrations: service,
    signal: new AbortController().signal,
    pushed: async () => ({ people: [], teams: [], skipped: [] }),
  })
}

const targets = ({ entities }: Found) => entities.map(({ spec }) => spec?.['target'])

test.each([
  ['one source', { enabled: true, schedule: { frequency: { minutes: 5 }, timeout: '1m' } }, ['scim:default']],
  [
    'several in a list',
    [{ enabled: true, schedule: { frequency: { trigger: 'manual' }, timeout: '1m' } }, { enabled: true }],
    ['scim:0', 'scim:1'],
  ],
  ['several by name', { a: { enabled: true, schedule: { frequency: 'PT5M', timeout: '1m' } } }, ['scim:a']],
])('a section with schedules means %s', (_what, section, ids) => {
  const place = 'catalog.providers.scim'
  expect(toSources({ [place]: sourcesSections[place]!.parse(section) }).map(({ id }) => id)).toEqual(ids)
})

describe('repositories of GitHub', () => {
  async function open() {
    const fake = await startFakeGithub()
    fakes.push(fake)
    const integrations = { github: [{ host: fake.host, apiBaseUrl: fake.apiBaseUrl, token: 't' }] }
    return { fake, integrations, section: (more: object = {}) => ({ organization: 'acme', host: fake.host, ...more }) }
  }

  test('become locations, page by page; what filters leave out says why', async () => {
    const { fake, integrations, section } = await open()
    for (let index = 0; index < 250; index += 1) fake.model.add(`acme/r${index}`, { 'catalog-info.yaml': 'x' })
    fake.model.add('acme/old', { a: 'b' }, { isArchived: true })
    fake.model.add('acme/empty', {}, { defaultBranch: undefined as never })
    const found = await find('github', section(), integrations)
    expect(targets(found)).toHaveLength(250)
    expect(targets(found)).toContain(`${fake.url}/acme/r7/blob/main/catalog-info.yaml`)
    expect(found.skipped).toEqual([
      { what: 'acme/old', why: 'it is archived' },
      { what: 'acme/empty', why: 'it is empty' },
    ])
    expect(fake.requests).toHaveLength(3)
    const narrow = await find(
      'github',
      section({ filters: { repository: 'r1.', visibility: ['private'] }, catalogPath: '/deep/*.yaml' }),
      integrations,
    )
    expect(targets(narrow)).toHaveLength(10)
    expect(targets(narrow)[0]).toBe(`${fake.url}/acme/r10/blob/main/deep/*.yaml`)
  })

  test('without a descriptor are left out, or proposed, clearly marked', async () => {
    const { fake, integrations, section } = await open()
    fake.model.add('acme/web', { 'catalog-info.yaml': 'x' })
    fake.model.add(
      'acme/Shop.Cart',
      { CODEOWNERS: '* @acme/platform ann@acme.test\n' },
      { language: 'TypeScript', topics: ['retail', 'Web UI'], description: 'The cart' },
    )
    const checked = await find('github', section({ validateLocationsExist: true }), integrations)
    expect(checked).toMatchObject({
      entities: [{ kind: 'Location' }],
      skipped: [{ what: 'acme/Shop.Cart', why: 'it has no catalog-info.yaml' }],
    })
    const proposed = await find('github', section({ withoutDescriptor: { enabled: true } }), integrations)
    expect(proposed.entities[1]).toMatchObject({
      kind: 'Component',
      metadata: {
        name: 'shop.cart',
        description: 'The cart',
        tags: ['typescript', 'retail', 'web-ui'],
        annotations: { 'portico.io/proposed': 'true', 'github.com/project-slug': 'acme/Shop.Cart' },
      },
      spec: { type: 'service', lifecycle: 'unknown', owner: 'group:default/platform' },
    })
  })

  test('cost conditional requests only when nothing has changed', async () => {
    const { fake, integrations, section } = await open()
    for (let index = 0; index < 150; index += 1) fake.model.add(`acme/r${index}`, { a: 'b' })
    const { service } = createIntegrations(
      toReadingSettings({ integrations: IntegrationsSection.parse(integrations), allow: [], folder: '/' }),
    )
    const [source] = toSources({ 'catalog.providers.github': sourcesSections['catalog.providers.github']!.parse(section()) })
    const context = {
      api: service.api(),
      integrations: service,
      signal: new AbortController().signal,
      pushed: async () => ({ people: [], teams: [], skipped: [] }),
    }
    const first = await source!.find(context)
    const conditions: unknown[] = []
    fake.state.fault = ({ headers }) => {
      conditions.push(headers['if-none-match'])
      return false
    }
    expect(await source!.find(context)).toEqual(first)
    expect(conditions).toEqual([expect.stringMatching(/^"/), expect.stringMatching(/^"/)])
  })

  test('of an organisation that is not there, or of a host that integrations do not know, are a failure', async () => {
    const { integrations, section } = await open()
    await expect(find('github', section({ organization: 'none' }), integrations)).rejects.toMatchObject({ name: 'NotFoundError' })
    await expect(find('github', { organization: 'acme', host: 'other.test' }, integrations)).rejects.toThrow(
      "There is no host 'other.test' in integrations.github",
    )
  })
})

test('people and nested teams of GitHub are brought, also teams of more than one page', async () => {
  const fake = await startFakeGithub()
  fakes.push(fake)
  fake.people.members.push({ login: 'Ann', name: 'Ann Lee', email: 'ann@acme.test' }, { login: 'bob', suspended: true })
  const crowd = Array.from({ length: 250 }, (_, index) => `m${index}`)
  fake.people.members.push(...crowd.map(login => ({ login, suspended: false })))
  fake.people.teams.push({ slug: 'platform', name: 'Platform', members: ['Ann'] }, { slug: 'crowd', parent: 'platform', members: crowd })
  const integrations = { github: [{ host: fake.host, apiBaseUrl: fake.apiBaseUrl, token: 't' }] }
  const found = await find('githubOrg', [{ id: 'x', githubUrl: fake.url, orgs: ['acme'], excludeSuspendedUsers: true }], integrations)
  const byName = new Map(found.entities.map(entity => [`${entity.kind}:${entity.metadata.name}`, entity]))
  expect(byName.get('Group:crowd')?.spec).toMatchObject({ parent: 'platform', members: expect.arrayContaining(['m0', 'm249']) })
  expect((byName.get('Group:crowd')!.spec!['members'] as string[]).length).toBe(250)
  expect(byName.get('User:ann')).toMatchObject({
    metadata: { annotations: { 'github.com/user-login': 'Ann' } },
    spec: { profile: { displayName: 'Ann Lee', email: 'ann@acme.test' } },
  })
  expect(byName.has('User:bob')).toBe(false)
})

test('projects of GitLab, or its people, are brought', async () => {
  const fake = await startFakeGitlab()
  fakes.push(fake)
  fake.model.add('acme/tools/web', { a: 'b' })
  fake.model.add('acme/fork', { a: 'b' }, { isFork: true })
  fake.model.add('acme/excluded', { a: 'b' })
  fake.model.add('acme/old', { a: 'b' }, { isArchived: true })
  fake.model.add('other/web', { a: 'b' })
  fake.groups.push(
    { id: 1, full_path: 'acme', name: 'Acme', members: ['ann'] },
    { id: 2, full_path: 'acme/tools', name: 'Tools', parent_id: 1, members: ['bob', 'gone'] },
  )
  fake.users.push(
    { id: 1, username: 'ann', name: 'Ann' },
    { id: 2, username: 'bob', name: 'Bob' },
    { id: 3, username: 'gone', name: 'Gone', state: 'blocked' },
  )
  const integrations = { gitlab: [{ host: fake.host, token: 't' }] }
  const section = { host: fake.host, group: 'acme', skipForkedRepos: true, excludeRepos: ['acme/excluded'] }
  const found = await find('gitlab', { main: section }, integrations)
  expect(targets(found)).toEqual([`${fake.url}/acme/tools/web/-/blob/main/catalog-info.yaml`])
  expect(found.skipped.map(({ why }) => why)).toEqual(['it is a fork', 'excludeRepos names it'])
  const orgEnabled = { host: fake.host, group: 'acme', orgEnabled: true }
  const people = await find('gitlab', orgEnabled, integrations)
  expect(people.entities).toMatchObject([
    { kind: 'Group', metadata: { name: 'acme' }, spec: { members: ['ann'] } },
    { kind: 'Group', metadata: { name: 'tools' }, spec: { parent: 'acme', members: ['bob'] } },
    { kind: 'User', metadata: { name: 'ann' } },
    { kind: 'User', metadata: { name: 'bob' } },
  ])
  const membersWith = async (relation: string) =>
    (await find('gitlab', { ...orgEnabled, relations: [relation] }, integrations)).entities.slice(0, 2).map(({ spec }) => spec?.['members'])
  expect(await membersWith('INHERITED')).toEqual([['ann'], ['ann', 'bob']])
  const transform = { user: { 'metadata.title': '{{ name }} ({{ username }})' } }
  const [ann] = (await find('gitlab', { ...orgEnabled, transform }, integrations)).entities.filter(({ kind }) => kind === 'User')
  expect(ann?.metadata.title).toBe('Ann (ann)')
  expect(await membersWith('DESCENDANTS')).toEqual([['ann', 'bob'], ['bob']])
})

test('repositories of Bitbucket Cloud and Server, Azure DevOps, Gitea and Gerrit become locations', async () => {
  const cloud = await startFakeBitbucketCloud()
  const server = await startFakeBitbucketServer()
  const azure = await startFakeAzure()
  const gitea = await startFakeGitea()
  const gerrit = await startFakeGerrit()
  fakes.push(cloud, server, azure, gitea, gerrit)
  for (let index = 0; index < 120; index += 1) cloud.model.add(`acme/r${index}`, { a: 'b' })
  server.model.add('ONE/web', { a: 'b' })
  server.model.add('TWO/shop', { a: 'b' })
  azure.model.add('acme/tools/web', { a: 'b' })
  azure.model.add('acme/tools/web-old', { a: 'b' }, { isArchived: true })
  azure.model.add('acme/other/shop', { a: 'b' })
  gitea.model.add('acme/web', { a: 'b' })
  gerrit.model.add('all/web', { a: 'b' })
  const integrations = {
    bitbucketCloud: [{ host: cloud.host, apiBaseUrl: cloud.apiBaseUrl, username: 'u', appPassword: 'p' }],
    bitbucketServer: [{ host: server.host, token: 't' }],
    azure: [{ host: azure.host, credentials: [{ personalAccessToken: 't' }] }],
    gitea: [{ host: gitea.host, password: 't' }],
    gerrit: [{ host: gerrit.host, gitilesBaseUrl: gerrit.gitilesBaseUrl, username: 'u', password: 'p' }],
  }
  const ofCloud = await find('bitbucketCloud', { workspace: 'acme', host: cloud.host, filters: { repoSlug: '^r1' } }, integrations)
  expect(targets(ofCloud)).toHaveLength(31)
  expect(targets(ofCloud)[0]).toBe(`${cloud.url}/acme/r1/src/main/catalog-info.yaml`)
  expect(targets(await find('bitbucketServer', { host: server.host, filters: { projectKey: 'ONE' } }, integrations))).toEqual([
    `${server.url}/projects/ONE/repos/web/browse/catalog-info.yaml`,
  ])
  const ofAzure = await find('azureDevOps', { a: { host: azure.host, organization: 'acme', repository: 'web*' } }, integrations)
  expect(targets(ofAzure)).toEqual([`${azure.url}/acme/tools/_git/web?path=/catalog-info.yaml`])
  expect(ofAzure.skipped).toEqual([{ what: 'tools/web-old', why: 'it is archived' }])
  expect(targets(await find('gitea', { a: { host: gitea.host, organization: 'acme' } }, integrations))).toEqual([
    `${gitea.url}/acme/web/src/branch/main/catalog-info.yaml`,
  ])
  const ofGerrit = await find(
    'gerrit',
    { a: { host: gerrit.host, query: 'state=ACTIVE', gitilesBaseUrl: gerrit.gitilesBaseUrl } },
    integrations,
  )
  expect(targets(ofGerrit)).toEqual([`${gerrit.gitilesBaseUrl}/web/+/refs/heads/master/catalog-info.yaml`])
})

test('descriptors in a bucket become locations', async () => {
  const fake = await startFakeS3('bucket')
  fakes.push(fake)
  for (const key of ['team/a.yaml', 'team/deep/b.yml', 'team/c.txt', 'other/d.yaml']) fake.objects.set(key, Buffer.from('x'))
  const found = await find(
    'awsS3',
    { bucketName: 'bucket', prefix: 'team', endpoint: fake.url },
    { awsS3: [{ endpoint: fake.url, s3ForcePathStyle: true }] },
  )
  expect(targets(found)).toEqual([`${fake.url}/bucket/team/a.yaml`, `${fake.url}/bucket/team/deep/b.yml`])
})

test('descriptors in a container of Azure Blob Storage become locations', async () => {
  const fake = await startFakeBlob('acme')
  fakes.push(fake)
  for (const key of ['team/a.yaml', 'team/deep/b.yml', 'team/c.txt', 'other/d.yaml']) fake.objects.set(key, Buffer.from('x'))
  const { endpoint } = fake
  const accountKey = Buffer.from('key').toString('base64')
  const found = await find(
    'azureBlobStorage',
    { containerName: 'files', accountName: 'acme', prefix: 'team/', endpoint },
    { azureBlobStorage: [{ accountName: 'acme', accountKey, endpoint }] },
  )
  expect(targets(found)).toEqual([`${endpoint}/files/team/a.yaml`, `${endpoint}/files/team/deep/b.yml`])
})

test('descriptors in a bucket of Google Cloud Storage become locations', async () => {
  const fake = await startFakeGcs('bucket')
  fakes.push(fake)
  for (const key of ['team/a.yaml', 'team/deep/b.yml', 'team/c.txt', 'other/d.yaml']) fake.objects.set(key, Buffer.from('x'))
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  const googleGcs = { clientEmail: 'portal@acme.test', privateKey, apiBaseUrl: fake.url, tokenUrl: `${fake.url}/token` }
  const found = await find('googleGcs', { bucketName: 'bucket', prefix: 'team', baseUrl: fake.url }, { googleGcs })
  expect(targets(found)).toEqual([`${fake.url}/bucket/team/a.yaml`, `${fake.url}/bucket/team/deep/b.yml`])
})
