import { startFakeGit, type FakeGit } from '@portico/integrations/testing'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createReading } from './create-reading.ts'
import type { TreeResult } from './source-reader.ts'

let folder: string
let fake: FakeGit
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'portico-reading-'))
  fake = await startFakeGit()
})
afterEach(async () => {
  rmSync(folder, { recursive: true })
  await fake.close()
})

const open = () => createReading({ folder, allow: [{ host: fake.host }] })

function write(name: string, text: string): void {
  const file = path.join(folder, name)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, text)
  utimesSync(file, 1_700_000_000, 1_700_000_000)
}

async function contentOf(result: TreeResult): Promise<Record<string, string>> {
  if (result.notModified) return {}
  const found: Record<string, string> = {}
  for await (const { path: name, bytes } of result.files) found[name] = String(Buffer.from(bytes))
  return found
}

describe('a tree', () => {
  test('of a folder is all files below it, without links, and nothing when none has changed', async () => {
    write('docs/index.md', 'one')
    write('docs/a/b.md', 'two')
    write('other.md', 'three')
    symlinkSync('/etc/passwd', path.join(folder, 'docs', 'link.md'))
    symlinkSync('/etc', path.join(folder, 'docs', 'etc'))
    const tree = await open().readTree('file', 'docs', {})
    expect(await contentOf(tree)).toEqual({ 'a/b.md': 'two', 'index.md': 'one' })
    const { etag } = tree as { etag: string }
    expect(await open().readTree('file', 'docs', { etag })).toEqual({ notModified: true })
    write('docs/new.md', 'four')
    expect(Object.keys(await contentOf(await open().readTree('file', 'docs', { etag })))).toContain('new.md')
  })

  test('of a folder stays within the folders that its root may read', async () => {
    write('docs/index.md', 'one')
    const inner = createReading({ folder: path.join(folder, 'docs'), allow: [] })
    await expect(inner.readTree('file', folder, { origin: 'file:./all.yaml' })).rejects.toMatchObject({ name: 'NotAllowedError' })
    await expect(inner.readTree('file', 'index.md', {})).rejects.toMatchObject({ message: expect.stringContaining('is not a folder') })
    await expect(inner.readTree('file', 'gone', {})).rejects.toMatchObject({ name: 'NotFoundError' })
  })

  test('of a repository is all files of a commit, or those below a folder', async () => {
    const files = { 'docs/index.md': 'one', 'docs/a/b.md': 'two', 'docs-old/c.md': 'three' }
    const commit = await fake.commit(files, { links: { 'docs/link.md': '/etc/passwd' } })
    const whole = await open().readTree('git', `${fake.url}#main`, {})
    expect(whole).toMatchObject({ etag: commit, revision: commit, lastModifiedAt: new Date(1_700_000_000_000) })
    expect(await contentOf(whole)).toEqual(files)
    expect(await contentOf(await open().readTree('git', `${fake.url}#main:docs/`, {}))).toEqual({ 'a/b.md': 'two', 'index.md': 'one' })
    expect(await open().readTree('git', `${fake.url}#main:docs/`, { etag: commit })).toEqual({ notModified: true })
  })

  test('of a repository is found in another branch, and that of a folder has none', () => {
    const readers = open()
    expect(readers.atRef('git', `${fake.url}#main:docs/`, 'v1.0')).toBe(`${fake.url}#v1.0:docs/`)
    expect(readers.atRef('git', fake.url, 'v1.0')).toBe(`${fake.url}#v1.0:.`)
    expect(() => readers.atRef('git', fake.url, 'a:b')).toThrow("'a:b' is not the name of a branch")
    expect(() => readers.atRef('file', 'docs', 'v1.0')).toThrow("'docs' is not in a repository with branches")
  })

  test('has links only where they are asked for, with what they lead to, and the modes of its files', async () => {
    write('docs/run.sh', 'run')
    chmodSync(path.join(folder, 'docs/run.sh'), 0o755)
    symlinkSync('run.sh', path.join(folder, 'docs/alias'))
    symlinkSync('/etc', path.join(folder, 'docs/etc'))
    await fake.commit({ 'run.sh': 'run' }, { links: { alias: 'run.sh', etc: '/etc' }, executables: ['run.sh'] })
    for (const [type, target] of [
      ['file', 'docs'],
      ['git', fake.url],
    ] as const) {
      const result = await open().readTree(type, target, { withLinks: true })
      const found: unknown[] = []
      if (!result.notModified)
        for await (const { path: name, bytes, link, isExecutable } of result.files)
          found.push([name, String(Buffer.from(bytes)), link, isExecutable])
      expect(found).toEqual([
        ['alias', '', 'run.sh', undefined],
        ['etc', '', '/etc', undefined],
        ['run.sh', 'run', undefined, true],
      ])
    }
  })

  test('with too many files, or too large ones, is refused, and the limit is named', async () => {
    write('docs/a.md', 'a'.repeat(600))
    write('docs/b.md', 'b'.repeat(600))
    await fake.commit({ 'a.md': 'a'.repeat(600), 'b.md': 'b'.repeat(600) })
    for (const [type, target] of [
      ['file', 'docs'],
      ['git', fake.url],
    ] as const) {
      const read = async (limits: object) => contentOf(await open().readTree(type, target, limits))
      await expect(read({ maxFiles: 1 })).rejects.toMatchObject({
        name: 'InputError',
        message: expect.stringContaining('more than 1 files'),
      })
      await expect(read({ maxBytes: 1000 })).rejects.toMatchObject({ name: 'InputError', message: expect.stringContaining('MB') })
      expect(Object.keys(await read({ maxFiles: 2, maxBytes: 1200 }))).toHaveLength(2)
    }
  })

  test('is not available for a plain address', async () => {
    await expect(open().readTree('url', 'https://example.test/', {})).rejects.toMatchObject({ name: 'InputError' })
  })
})

