import {
  startFakeAzure,
  startFakeBitbucketCloud,
  startFakeBitbucketServer,
  startFakeCodeCommit,
  startFakeGerrit,
  startFakeGitea,
  startFakeGithub,
  startFakeGitlab,
  startFakeHarness,
  type FakeGithub,
  type FakeServer,
  type RepositoryModel,
} from '@portico/integrations/testing'
import { afterEach, describe, expect, test } from 'vitest'
import { IntegrationsSection } from '../config.ts'
import { openHosts } from '../reading/create-reading.ts'
import { toReadingSettings } from '../reading/reading-settings.ts'
import { createRepositories } from './create-repositories.ts'
import type { RepositoryRef } from './repositories.ts'

const fakes: FakeServer[] = []
afterEach(async () => {
  for (const fake of fakes.splice(0)) await fake.close()
})

type Input = Parameters<typeof IntegrationsSection.parse>[0]

function repositoriesOf(integrations: Input) {
  const hosts = openHosts(toReadingSettings({ integrations: IntegrationsSection.parse(integrations), allow: [], folder: '/' }))
  return createRepositories(() => hosts)
}

interface Opened {
  readonly fake: FakeServer
  readonly model: RepositoryModel
  readonly integrations: Input
  readonly ref: RepositoryRef
  readonly name: string
  readonly login: { readonly username: string; readonly password: string }
}

const kinds: Record<string, () => Promise<Opened>> = {
  async github() {
    const fake = await startFakeGithub()
    fake.organisations.add('acme')
    const integrations = { github: [{ host: fake.host, apiBaseUrl: fake.apiBaseUrl, token: 't' }] }
    const ref = { host: fake.host, owner: 'acme', repo: 'web' }
    return { fake, model: fake.model, integrations, ref, name: 'acme/web', login: { username: 'x-access-token', password: 't' } }
  },
  async gitlab() {
    const fake = await startFakeGitlab()
    fake.namespaces.add('acme/tools')
    const ref = { host: fake.host, owner: 'acme/tools', repo: 'web' }
    const integrations = { gitlab: [{ host: fake.host, token: 't' }] }
    return { fake, model: fake.model, integrations, ref, name: 'acme/tools/web', login: { username: 'oauth2', password: 't' } }
  },
  async gitea() {
    const fake = await startFakeGitea()
    const ref = { host: fake.host, owner: 'acme', repo: 'web' }
    const integrations = { gitea: [{ host: fake.host, username: 'u', password: 'p' }] }
    return { fake, model: fake.model, integrations, ref, name: 'acme/web', login: { username: 'u', password: 'p' } }
  },
  async azure() {
    const fake = await startFakeAzure()
    fake.model.add('acme/tools/other')
    const ref = { host: fake.host, organization: 'acme', project: 'tools', repo: 'web' }
    const integrations = { azure: [{ host: fake.host, credentials: [{ personalAccessToken: 't' }] }] }
    return { fake, model: fake.model, integrations, ref, name: 'acme/tools/web', login: { username: '', password: 't' } }
  },
  async bitbucketCloud() {
    const fake = await startFakeBitbucketCloud()
    const ref = { host: fake.host, workspace: 'acme', project: 'PRJ', repo: 'web' }
    const integrations = { bitbucketCloud: [{ host: fake.host, apiBaseUrl: fake.apiBaseUrl, username: 'u', appPassword: 'p' }] }
    return { fake, model: fake.model, integrations, ref, name: 'acme/web', login: { username: 'u', password: 'p' } }
  },
  async bitbucketServer() {
    const fake = await startFakeBitbucketServer()
    const ref = { host: fake.host, project: 'ACME', repo: 'web' }
    const integrations = { bitbucketServer: [{ host: fake.host, token: 't' }] }
    return { fake, model: fake.model, integrations, ref, name: 'ACME/web', login: { username: 'x-token-auth', password: 't' } }
  },
  async gerrit() {
    const fake = await startFakeGerrit()
    const ref = { host: fake.host, repo: 'web' }
    const integrations = { gerrit: [{ host: fake.host, username: 'u', password: 'p' }] }
    return { fake, model: fake.model, integrations, ref, name: 'all/web', login: { username: 'u', password: 'p' } }
  },
  async harness() {
    const fake = await startFakeHarness()
    const ref = { host: fake.host, owner: 'A', organization: 'o', project: 'p', repo: 'web' }
    const integrations = { harness: [{ host: fake.host, token: 't' }] }
    return { fake, model: fake.model, integrations, ref, name: 'A/o/p/web', login: { username: 'git', password: 't' } }
  },
  async awsCodeCommit() {
    const fake = await startFakeCodeCommit()
    const ref = { host: fake.host, repo: 'web' }
    const integrations = { awsCodeCommit: [{ host: fake.host, region: 'eu-west-1', accessKeyId: 'AKIA', secretAccessKey: 's' }] }
    const login = { username: 'AKIA', password: expect.stringMatching(/^\d{8}T\d{6}Z[0-9a-f]{64}$/) as string }
    return { fake, model: fake.model, integrations, ref, name: 'aws/web', login }
  },
}

