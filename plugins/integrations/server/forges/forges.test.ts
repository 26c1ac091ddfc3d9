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
  type FakeServer,
  type RepositoryModel,
} from '@portico/integrations/testing'
import { afterEach, describe, expect, test } from 'vitest'
import { IntegrationsSection } from '../config.ts'
import { createReading } from '../reading/create-reading.ts'
import type { TreeResult } from '../reading/source-reader.ts'
import { toReadingSettings } from '../reading/reading-settings.ts'
import { gerritCommitLength } from './gerrit-forge.ts'

const fakes: FakeServer[] = []
afterEach(async () => {
  for (const fake of fakes.splice(0)) await fake.close()
})

type Input = Parameters<typeof IntegrationsSection.parse>[0]

const readingOf = (integrations: Input) =>
  createReading(toReadingSettings({ integrations: IntegrationsSection.parse(integrations), allow: [], folder: '/' }))

async function filesOf(tree: TreeResult): Promise<Record<string, string>> {
  if (tree.notModified) return {}
  const found: Record<string, string> = {}
  for await (const { path, bytes } of tree.files) found[path] = String(bytes)
  return found
}

const files = {
  'catalog-info.yaml': 'kind: A',
  'docs/index.md': '# docs',
  'docs/ü & ö.md': 'unicode',
  'src/a/catalog-info.yaml': 'kind: B',
}

interface Opened {
  readonly fake: FakeServer
  readonly model: RepositoryModel
  readonly integrations: Input
  readonly repository: string
  /** The address of a file on a branch. */
  readonly address: (path: string, branch?: string) => string
  /** What the folder of the docs is, where addresses of folders have another form. */
  readonly folder?: string
  readonly edit: string | undefined
}

const encoded = (path: string) => path.split('/').map(encodeURIComponent).join('/')

const kinds: Record<string, () => Promise<Opened>> = {
  async github() {
    const fake = await startFakeGithub()
    fake.state.authorization = { authorization: 'Bearer t' }
    const url = `${fake.url}/acme/web`
    return {
      fake,
      model: fake.model,
      repository: 'acme/web',
      integrations: { github: [{ host: fake.host, apiBaseUrl: fake.apiBaseUrl, token: 't' }] },
      address: (path, branch = 'main') => `${url}/blob/${encodeURIComponent(branch)}/${encoded(path)}`,
      folder: `${url}/tree/main/docs`,
      edit: `${url}/edit/main/catalog-info.yaml`,
    }
  },
  async gitlab() {
    const fake = await startFakeGitlab()
    fake.state.authorization = { 'private-token': 't' }
    const url = `${fake.url}/acme/tools/web`
    return {
      fake,
      model: fake.model,
      repository: 'acme/tools/web',
      integrations: { gitlab: [{ host: fake.host, token: 't' }] },
      address: (path, branch = 'main') => `${url}/-/blob/${encodeURIComponent(branch)}/${encoded(path)}`,
      folder: `${url}/-/tree/main/docs`,
      edit: `${url}/-/edit/main/catalog-info.yaml`,
    }
  },
  async bitbucketCloud() {
    const fake = await startFakeBitbucketCloud()
    fake.state.authorization = { authorization: `Basic ${Buffer.from('u:p').toString('base64')}` }
    const url = `${fake.url}/acme/web`
    return {
      fake,
      model: fake.model,
      repository: 'acme/web',
      integrations: { bitbucketCloud: [{ host: fake.host, apiBaseUrl: fake.apiBaseUrl, username: 'u', appPassword: 'p' }] },
      address: (path, branch = 'main') => `${url}/src/${encodeURIComponent(branch)}/${encoded(path)}`,
      edit: `${url}/src/main/catalog-info.yaml?mode=edit&at=main`,
    }
  },
  async bitbucketServer() {
    const fake = await startFakeBitbucketServer()
    fake.state.authorization = { authorization: 'Bearer t' }
    const url = `${fake.url}/projects/ACME/repos/web/browse`
    return {
      fake,
      model: fake.model,
      repository: 'ACME/web',
      integrations: { bitbucketServer: [{ host: fake.host, token: 't' }] },
      address: (path, branch = 'main') => `${url}/${encoded(path)}?at=${encodeURIComponent(branch)}`,
      edit: `${url}/catalog-info.yaml?at=main`,
    }
  },
  async azure() {
    const fake = await startFakeAzure()
    fake.state.authorization = { authorization: `Basic ${Buffer.from(':t').toString('base64')}` }
    const url = `${fake.url}/acme/tools/_git/web`
    return {
      fake,
      model: fake.model,
      repository: 'acme/tools/web',
      integrations: { azure: [{ host: fake.host, credentials: [{ organizations: ['acme'], personalAccessToken: 't' }] }] },
      address: (path, branch = 'main') => `${url}?path=/${encoded(path)}&version=GB${encodeURIComponent(branch)}`,
      edit: `${url}?path=/catalog-info.yaml&version=GBmain`,
    }
  },
  async gitea() {
    const fake = await startFakeGitea()
    fake.state.authorization = { authorization: 'token t' }
    const url = `${fake.url}/acme/web`
    return {
      fake,
      model: fake.model,
      repository: 'acme/web',
      integrations: { gitea: [{ host: fake.host, password: 't' }] },
      address: (path, branch = 'main') => `${url}/src/branch/${encodeURIComponent(branch)}/${encoded(path)}`,
      edit: `${url}/_edit/main/catalog-info.yaml`,
    }
  },
  async gerrit() {
    const fake = await startFakeGerrit()
    fake.state.authorization = { authorization: `Basic ${Buffer.from('u:p').toString('base64')}` }
    return {
      fake,
      model: fake.model,
      repository: 'all/web',
      integrations: { gerrit: [{ host: fake.host, gitilesBaseUrl: fake.gitilesBaseUrl, username: 'u', password: 'p' }] },
      address: (path, branch = 'main') => `${fake.gitilesBaseUrl}/web/+/refs/heads/${encodeURIComponent(branch)}/${encoded(path)}`,
      edit: `${fake.url}/admin/repos/edit/repo/web/branch/refs/heads/main/file/catalog-info.yaml`,
    }
  },
  async harness() {
    const fake = await startFakeHarness()
    fake.state.authorization = { 'x-api-key': 'k' }
    const url = `${fake.url}/ng/account/A/module/code/orgs/o/projects/p/repos/web/files`
    return {
      fake,
      model: fake.model,
      repository: 'A/o/p/web',
      integrations: { harness: [{ host: fake.host, apiKey: 'k' }] },
      address: (path, branch = 'main') => `${url}/${encodeURIComponent(branch)}/~/${encoded(path)}`,
      edit: `${url.replace('/files', '/edit')}/main/~/catalog-info.yaml`,
    }
  },
}

