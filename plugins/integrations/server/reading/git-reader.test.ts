import type { Resolver } from '@portico/core/server/outbound'
import { startFakeGit, type GitFault, type FakeGit } from '@portico/integrations/testing'
import { deflateSync } from 'node:zlib'
import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { basic, createCredentials } from '../tokens/credentials.ts'
import { createTokens } from '../tokens/create-tokens.ts'
import { createGitReader, type GitReaderOptions } from './git-reader.ts'

let fake: FakeGit
beforeEach(async () => void (fake = await startFakeGit()))
afterEach(() => fake.close())

function open(options: Partial<GitReaderOptions> = {}) {
  return createGitReader({ allow: [{ host: fake.host }], timeoutMs: 3000, ...options })
}

const read = (fragment: string, options: Partial<GitReaderOptions> & { etag?: string } = {}) =>
  open(options).read(`${fake.url}#${fragment}`, { etag: options.etag })

function credential(host: string, password: string) {
  return createCredentials([{ host, plain: basic('git', password), git: basic('git', password) }], createTokens())
}

describe('a file of a repository', () => {
  test('is read from the default branch, a branch, a tag or a commit, with the commit as its version', async () => {
    const main = await fake.commit({ 'catalog-info.yaml': 'main', 'docs/a b.yaml': 'blank' })
    const other = await fake.commit({ 'catalog-info.yaml': 'other' }, { branch: 'feature/x' })
    const tagged = await fake.commit({ 'catalog-info.yaml': 'tagged' }, { tag: 'v1' })
    const target = `${fake.url}#:catalog-info.yaml`
    expect(await open().read(fake.url, {})).toEqual({
      etag: main,
      revision: main,
      lastModifiedAt: new Date(1_700_000_000_000),
      files: [{ target, text: 'main' }],
    })
    expect(await read('main:/docs/a%20b.yaml')).toMatchObject({ files: [{ target: `${fake.url}#main:docs/a%20b.yaml`, text: 'blank' }] })
    expect(await read('feature/x:')).toMatchObject({ etag: other, files: [{ text: 'other' }] })
    expect(await read('v1')).toMatchObject({ etag: tagged, files: [{ text: 'tagged' }] })
    expect(await read(`${other}:catalog-info.yaml`)).toMatchObject({ etag: other, files: [{ text: 'other' }] })
  })

  test('that has not changed costs two small requests, and a force push is read', async () => {
    const first = await fake.commit({ 'catalog-info.yaml': 'one' })
    const reader = open()
    expect(await reader.read(fake.url, {})).toMatchObject({ etag: first })
    fake.requests.length = 0
    expect(await reader.read(fake.url, { etag: first })).toEqual({ notModified: true })
    expect(fake.requests).toEqual(['GET info/refs', 'POST git-upload-pack'])
    const second = await fake.commit({ 'catalog-info.yaml': 'two' })
    expect(await reader.read(fake.url, { etag: first })).toMatchObject({ etag: second, files: [{ text: 'two' }] })
  })

  test('and others of the same commit are fetched once', async () => {
    await fake.commit({ 'a.yaml': 'a', 'b.yaml': 'b', 'c/d.yaml': 'd' })
    const reader = open()
    const since = performance.now()
    const results = await Promise.all(['a.yaml', 'b.yaml', 'c/d.yaml'].map(file => reader.read(`${fake.url}#main:${file}`, { since })))
    expect(results).toMatchObject([{ files: [{ text: 'a' }] }, { files: [{ text: 'b' }] }, { files: [{ text: 'd' }] }])
    expect(fake.requests).toHaveLength(4)
  })

  test('may be matched by a pattern, which gives the matching files and no links', async () => {
    const files = { 'a/catalog-info.yaml': '1', 'b/c/catalog-info.yaml': '2', 'b/other.yaml': '3', 'pages/[id].yaml': '4' }
    await fake.commit(files, { links: { 'l/catalog-info.yaml': '/etc/passwd' } })
    expect(await read('main:**/catalog-info.yaml')).toMatchObject({
      files: [],
      targets: [`${fake.url}#main:a/catalog-info.yaml`, `${fake.url}#main:b/c/catalog-info.yaml`],
    })
    expect(await read('main:none/*.yaml')).toMatchObject({ files: [], targets: [] })
    expect(await read('main:pages/[id].yaml')).toMatchObject({ files: [{ text: '4' }] })
  })

  test('names others relative to it, from the root, or by URL, and never outside of its repository', () => {
    const reader = open()
    const base = `${fake.url}#main:in/deep/a.yaml`
    expect(reader.resolve('./b.yaml', base)).toBe(`${fake.url}#main:in/deep/b.yaml`)
    expect(reader.resolve('../b.yaml', base)).toBe(`${fake.url}#main:in/b.yaml`)
    expect(reader.resolve('/b.yaml', base)).toBe(`${fake.url}#main:b.yaml`)
    const elsewhere = 'https://git.test/x/y.git#:catalog-info.yaml'
    expect(reader.resolve('https://git.test/x/y.git', base)).toBe(elsewhere)
    expect(reader.isSameRepository(reader.resolve('/b.yaml', base), base)).toBe(true)
    expect(reader.isSameRepository(elsewhere, base)).toBe(false)
    expect(reader.isSameRepository(`${fake.url}#secret:a.yaml`, base)).toBe(false)
    for (const bad of ['../../../b.yaml', '/../b.yaml', '/x/../../b.yaml'])
      expect(() => reader.resolve(bad, base)).toThrow('leads out of its repository')
  })
})

