import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createFileReader } from './file-reader.ts'

let folder: string
beforeEach(() => void (folder = mkdtempSync(path.join(tmpdir(), 'portico-files-'))))
afterEach(() => rmSync(folder, { recursive: true }))

/** Long ago, so that the file counts as unchanged. */
function write(name: string, text: string, ageS = 60): void {
  const file = path.join(folder, name)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, text)
  const at = Date.now() / 1000 - ageS
  utimesSync(file, at, at)
}

test('a file that has just been written is read again, as it may be written once more within the same moment', async () => {
  const reader = createFileReader({ folder })
  write('a.yaml', 'a: 1')
  const first = await reader.read('a.yaml', {})
  expect(first).toMatchObject({
    etag: undefined,
    lastModifiedAt: expect.any(Date),
    files: [{ target: path.join(folder, 'a.yaml'), text: 'a: 1' }],
  })
})

test('a file that is too large is refused, with its size', async () => {
  write('large.yaml', 'x'.repeat(3_000_000))
  const reader = createFileReader({ folder, maxBytes: 2 ** 20 })
  await expect(reader.read('large.yaml', {})).rejects.toMatchObject({
    name: 'InputError',
    message: expect.stringContaining('has 2.9 MB, more than the 1 MB'),
  })
})

test('a pattern gives the files that match it, without reading them', async () => {
  const reader = createFileReader({ folder })
  write('b/x.yaml', 'b')
  write('a/x.yaml', 'a')
  write('a/x.txt', 'a')
  mkdirSync(path.join(folder, 'c/x.yaml'), { recursive: true })
  const targets = ['a/x.yaml', 'b/x.yaml'].map(name => path.join(folder, name))
  const found = await reader.read('*/*.yaml', {})
  expect(found).toMatchObject({ files: [], targets })
  const { etag } = found as { etag: string }
  write('a/x.yaml', 'changed')
  expect(await reader.read('*/*.yaml', { etag })).toEqual({ notModified: true })
  write('a/y.yaml', 'new')
  expect(await reader.read('*/*.yaml', { etag })).toMatchObject({ targets: [targets[0], path.join(folder, 'a/y.yaml'), targets[1]] })
})

test('a pattern enters folders with a dot in front only by name, and one made to take long is answered', async () => {
  const reader = createFileReader({ folder })
  write('.github/x.yaml', 'hidden')
  write(`deep/er/${'a'.repeat(44)}`, 'deep')
  const targetsOf = async (pattern: string) => ((await reader.read(pattern, {})) as { targets?: readonly string[] }).targets
  expect(await targetsOf('**/*.yaml')).toEqual([])
  expect(await targetsOf('.github/*.yaml')).toEqual([path.join(folder, '.github/x.yaml')])
  expect(await targetsOf('{deep,other}/**')).toEqual([path.join(folder, `deep/er/${'a'.repeat(44)}`)])
  expect(await targetsOf('**/*(+(a|aa)|a)b')).toEqual([])
})

test('a file whose name looks like a pattern is a file', async () => {
  write('pages/[id]/x.yaml', 'itself')
  write('pages/i/x.yaml', 'other')
  expect(await createFileReader({ folder }).read('pages/[id]/x.yaml', {})).toMatchObject({ files: [{ text: 'itself' }] })
})

test('a pattern without matches is an empty source, one in a missing folder a missing source, like any path', async () => {
  const reader = createFileReader({ folder })
  expect(await reader.read('*.yaml', {})).toMatchObject({ files: [], targets: [] })
  for (const target of ['none/*.yaml', 'none.yaml', 'none/none.yaml'])
    await expect(reader.read(target, {})).rejects.toMatchObject({ name: 'NotFoundError' })
})

test('a file that is not text is an error of the file, by name, and not of reading it', async () => {
  const reader = createFileReader({ folder })
  const file = path.join(folder, 'a.yaml')
  for (const [bytes, why] of [
    [[0x89, 0x50, 0, 1], 'byte 2 is 0'],
    [[0x6b, 0xff, 0xfe], 'it is not written in UTF-8'],
  ] as const) {
    writeFileSync(file, Buffer.from(bytes))
    await expect(reader.read('a.yaml', {})).rejects.toMatchObject({ name: 'InputError', message: `${file} is not text: ${why}` })
  }
  mkdirSync(path.join(folder, 'folder.yaml'))
  await expect(reader.read('folder.yaml', {})).rejects.toMatchObject({
    name: 'InputError',
    message: expect.stringContaining('is not a file'),
  })
})

test('a path with a slash in front starts at the folder of the server, other paths beside the file', () => {
  const reader = createFileReader({ folder })
  expect(reader.resolve('./b.yaml', `${folder}/in/a.yaml`)).toBe(`${folder}/in/b.yaml`)
  expect(reader.resolve('/b.yaml', `${folder}/in/a.yaml`)).toBe(`${folder}/b.yaml`)
})
