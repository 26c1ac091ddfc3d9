import { silentLog } from '@portico/core/testing'
import { createIntegrations, IntegrationsSection, toReadingSettings } from '@portico/integrations/server'
import {
  startFakeAzure,
  startFakeBitbucketCloud,
  startFakeBitbucketServer,
  type FakeServer,
  type RepositoryModel,
} from '@portico/integrations/testing'
import { expect, onTestFinished, test } from 'vitest'
import { createDeliveries } from './deliveries.ts'

interface Opened {
  readonly fake: FakeServer
  readonly model: RepositoryModel
  readonly name: string
  readonly integrations: Parameters<typeof IntegrationsSection.parse>[0]
  readonly topic: string
  /** The delivery of a push. */
  readonly delivery: (from: string | undefined, to: string) => { readonly eventPayload: object; readonly metadata: Record<string, string> }
  readonly targets: (file: string) => string[]
}

const hosts: Record<string, () => Promise<Opened>> = {
  async 'Bitbucket Cloud'() {
    const fake = await startFakeBitbucketCloud()
    const url = `${fake.url}/acme/web`
    return {
      fake,
      model: fake.model,
      name: 'acme/web',
      integrations: { bitbucketCloud: [{ host: fake.host, apiBaseUrl: fake.apiBaseUrl, username: 'u', appPassword: 'p' }] },
      topic: 'bitbucketCloud',
      delivery: (from, to) => ({
        eventPayload: {
          push: { changes: [{ old: from === undefined ? null : { target: { hash: from } }, new: { name: 'main', target: { hash: to } } }] },
          repository: { links: { html: { href: url } } },
        },
        metadata: { 'x-event-key': 'repo:push' },
      }),
      targets: file => [`${url}/src/main/${file}`],
    }
  },
  async 'Bitbucket Server'() {
    const fake = await startFakeBitbucketServer()
    const url = `${fake.url}/projects/acme/repos/web`
    return {
      fake,
      model: fake.model,
      name: 'acme/web',
      integrations: { bitbucketServer: [{ host: fake.host, token: 't' }] },
      topic: 'bitbucketServer',
      delivery: (from, to) => ({
        eventPayload: {
          changes: [{ ref: { displayId: 'main' }, fromHash: from ?? '0'.repeat(40), toHash: to }],
          repository: { links: { self: [{ href: `${url}/browse` }] } },
        },
        metadata: { 'x-event-key': 'repo:refs_changed' },
      }),
      targets: file => [`${url}/browse/${file}`, `${url}/browse/${file}?at=main`],
    }
  },
  async 'Azure DevOps'() {
    const fake = await startFakeAzure()
    const url = `${fake.url}/acme/shop/_git/web`
    return {
      fake,
      model: fake.model,
      name: 'acme/shop/web',
      integrations: { azure: [{ host: fake.host, credentials: [{ personalAccessToken: 't' }] }] },
      topic: 'azureDevOps',
      delivery: (from, to) => ({
        eventPayload: {
          eventType: 'git.push',
          resource: {
            refUpdates: [{ name: 'refs/heads/main', oldObjectId: from ?? '0'.repeat(40), newObjectId: to }],
            repository: { remoteUrl: url },
          },
        },
        metadata: {},
      }),
      targets: file => [`${url}?path=/${file}`, `${url}?path=/${file}&version=GBmain`],
    }
  },
}

async function open(kind: string) {
  const opened = await hosts[kind]!()
  onTestFinished(() => opened.fake.close())
  const integrations = IntegrationsSection.parse(opened.integrations)
  const { service } = createIntegrations(toReadingSettings({ integrations, allow: [], folder: '/' }))
  const refreshed: string[] = []
  const deliveries = createDeliveries({
    sources: { list: [], refresh: async targets => void refreshed.push(...targets) },
    integrations: service,
    runSoon: async () => {},
    log: silentLog,
  })
  const repository = opened.model.add(opened.name, {
    'catalog-info.yaml': 'x',
    'a b/catalog-info.yaml': 'x',
    'old.yaml': 'x',
    'docs/x.md': 'x',
  })
  const before = opened.model.resolve(repository, 'main')!.sha
  const after = opened.model.commit(repository, 'main', { 'a b/catalog-info.yaml': 'y', 'new.yaml': 'y', 'old.yaml': undefined }).sha
  const push = async (from: string | undefined, to: string) => {
    await deliveries.take({ topic: opened.topic, payload: opened.delivery(from, to) } as Parameters<typeof deliveries.take>[0])
    return [...refreshed].sort()
  }
  return { ...opened, before, after, push }
}

test.each(Object.keys(hosts))('a push to %s has exactly the files read again that it touched', async kind => {
  const { before, after, push, targets } = await open(kind)
  const files = ['a%20b/catalog-info.yaml', 'new.yaml', 'old.yaml']
  expect(await push(before, after)).toEqual(files.flatMap(targets).sort())
})

test.each(Object.keys(hosts))('a new branch of %s, a host that fails, and commits that are none, mean the file at the root', async kind => {
  const { before, after, push, targets, fake } = await open(kind)
  const root = targets('catalog-info.yaml').sort()
  expect(await push(undefined, after)).toEqual(root)
  expect((await push('../../x', after)).length).toBe(2 * root.length)
  fake.state.fault = (_, response) => (response.writeHead(404).end('{}'), true)
  expect((await push(before, after)).length).toBe(3 * root.length)
  expect(fake.requests.filter(each => each.includes('..%2F') || each.includes('/x'))).toEqual([])
})
