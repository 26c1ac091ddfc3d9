import { createGitBackend, signingKeys, startFakeServer, type FakeServer } from '@portico/integrations/testing'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createMessage, readPrivateKey, readSignature, verify } from 'openpgp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pushFiles, type PushRequest } from './push-files.ts'

const backend = createGitBackend()
const folder = mkdtempSync(path.join(tmpdir(), 'portico-push-'))
const at = 1_795_000_000
let host: FakeServer

beforeAll(async () => {
  host = await startFakeServer(() => undefined)
  host.state.fault = backend.fault
  mkdirSync(path.join(folder, 'docs'))
  writeFileSync(path.join(folder, 'a.txt'), 'a')
  writeFileSync(path.join(folder, 'docs/b.md'), 'b')
})
afterAll(async () => {
  await host.close()
  backend.close()
  rmSync(folder, { recursive: true })
})

const push = (repo: string, more: Partial<PushRequest> = {}) =>
  pushFiles({
    folder,
    files: [
      { path: 'docs/b.md', isExecutable: false },
      { path: 'a.txt', isExecutable: true },
      { path: 'c.txt', isExecutable: false, link: 'a.txt' },
    ],
    access: { cloneUrl: `${host.url}/team/${repo}.git`, username: 'portal', password: 'secret' },
    target: 'main',
    newAt: at,
    message: 'Begin\r\n\r\nMore\n',
    author: { name: 'Ada <x>', email: 'ada@example.test' },
    signal: new AbortController().signal,
    ...more,
  })

describe('a push', () => {
  test('is one commit with the files, their modes and links, which git finds sound', async () => {
    const commit = await push('shop')
    expect(backend.git('/team/shop', 'rev-parse', 'refs/heads/main')).toBe(commit)
    expect(backend.git('/team/shop', 'ls-tree', '-r', 'main').split('\n')).toEqual([
      expect.stringMatching(/^100755 blob \w+\ta\.txt$/),
      expect.stringMatching(/^120000 blob \w+\tc\.txt$/),
      expect.stringMatching(/^100644 blob \w+\tdocs\/b\.md$/),
    ])
    expect(backend.git('/team/shop', 'log', '--format=%an %ae %at %B', 'main')).toBe(`Ada x ada@example.test ${at} Begin\n\nMore`)
    backend.git('/team/shop', 'fsck', '--strict')
  })

  test('that is made again, as after a crash, is the commit that is there; another one does not replace it', async () => {
    const signed = { signingKey: signingKeys.ed25519 }
    expect(await push('again', signed)).toBe(await push('again', signed))
    await expect(push('again', { ...signed, newAt: at + 1 })).rejects.toThrow('has a branch main already')
  })

  test('that need not be new replaces a branch whose commits it does not know, or follows one', async () => {
    await push('moved')
    const first = await push('moved', { newAt: undefined, message: 'Other' })
    expect(backend.git('/team/moved', 'log', '--format=%H %s', 'main')).toBe(`${first} Other`)
    const second = await push('moved', { newAt: undefined, base: 'main', target: 'refs/for/main' })
    expect(backend.git('/team/moved', 'rev-parse', `${second}^`)).toBe(first)
    await expect(push('moved', { base: 'none' })).rejects.toThrow('There is no branch none in')
  })

  test('that the host rejects says what the host said', async () => {
    await push('closed')
    backend.git('/team/closed', 'config', 'receive.denyNonFastForwards', 'true')
    await expect(push('closed', { newAt: undefined, message: 'Other' })).rejects.toMatchObject({
      code: 'integrations.push-rejected',
      message: expect.stringMatching(/rejected the push: non-fast-forward/),
    })
  })
})

describe('a signature', () => {
  test.each(Object.entries(signingKeys))('by a key of %s is good for what git says was signed', async (name, key) => {
    await push(`signed-${name}`, { signingKey: key })
    const text = `${backend.git(`/team/signed-${name}`, 'cat-file', 'commit', 'main')}\n`
    const armored = /^gpgsig (-----BEGIN[\s\S]*?-----END PGP SIGNATURE-----\n)/m.exec(text)![1]!.replaceAll('\n ', '\n')
    const payload = text.replace(/^gpgsig [\s\S]*?-----END PGP SIGNATURE-----\n( \n)?/m, '')
    const checked = await verify({
      message: await createMessage({ binary: Buffer.from(payload) }),
      signature: await readSignature({ armoredSignature: armored }),
      verificationKeys: (await readPrivateKey({ armoredKey: key })).toPublic(),
      date: new Date(at * 1000),
    })
    expect(await checked.signatures[0]!.verified).toBe(true)
  })

  test('needs a whole key', async () => {
    await expect(push('unsigned', { signingKey: 'no key' })).rejects.toThrow('The key for signing commits cannot be read')
    await expect(push('unsigned', { signingKey: signingKeys.rsa.slice(0, 900) })).rejects.toThrow('cannot be read')
  })
})
