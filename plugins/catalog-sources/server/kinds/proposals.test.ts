import { createIntegrations, IntegrationsSection, toReadingSettings } from '@portico/integrations/server'
import {
  startFakeAzure,
  startFakeBitbucketCloud,
  startFakeBitbucketServer,
  startFakeGerrit,
  startFakeGitea,
  startFakeGithub,
  startFakeGitlab,
  type FakeServer,
  type RepositoryModel,
} from '@portico/integrations/testing'
import { afterEach, describe, expect, test } from 'vitest'
import { sourcesSections, toSources } from '../config.ts'

const fakes: FakeServer[] = []
afterEach(async () => {
  for (const fake of fakes.splice(0)) await fake.close()
})

interface Opened {
  readonly fake: FakeServer & { readonly model: RepositoryModel }
  readonly owner: string
  readonly section: object
  readonly integrations: Parameters<typeof IntegrationsSection.parse>[0]
  /** What the host tells of a repository besides its name. */
  readonly tags?: readonly string[]
}

const kinds: Record<string, () => Promise<Opened>> = {
  async github() {
    const fake = await startFakeGithub()
    const integrations = { github: [{ host: fake.host, apiBaseUrl: fake.apiBaseUrl, token: 't' }] }
    return { fake, owner: 'acme', section: { organization: 'acme', host: fake.host }, integrations, tags: ['typescript', 'retail'] }
  },
  async gitlab() {
    const fake = await startFakeGitlab()
    fake.groups.push({ id: 1, full_path: 'acme', name: 'Acme', members: [] })
    const section = { host: fake.host, group: 'acme' }
    return { fake, owner: 'acme', section, integrations: { gitlab: [{ host: fake.host, token: 't' }] }, tags: ['typescript', 'retail'] }
  },
  async bitbucketCloud() {
    const fake = await startFakeBitbucketCloud()
    const integrations = { bitbucketCloud: [{ host: fake.host, apiBaseUrl: fake.apiBaseUrl, username: 'u', appPassword: 'p' }] }
    return { fake, owner: 'acme', section: { workspace: 'acme', host: fake.host }, integrations, tags: ['typescript'] }
  },
  async bitbucketServer() {
    const fake = await startFakeBitbucketServer()
    return { fake, owner: 'ACME', section: { host: fake.host }, integrations: { bitbucketServer: [{ host: fake.host, token: 't' }] } }
  },
  async azureDevOps() {
    const fake = await startFakeAzure()
    const integrations = { azure: [{ host: fake.host, credentials: [{ personalAccessToken: 't' }] }] }
    return { fake, owner: 'acme/tools', section: { host: fake.host, organization: 'acme' }, integrations }
  },
  async gitea() {
    const fake = await startFakeGitea()
    const section = { host: fake.host, organization: 'acme' }
    return { fake, owner: 'acme', section, integrations: { gitea: [{ host: fake.host, password: 't' }] }, tags: ['typescript', 'retail'] }
  },
  async gerrit() {
    const fake = await startFakeGerrit()
    const { host, gitilesBaseUrl } = fake
    const section = { host, query: 'state=ACTIVE', branch: 'main', gitilesBaseUrl }
    return { fake, owner: 'all', section, integrations: { gerrit: [{ host, gitilesBaseUrl, username: 'u', password: 'p' }] } }
  },
}

async function open(kind: string) {
  const opened = await kinds[kind]!()
  fakes.push(opened.fake)
  const { service } = createIntegrations(
    toReadingSettings({ integrations: IntegrationsSection.parse(opened.integrations), allow: [], folder: '/' }),
  )
  const path = `catalog.providers.${kind}`
  const section = { main: { ...opened.section, withoutDescriptor: { enabled: true, owner: 'group:default/guests' } } }
  const [source] = toSources({ [path]: sourcesSections[path]!.parse(section) })
  const context = {
    api: service.api(),
    integrations: service,
    signal: new AbortController().signal,
    pushed: async () => ({ people: [], teams: [], skipped: [] }),
  }
  const facts = { language: 'TypeScript', topics: ['retail'] }
  opened.fake.model.add(`${opened.owner}/described`, { 'catalog-info.yaml': 'kind: A', CODEOWNERS: '* @acme/nobody' })
  opened.fake.model.add(`${opened.owner}/cart`, { CODEOWNERS: '* @acme/platform ann@acme.test\n' }, facts)
  opened.fake.model.add(`${opened.owner}/lonely`, { 'README.md': 'x' })
  return { ...opened, source: source!, context }
}

describe.each(Object.keys(kinds))('%s', kind => {
  test('repositories without a descriptor are proposed, with the owner of their code, clearly marked', async () => {
    const { source, context, tags = [] } = await open(kind)
    const { entities, skipped } = await source.find(context)
    expect(skipped).toEqual([])
    const byName = new Map(entities.map(entity => [entity.metadata.name, entity]))
    expect(entities.map(entity => entity.kind).sort()).toEqual(['Component', 'Component', 'Location'])
    expect(entities.find(entity => entity.kind === 'Location')?.spec?.['target']).toContain('described')
    const cart = byName.get('cart')
    expect(cart).toMatchObject({
      metadata: { annotations: { 'portico.io/proposed': 'true' }, tags },
      spec: { type: 'service', lifecycle: 'unknown', owner: 'group:default/platform' },
    })
    expect(cart?.metadata.annotations?.['backstage.io/view-url']).toContain('cart')
    expect(byName.get('lonely')?.spec).toMatchObject({ owner: 'group:default/guests' })
  })
})

test.each(['github', 'gitlab', 'bitbucketCloud', 'gitea'])('%s tells by its list alone that nothing was pushed', async kind => {
  const { source, context, fake } = await open(kind)
  const first = await source.version!(context, undefined)
  await source.find(context)
  const conditions: unknown[] = []
  fake.state.fault = ({ headers }) => {
    conditions.push(headers['if-none-match'])
    return false
  }
  expect(await source.version!(context, first)).toBe(first)
  expect(conditions).toEqual([expect.stringMatching(/^"/)])
  const { model } = fake
  model.commit(model.repositories[2]!, 'main', { 'catalog-info.yaml': 'kind: B' })
  expect(await source.version!(context, first)).not.toBe(first)
})

test('a repository that may not be looked into is left to the catalog, and one that cannot be read fails the run', async () => {
  const { source, context, fake } = await open('gitlab')
  fake.state.fault = ({ path }, response) => {
    const isHidden = path.includes('lonely') && path.includes('files')
    if (isHidden) response.writeHead(403, { 'content-type': 'application/json' }).end('{"message":"403 Forbidden"}')
    return isHidden
  }
  const { entities } = await source.find(context)
  expect(entities.filter(({ kind }) => kind === 'Location').map(({ spec }) => spec?.['target'])).toContainEqual(
    expect.stringContaining('lonely'),
  )
  fake.state.fault = ({ path }, response) => {
    if (path.includes('cart') && path.includes('files')) response.writeHead(401).end('{}')
    return path.includes('cart') && path.includes('files')
  }
  await expect(source.find(context)).rejects.toMatchObject({ name: 'ServiceUnavailableError' })
})