async function open(kind: string): Promise<Opened & { readonly reading: ReturnType<typeof readingOf> }> {
  const opened = await kinds[kind]!()
  fakes.push(opened.fake)
  opened.model.add(opened.repository, files)
  return { ...opened, reading: readingOf(opened.integrations) }
}

describe.each(Object.keys(kinds))('%s', kind => {
  test('a file is read, with credentials, and not again while it is the same', async () => {
    const { reading, address, model } = await open(kind)
    const target = address('catalog-info.yaml')
    const first = await reading.read('url', target, {})
    expect(first).toMatchObject({ files: [{ target, text: 'kind: A' }] })
    const { etag } = first as { etag?: string }
    expect(etag).toBeTruthy()
    expect(await reading.read('url', target, { etag })).toEqual({ notModified: true })
    model.commit(model.repositories[0]!, 'main', { 'catalog-info.yaml': 'kind: C' })
    expect(await reading.read('url', target, { etag })).toMatchObject({ files: [{ text: 'kind: C' }] })
    expect(await reading.read('url', address('docs/ü & ö.md'), {})).toMatchObject({ files: [{ text: 'unicode' }] })
    await expect(reading.read('url', address('none.yaml'), {})).rejects.toMatchObject({ name: 'NotFoundError' })
  })

  test('branches with slashes and blanks are read', async () => {
    const { reading, address, model } = await open(kind)
    model.commit(model.repositories[0]!, 'feature/a b', { 'catalog-info.yaml': 'kind: D' })
    expect(await reading.read('url', address('catalog-info.yaml', 'feature/a b'), {})).toMatchObject({ files: [{ text: 'kind: D' }] })
    expect(reading.atRef('url', address('docs/index.md'), 'release/1.0')).toBe(address('docs/index.md', 'release/1.0'))
    expect(() => reading.atRef('url', address('docs/index.md'), '../1.0')).toThrow('is not the name of a branch, tag or commit')
  })

  test('a folder is read as a stream of files, and not again while its commit is the same', async () => {
    const { reading, address, folder } = await open(kind)
    const target = folder ?? address('docs').replace(/\/docs$/, '/docs/')
    const tree = await reading.readTree('url', target, {})
    expect(await filesOf(tree)).toEqual({ 'index.md': '# docs', 'ü & ö.md': 'unicode' })
    const { etag } = tree as { etag?: string }
    expect(await reading.readTree('url', target, { etag })).toEqual({ notModified: true })
    await expect(filesOf(await reading.readTree('url', target, { maxFiles: 1 }))).rejects.toMatchObject({ name: 'InputError' })
    await expect(filesOf(await reading.readTree('url', target, { maxBytes: 7 }))).rejects.toMatchObject({ name: 'InputError' })
  })

  test('a pattern gives the addresses of the files that fit it', async () => {
    const { reading, address } = await open(kind)
    const found = await reading.search('url', address('**/catalog-info.yaml').replaceAll('%2A', '*'), {})
    expect(found).toMatchObject({ targets: [address('catalog-info.yaml'), address('src/a/catalog-info.yaml')] })
    const { etag } = found as { etag?: string }
    expect(await reading.search('url', address('**/catalog-info.yaml').replaceAll('%2A', '*'), { etag })).toEqual({ notModified: true })
  })

  test('the last change is that of the file, and what files name is found beside them', async () => {
    const { reading, address, model, edit } = await open(kind)
    const before = model.resolve(model.repositories[0]!, 'main')!
    const newer = model.commit(model.repositories[0]!, 'main', { 'other.txt': 'x' })
    const isByFile = !['gerrit'].includes(kind)
    const expected = isByFile ? before : newer
    expect(await reading.lastChange('url', address('catalog-info.yaml'), {})).toEqual({
      revision: expected.sha,
      at: new Date(expected.date),
      // Gerrit tells the newest commit of the branch, which may not be about the file.
      ...(isByFile && { by: 'Ada Lovelace' }),
    })
    const base = address('src/a/catalog-info.yaml')
    expect(reading.resolve('url', './x.yaml', base)).toBe(address('src/a/x.yaml'))
    expect(reading.resolve('url', '../b/x.yaml', base)).toBe(address('src/b/x.yaml'))
    expect(reading.resolve('url', '/x.yaml', base)).toBe(address('x.yaml'))
    expect(() => reading.resolve('url', '../../../x.yaml', base)).toThrow('leads out of its repository')
    expect(reading.isSameRepository('url', address('x.yaml'), base)).toBe(true)
    expect(reading.isSameRepository('url', address('x.yaml').replace('web', 'other'), base)).toBe(false)
    expect(reading.linksOf('url', address('catalog-info.yaml'))).toMatchObject({ view: address('catalog-info.yaml'), edit })
    expect(reading.linksOf('url', address('catalog-info.yaml', 'a'.repeat(40))).edit).toBeUndefined()
  })
})