async function open(kind: string) {
  const opened = await kinds[kind]!()
  fakes.push(opened.fake)
  return { ...opened, repositories: repositoriesOf(opened.integrations) }
}

describe.each(Object.keys(kinds))('%s', kind => {
  test('a repository is created once, and found', async () => {
    const { repositories, ref, model } = await open(kind)
    expect(await repositories.get(ref)).toBeUndefined()
    const made = await repositories.create(ref, { description: 'The shop', visibility: 'private' })
    expect(made).toMatchObject({ fullName: expect.stringMatching(/web$/), isArchived: false, visibility: 'private' })
    expect(made.cloneUrl).not.toContain('@')
    expect(model.repositories.at(-1)?.name).toBe('web')
    expect(await repositories.get(ref)).toMatchObject({ id: made.id })
    if (kind !== 'azure') await expect(repositories.create(ref, {})).rejects.toMatchObject({ name: 'ConflictError' })
  })

  test('a branch, a commit and a pull request are made, followed and found', async () => {
    const { repositories, ref, model, name } = await open(kind)
    const repository = model.add(name, { 'README.md': 'old', 'gone.txt': 'x' })
    const main = repository.branches.get('main')
    expect(await repositories.branch(ref, 'none')).toBeUndefined()
    expect(await repositories.createBranch(ref, { name: 'add-catalog' })).toEqual({ name: 'add-catalog', revision: main })
    await expect(repositories.createBranch(ref, { name: 'add-catalog' })).rejects.toMatchObject({ name: 'ConflictError' })
    const bytes = Buffer.from([0, 255, 10])
    const deleted = kind === 'bitbucketServer' ? [] : [{ path: 'gone.txt' }]
    const changes = [
      { path: 'catalog-info.yaml', bytes: Buffer.from('kind: A ü') },
      { path: 'README.md', bytes: Buffer.from('new') },
      { path: 'logo.bin', bytes },
    ]
    const commit = await repositories.commit(ref, {
      branch: 'add-catalog',
      message: 'Add a descriptor',
      changes: [...changes, ...deleted],
      author: { name: 'Ann', email: 'ann@acme.test' },
    })
    expect(await repositories.branch(ref, 'add-catalog')).toEqual({ name: 'add-catalog', revision: commit.revision })
    const { files } = model.resolve(repository, 'add-catalog')!
    expect(String(files.get('catalog-info.yaml'))).toBe('kind: A ü')
    expect(String(files.get('README.md'))).toBe('new')
    expect(files.get('logo.bin')?.equals(bytes)).toBe(true)
    expect(files.has('gone.txt')).toBe(kind === 'bitbucketServer')
    expect(repository.branches.get('main')).toBe(main)

    const request = await repositories.openChangeRequest(ref, { title: 'Add it', description: 'why', source: 'add-catalog' })
    const number = kind === 'gerrit' ? 2 : 1
    expect(request).toMatchObject({ number, state: 'open', source: 'add-catalog', target: 'main', title: 'Add it', warnings: [] })
    expect(request.url).toMatch(/\d$/)
    expect(await repositories.findChangeRequest(ref, 'add-catalog')).toMatchObject({ number })
    repository.requests[0]!.state = 'merged'
    expect(await repositories.changeRequest(ref, number)).toMatchObject({ state: 'merged' })
    expect(await repositories.findChangeRequest(ref, 'add-catalog')).toBeUndefined()
    expect(await repositories.changeRequest(ref, 9)).toBeUndefined()
    // What is merged or gone cannot be closed any more, and that is no error.
    for (const each of [number, 9]) await repositories.closeChangeRequest(ref, each)
    expect(repository.requests[0]!.state).toBe('merged')
    repository.requests[0]!.state = 'open'
    await repositories.closeChangeRequest(ref, number)
    expect(repository.requests[0]!.state).toBe('closed')
  })

  test('git pushes with the credentials of the config, or with the token of a user', async () => {
    const { repositories, ref, model, name, login, fake } = await open(kind)
    model.add(name, { a: 'b' })
    const access = await repositories.pushAccess(ref)
    expect(access).toMatchObject(login)
    expect(access.cloneUrl.startsWith(fake.url)).toBe(true)
    // AWS knows no tokens of users.
    const ofUser = repositories.pushAccess(ref, { token: 'mine' })
    if (kind === 'awsCodeCommit') await expect(ofUser).rejects.toThrow('has no tokens of users')
    else expect(await ofUser).toMatchObject({ password: 'mine' })
  })
})