test('a search gives the targets that match a pattern, and nothing when they are the same as before', async () => {
  write('a/catalog-info.yaml', 'a')
  write('b/catalog-info.yaml', 'b')
  const found = await open().search('file', '*/catalog-info.yaml', {})
  expect(found).toMatchObject({ targets: [path.join(folder, 'a/catalog-info.yaml'), path.join(folder, 'b/catalog-info.yaml')] })
  expect(await open().search('file', '*/catalog-info.yaml', { etag: (found as { etag: string }).etag })).toEqual({ notModified: true })
  const commit = await fake.commit({ 'x/catalog-info.yaml': 'x' })
  expect(await open().search('git', `${fake.url}#main:**/catalog-info.yaml`, {})).toMatchObject({
    revision: commit,
    targets: [`${fake.url}#main:x/catalog-info.yaml`],
  })
})

test('the last change is that of the file or of the commit', async () => {
  write('a.yaml', 'a')
  expect(await open().lastChange('file', 'a.yaml', {})).toEqual({ at: new Date(1_700_000_000_000) })
  const commit = await fake.commit({ 'a.yaml': 'a' })
  expect(await open().lastChange('git', fake.url, {})).toEqual({ revision: commit, at: new Date(1_700_000_000_000) })
})

test('links to view and edit are those of the hosts', () => {
  const { linksOf } = open()
  const edit = (target: string) => linksOf('url', target).edit
  expect(linksOf('url', 'https://github.com/a/b/blob/main/c/d.yaml')).toEqual({
    view: 'https://github.com/a/b/blob/main/c/d.yaml',
    edit: 'https://github.com/a/b/edit/main/c/d.yaml',
    folder: 'https://github.com/a/b/blob/main/c/',
  })
  expect(edit('https://gitlab.com/a/b/-/blob/main/c.yaml')).toBe('https://gitlab.com/a/b/-/edit/main/c.yaml')
  expect(edit('https://bitbucket.org/a/b/src/main/c.yaml')).toBe('https://bitbucket.org/a/b/src/main/c.yaml?mode=edit&at=main')
  expect(edit('https://dev.azure.com/a/b/_git/c?path=/d.yaml')).toBe('https://dev.azure.com/a/b/_git/c?path=/d.yaml')
  expect(edit(`https://github.com/a/b/blob/${'a1'.repeat(20)}/c.yaml`)).toBeUndefined()
  expect(edit('https://plain.test/c.yaml')).toBeUndefined()
  expect(linksOf('git', 'https://github.com/a/b.git#main:c/d.yaml')).toEqual({
    view: 'https://github.com/a/b/blob/main/c/d.yaml',
    edit: 'https://github.com/a/b/edit/main/c/d.yaml',
    folder: 'https://github.com/a/b.git#main:c/',
  })
  expect(linksOf('file', 'a.yaml')).toEqual({})
})

test('a type without a reader is refused with the list of known types', async () => {
  await expect(open().read('ftp', 'x', {})).rejects.toMatchObject({ message: expect.stringContaining('the types here are file, git, url') })
  expect(() => open().check('git', 'not an address')).toThrow('is not a web address')
})
