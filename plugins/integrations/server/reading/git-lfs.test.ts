import { startFakeGit, type FakeGit } from '@portico/integrations/testing'
import { hash } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { basic, createCredentials } from '../tokens/credentials.ts'
import { createTokens } from '../tokens/create-tokens.ts'
import { createGitReader } from './git-reader.ts'
import { toText } from './source-text.ts'

const content = 'kind: Component # from elsewhere'
const oid = hash('sha256', content, 'hex')
const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${oid}\nsize ${content.length}\n`
let fake: FakeGit
let storage: Server
let stored = content
const seen: (string | undefined)[] = []
const storageHost = () => `127.0.0.1:${(storage.address() as AddressInfo).port}`

beforeAll(async () => {
  storage = createServer((request, response) => {
    seen.push(request.headers.authorization)
    response.writeHead(request.headers['x-key'] === 'k' ? 200 : 403).end(stored)
  })
  await new Promise<void>(resolve => storage.listen(0, '127.0.0.1', resolve))
})
afterAll(() => void storage.close())
beforeEach(async () => {
  stored = content
  seen.length = 0
  fake = await startFakeGit()
  fake.state.password = 'pw'
})
afterEach(() => fake.close())

/** Git LFS beside the repository, as hosts have it. */
function serveLfs(reply?: () => object): void {
  fake.state.fault = (response, _answer, { url }) => {
    if (!url.endsWith('/acme/catalog.git/info/lfs/objects/batch')) return false
    const download = { href: `http://${storageHost()}/${oid}`, header: { 'x-key': 'k' } }
    const body = reply?.() ?? { transfer: 'basic', objects: [{ oid, size: content.length, actions: { download } }] }
    response.writeHead(200, { 'content-type': 'application/vnd.git-lfs+json' }).end(JSON.stringify(body))
    return true
  }
}

function open({ allowStorage = true } = {}) {
  const header = basic('git', 'pw')
  const credentials = createCredentials([{ host: fake.host, plain: header, git: header }], createTokens())
  return createGitReader({ allow: [{ host: fake.host }, ...(allowStorage ? [{ host: storageHost() }] : [])], timeoutMs: 3000, credentials })
}

async function filesOf(target: string): Promise<(readonly [string, string])[]> {
  const tree = await open().readTree!(target, { maxFiles: 10, maxBytes: 1000 })
  const found: (readonly [string, string])[] = []
  if ('files' in tree) for await (const { path, bytes } of tree.files) found.push([path, Buffer.from(bytes).toString()])
  return found
}

describe('a pointer of Git LFS', () => {
  test('is followed, alone and in a tree, and no password goes to the storage', async () => {
    serveLfs()
    await fake.commit({ 'catalog-info.yaml': pointer, 'docs/a.txt': 'a', 'docs/b.bin': pointer })
    expect(await open().read(fake.url, {})).toMatchObject({ files: [{ text: content }] })
    expect(await filesOf(`${fake.url}#:docs`)).toEqual([
      ['a.txt', 'a'],
      ['b.bin', content],
    ])
    expect(seen).toEqual([undefined, undefined])
  })

  test('that cannot be followed is told, with why', async () => {
    await fake.commit({ 'catalog-info.yaml': pointer })
    const failure = (options?: object) =>
      open(options)
        .read(fake.url, {})
        .then(String, (error: Error) => error.message)
    const told = `catalog-info.yaml of ${fake.url} is a pointer of Git LFS, and its content cannot be read: `
    serveLfs(() => ({ objects: [{ oid, error: { code: 404, message: 'Object does not exist' } }] }))
    expect(await failure()).toBe(`${told}Object does not exist`)
    serveLfs(() => ({ nonsense: true }))
    expect(await failure()).toBe(`${told}the host does not say where it is`)
    serveLfs()
    expect(await failure({ allowStorage: false })).toMatch(/is a pointer of Git LFS.*backend\.reading\.allow/)
    stored = 'something else'
    expect(await failure()).toBe(`${told}what came is not what the pointer names`)
  })

  test('that a host gives out as a file is not taken for the file', () => {
    expect(() => toText(Buffer.from(pointer), 'https://example.test/a.yaml')).toThrow(/a\.yaml is a pointer of Git LFS.*type git/)
    expect(toText(Buffer.from('version https://git-lfs.github.com/spec/v1 is a line'), 'x')).toContain('is a line')
  })
})

test('a path in a submodule is told, with the commit that it stands for', async () => {
  const commit = 'a'.repeat(40)
  fake.state.password = undefined
  await fake.commit({ 'catalog-info.yaml': 'x', 'src/a.txt': 'a' }, { submodules: { vendor: commit } })
  const told = `vendor of ${fake.url} is a submodule (commit ${commit}), whose files are in another repository`
  await expect(open().read(`${fake.url}#:vendor/lib/catalog-info.yaml`, {})).rejects.toThrow(told)
  await expect(open().readTree!(`${fake.url}#:vendor/docs`, { maxFiles: 10, maxBytes: 1000 })).rejects.toThrow(told)
  expect((await filesOf(`${fake.url}#:`)).map(([path]) => path)).toEqual(['catalog-info.yaml', 'src/a.txt'])
})