test('a project of Gerrit is made with a parent and a branch; a commit that may not be submitted waits as a change', async () => {
  const fake = await startFakeGerrit()
  fakes.push(fake)
  const repositories = repositoriesOf({ gerrit: [{ host: fake.host, username: 'u', password: 'p' }] })
  const ref = { host: fake.host, repo: 'web', workspace: 'parents' }
  expect(await repositories.create(ref, { defaultBranch: 'main' })).toMatchObject({ fullName: 'web', defaultBranch: 'main' })
  expect(await repositories.createBranch(ref, { name: 'next' })).toMatchObject({ name: 'next' })
  expect(await repositories.pushAccess(ref)).toEqual({ cloneUrl: `${fake.url}/a/web`, username: 'u', password: 'p' })
  const before = await repositories.branch(ref, 'next')
  fake.rules.mayVote = false
  const commit = { branch: 'next', message: 'm', changes: [{ path: 'a.txt', bytes: Buffer.from('x') }] }
  await expect(repositories.commit(ref, commit)).rejects.toMatchObject({
    name: 'ConflictError',
    message: expect.stringContaining(`waits for a review as ${fake.url}/c/web/+/1`),
  })
  expect(await repositories.branch(ref, 'next')).toEqual(before)
  // Whoever may submit without a vote need not vote.
  fake.rules.needsVote = false
  const { revision } = await repositories.commit(ref, commit)
  expect(await repositories.branch(ref, 'next')).toEqual({ name: 'next', revision })
})

test('a reviewer that the host refuses is a warning, and an owner that is not there is named', async () => {
  const github = await open('github')
  const repository = github.model.add('acme/web', { a: 'b' })
  repository.branches.set('topic', repository.branches.get('main')!)
  const request = await github.repositories.openChangeRequest(github.ref, { title: 't', source: 'topic', reviewers: ['nobody'] })
  expect(request.warnings).toEqual([expect.stringContaining('Reviews may only be requested from collaborators.')])
  const failing = github.repositories.openChangeRequest(github.ref, { title: 't', source: 'missing' })
  await expect(failing).rejects.toMatchObject({ name: 'InputError', message: expect.stringContaining('Validation Failed') })
  const gitlab = await open('gitlab')
  await expect(gitlab.repositories.create({ ...gitlab.ref, owner: 'none' }, {})).rejects.toMatchObject({
    name: 'NotFoundError',
    message: expect.stringContaining('The namespace none does not exist'),
  })
})