test.each([
  ['javascript:alert(1)', /is not an address of http/],
  ['file:///etc/passwd#main:x', /is not an address of http/],
  ['not an address', /is not a web address/],
  ['https://name:secret@git.test/x.git', /must not hold a name or password/],
  ['https://git.test/x.git#main:../x.yaml', /leads out of its repository/],
  ['https://git.test/x.git#main:%2e%2e/x.yaml', /leads out of its repository/],
  ['https://git.test/x.git#a..b:x.yaml', /is not the name of a branch/],
  ['https://git.test/x.git#--upload-pack=x:x.yaml', /is not the name of a branch/],
  ['https://git.test/x.git#main:100%.yaml', /that is not an escape/],
])('the target %s is refused', async (target, message) => {
  await expect(open().read(target, {})).rejects.toMatchObject({ message: expect.stringMatching(message) })
  expect(fake.requests).toEqual([])
})

describe('a repository that cannot be read', () => {
  const onPack =
    (fault: GitFault): GitFault =>
    (response, answer, request) =>
      answer.includes('PACK') && fault(response, answer, request)

  test('because its host is not allowed is not asked', async () => {
    await expect(open({ allow: [] }).read(fake.url, {})).rejects.toMatchObject({
      name: 'NotAllowedError',
      message: expect.stringContaining(`add '${fake.host}' to backend.reading.allow`),
    })
    const resolver: Resolver = (_host, _options, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }])
    const port = fake.host.split(':')[1]
    const named = open({ allow: [{ host: `*.test:${port}` }], resolver }).read(`http://git.test:${port}/acme/catalog.git`, {})
    await expect(named).rejects.toMatchObject({ message: expect.stringContaining('an address inside of the network') })
    expect(fake.requests).toEqual([])
  })

  test('because it redirects to an address that is not allowed says so, and the password is not sent', async () => {
    await fake.commit({ 'catalog-info.yaml': 'x' })
    const other = await startFakeGit()
    fake.state.fault = response => {
      response.writeHead(302, { location: `${other.url}/info/refs?service=git-upload-pack` }).end()
      return true
    }
    await expect(read('main')).rejects.toMatchObject({ name: 'NotAllowedError' })
    expect(other.requests).toEqual([])
    await other.commit({ 'catalog-info.yaml': 'moved' })
    other.state.password = 'secret'
    const credentials = credential(fake.host, 'secret')
    const allow = [{ host: fake.host }, { host: other.host }]
    await expect(read('main', { allow, credentials })).rejects.toMatchObject({ message: expect.stringContaining('status 401') })
    other.state.password = undefined
    expect(await read('main', { allow, credentials })).toMatchObject({ files: [{ text: 'moved' }] })
    await other.close()
  })

  test('without a password says where to set one, and is read with it', async () => {
    await fake.commit({ 'catalog-info.yaml': 'x' })
    fake.state.password = 'secret'
    const refused = { name: 'ServiceUnavailableError', message: expect.stringContaining('integrations') }
    await expect(read('main')).rejects.toMatchObject(refused)
    await expect(read('main', { credentials: credential(fake.host, 'wrong') })).rejects.toMatchObject(refused)
    await expect(read('main', { credentials: credential('other.test', 'secret') })).rejects.toMatchObject(refused)
    expect(await read('main', { credentials: credential(fake.host, 'secret') })).toMatchObject({ files: [{ text: 'x' }] })
  })

  test('because it, its branch or its file does not exist has an error for each', async () => {
    await fake.commit({ 'catalog-info.yaml': 'x', 'folder/x.yaml': 'x' }, { links: { 'link.yaml': '/etc/passwd' } })
    const gone = open().read(`http://${fake.host}/acme/none.git`, {})
    await expect(gone).rejects.toMatchObject({
      name: 'ServiceUnavailableError',
      message: expect.stringContaining('was not found, or may not'),
    })
    const missing = (text: string) => ({ name: 'NotFoundError', message: expect.stringContaining(text) })
    await expect(read('none:catalog-info.yaml')).rejects.toMatchObject(missing("The branch or tag 'none' of"))
    await expect(read('main:none.yaml')).rejects.toMatchObject(missing('none.yaml of'))
    await expect(read('main:none/none.yaml')).rejects.toMatchObject(missing('none/none.yaml of'))
    await expect(read('main:catalog-info.yaml/x')).rejects.toMatchObject(missing('catalog-info.yaml/x of'))
    for (const file of ['link.yaml', 'folder'])
      await expect(read(`main:${file}`)).rejects.toMatchObject({ message: expect.stringContaining('is not a file') })
  })

  test('because it hangs, before its answer or during the files, times out', async () => {
    await fake.commit({ 'catalog-info.yaml': 'x' })
    const hang: GitFault = () => true
    const stall: GitFault = (response, answer) => response.writeHead(200).write(answer.subarray(0, 60)) || true
    for (const fault of [hang, onPack(hang), onPack(stall)]) {
      fake.state.fault = fault
      await expect(read('main', { timeoutMs: 150 })).rejects.toMatchObject({ message: expect.stringContaining('did not answer within') })
    }
  })

  test('because it is truncated, malformed, or sends a damaged pack, is a failure with a clear message', async () => {
    await fake.commit({ 'catalog-info.yaml': 'x'.repeat(5000) })
    const send =
      (change: (answer: Buffer) => Buffer): GitFault =>
      (response, answer) =>
        Boolean(response.end(change(answer)))
    const flip = (fromEnd: number) => (answer: Buffer) => {
      const damaged = Buffer.from(answer)
      damaged[answer.length - fromEnd]! ^= 0xff
      return damaged
    }
    const faults: GitFault[] = [
      send(() => Buffer.from('<html>hello</html>')),
      send(() => Buffer.alloc(0)),
      onPack(send(() => Buffer.from('<html>hello</html>'))),
      onPack(send(answer => answer.subarray(0, answer.length - 30))),
      onPack((response, answer) => {
        response.writeHead(200, { 'content-length': answer.length }).write(answer.subarray(0, 50), () => response.destroy())
        return true
      }),
      onPack(response => Boolean(response.end('0008NAK\n000d\u0003no luck0000'))),
    ]
    for (const fault of faults) {
      fake.state.fault = fault
      await expect(read('main')).rejects.toMatchObject({ name: 'ServiceUnavailableError', code: 'integrations.source-unreadable' })
    }
    for (const fromEnd of [40, 5]) {
      fake.state.fault = onPack(send(flip(fromEnd)))
      await expect(read('main')).rejects.toMatchObject({ message: `${fake.url} sent a pack that is truncated or damaged` })
    }
    fake.state.fault = undefined
    expect(await read('main')).toMatchObject({ files: [{ text: expect.stringMatching(/^x+$/) }] })
  })

  test.each([429, 500, 503])('because it answers %i is retried later', async status => {
    fake.state.fault = response => Boolean(response.writeHead(status, { 'retry-after': '90' }).end())
    await expect(read('main')).rejects.toMatchObject({ name: 'ServiceUnavailableError', details: { retryAfterMs: 90_000 } })
  })

  test('because it is too large, also only when it is unpacked, or because its file is not text, is refused', async () => {
    await fake.commit({ 'catalog-info.yaml': 'x', 'large.bin': new Uint8Array(3_000_000), 'binary.yaml': new Uint8Array([0x50, 0, 1]) })
    const tooLarge = { name: 'InputError', message: expect.stringContaining('more than the') }
    await expect(read('main', { maxMegabytes: 1 })).rejects.toMatchObject(tooLarge)
    await expect(read('main', { maxMegabytes: 0.0001 })).rejects.toMatchObject(tooLarge)
    await expect(read('main:binary.yaml')).rejects.toMatchObject({ name: 'InputError', message: expect.stringContaining('is not text') })
    fake.state.fault = onPack((response, answer) => Boolean(response.end(withPack(answer, bombPack()))))
    await expect(read('main', { maxMegabytes: 1 })).rejects.toMatchObject(tooLarge)
  })
})

/** A delta of some bytes that says it makes a gigabyte of its base. */
function bombPack(): Buffer {
  const delta = deflateSync(Buffer.from([1, 0x80, 0x80, 0x80, 0x80, 4, 0x91, 0, 1]))
  const head = Buffer.concat([Buffer.from('PACK'), Buffer.from([0, 0, 0, 2, 0, 0, 0, 1])])
  const body = Buffer.concat([head, Buffer.from([0x79]), Buffer.alloc(20), delta])
  return Buffer.concat([body, createHash('sha1').update(body).digest()])
}

function withPack(answer: Buffer, pack: Buffer): Buffer {
  const length = (pack.length + 5).toString(16).padStart(4, '0')
  return Buffer.concat([answer.subarray(0, answer.indexOf('NAK') + 4), Buffer.from(`${length}\u0001`), pack, Buffer.from('0000')])
}