test('AWS CodeCommit is read by its API', async () => {
  const fake = await startFakeCodeCommit()
  fakes.push(fake)
  fake.model.add('aws/web', files)
  const reading = readingOf({ awsCodeCommit: [{ host: fake.host, region: 'eu-west-1', accessKeyId: 'a', secretAccessKey: 'b' }] })
  const address = `${fake.url}/codesuite/codecommit/repositories/web/browse/refs/heads/main/--/`
  const first = await reading.read('url', `${address}catalog-info.yaml`, {})
  expect(first).toMatchObject({ files: [{ text: 'kind: A' }] })
  expect(await reading.read('url', `${address}catalog-info.yaml`, { etag: (first as { etag: string }).etag })).toEqual({
    notModified: true,
  })
  expect(await reading.search('url', `${address}**/catalog-info.yaml`, {})).toMatchObject({
    targets: [`${address}catalog-info.yaml`, `${address}src/a/catalog-info.yaml`],
  })
  expect(await filesOf(await reading.readTree('url', `${address}docs/`, {}))).toMatchObject({ 'index.md': '# docs' })
  await expect(reading.read('url', `${address}none.yaml`, {})).rejects.toMatchObject({ name: 'NotFoundError' })
})

const bare = readingOf({ gerrit: [{ host: 'g.test', gitilesBaseUrl: 'https://g.test/gitiles' }] })

test('an address of Azure DevOps without _git is refused [INTEG-21]', () => {
  expect(() => bare.check('url', 'https://dev.azure.com/acme/tools/web?path=/a.yaml')).toThrow('must contain _git')
  expect(() => bare.check('url', 'https://dev.azure.com/acme/tools/_git/web?path=/a.yaml')).not.toThrow()
})

test('an address of Azure DevOps with a version that does not start with GB is refused [INTEG-22]', () => {
  const address = 'https://dev.azure.com/acme/tools/_git/web?path=/a.yaml&version='
  expect(() => bare.check('url', `${address}GTv1`)).toThrow('must start with GB')
  expect(() => bare.check('url', `${address}GBmain`)).not.toThrow()
})

test('a commit in an address of Gerrit is one of 40 characters, which is not edited [INTEG-23]', () => {
  expect(gerritCommitLength).toBe(40)
  const address = (ref: string) => `https://g.test/gitiles/web/+/${ref}/a.yaml`
  expect(() => bare.check('url', address('a'.repeat(40)))).not.toThrow()
  expect(() => bare.check('url', address('a'.repeat(39)))).toThrow('is not an address of a file')
  expect(bare.linksOf('url', address('a'.repeat(40))).edit).toBeUndefined()
  expect(bare.linksOf('url', address('refs/heads/main')).edit).toContain('/admin/repos/edit/repo/web/')
})