test('what was just made and is not there yet is waited for, and what was never made is not', async () => {
  const { repositories, ref, model, fake } = await open('github')
  model.add('acme/web', { a: 'b' })
  fake.state.lag = 2
  await repositories.createBranch(ref, { name: 'topic' })
  const changes = [{ path: 'b.txt', bytes: Buffer.from('x') }]
  const { revision } = await repositories.commit(ref, { branch: 'topic', message: 'm', changes })
  fake.state.lag = 0
  expect(await repositories.openChangeRequest(ref, { title: 't', source: 'topic' })).toMatchObject({ state: 'open' })
  expect(await repositories.branch(ref, 'topic')).toMatchObject({ revision })
  fake.requests.length = 0
  await expect(repositories.commit({ ...ref, repo: 'none' }, { branch: 'x', message: 'm', changes })).rejects.toMatchObject({
    name: 'NotFoundError',
  })
  expect(fake.requests).toHaveLength(1)
})

test('a repository of GitHub is forked where the caller may not push, or asks for it, and a request comes from the fork', async () => {
  const { repositories, ref, model, fake } = await open('github')
  const upstream = model.add('acme/web', { a: 'b' })
  expect(await repositories.fork(ref, {})).toBeUndefined()
  ;(fake as FakeGithub).readOnly.add('acme/web')
  const fork = await repositories.fork(ref, {})
  expect(fork).toEqual({ ...ref, owner: 'me' })
  expect(await repositories.fork(ref, { isForced: true })).toEqual(fork)
  await repositories.createBranch(fork!, { name: 'topic', from: upstream.branches.get('main') })
  expect(upstream.branches.has('topic')).toBe(false)
  expect(await repositories.openChangeRequest(ref, { title: 't', source: 'topic', fork })).toMatchObject({ number: 1 })
  expect(await repositories.findChangeRequest(ref, 'topic', { fork })).toMatchObject({ number: 1 })
  expect(await repositories.findChangeRequest(ref, 'topic')).toBeUndefined()
  const gitea = await open('gitea')
  await expect(gitea.repositories.fork(gitea.ref, {})).rejects.toMatchObject({ name: 'NotImplementedError' })
})

test('the key that signs commits is that of the host', async () => {
  const fake = await startFakeGitea()
  fakes.push(fake)
  const repositories = repositoriesOf({ gitea: [{ host: fake.host, username: 'u', password: 'p', commitSigningKey: 'key' }] })
  expect(await repositories.pushAccess({ host: fake.host, owner: 'acme', repo: 'web' })).toMatchObject({ signingKey: 'key' })
})

test('any other call goes to the API of the host, with its credentials or those of a user, and any status is an answer', async () => {
  const { repositories, fake, ref, model } = await open('github')
  model.add('acme/web', { a: 'b' })
  const seen: (string | undefined)[] = []
  fake.state.fault = ({ headers }) => {
    seen.push(headers.authorization)
    return false
  }
  expect(await repositories.call(ref, { path: '/repos/acme/web' })).toMatchObject({ status: 200, body: { name: 'web' } })
  expect(await repositories.call(ref, { path: '/repos/acme/none' }, { token: 'mine' })).toMatchObject({
    status: 404,
    body: { message: 'Not Found' },
  })
  expect(seen).toEqual(['Bearer t', 'Bearer mine'])
  await expect(repositories.call({ host: 'other.test' }, { path: '/' })).rejects.toThrow("There is no host 'other.test' in integrations")
  await expect(repositories.get({ host: fake.host, repo: 'x' })).rejects.toThrow(
    'Incomplete repository location provided, owner not provided',
  )
})
