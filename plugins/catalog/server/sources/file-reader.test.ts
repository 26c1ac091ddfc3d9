import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createFileReader } from './file-reader.ts'

let folder: string
beforeEach(() => void (folder = mkdtempSync(path.join(tmpdir(), 'portico-files-'))))
afterEach(() => rmSync(folder, { recursive: true }))

/** Long ago, so that the file counts as settled. */
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
  expect(first).toEqual({ etag: undefined, files: [{ target: path.join(folder, 'a.yaml'), text: 'a: 1' }] })
})

test('a file that is too large is refused, with its size', async () => {
  write('large.yaml', 'x'.repeat(3_000_000))
  const reader = createFileReader({ folder, largestBytes: 2 ** 20 })
  await expect(reader.read('large.yaml', {})).rejects.toMatchObject({
    name: 'InputError',
    message: expect.stringContaining('has 2.9 MB, more than the 1 MB'),
  })
})

test('a glob that fits nothing is an empty source, a path that leads nowhere is a missing one', async () => {
  const reader = createFileReader({ folder })
  expect(await reader.read('none/*.yaml', {})).toMatchObject({ files: [] })
  await expect(reader.read('none.yaml', {})).rejects.toMatchObject({ name: 'NotFoundError' })
})

test('a path with a slash in front starts at the folder of the server, other paths beside the file', () => {
  const reader = createFileReader({ folder })
  expect(reader.resolve('./b.yaml', `${folder}/in/a.yaml`)).toBe(`${folder}/in/b.yaml`)
  expect(reader.resolve('/b.yaml', `${folder}/in/a.yaml`)).toBe(`${folder}/b.yaml`)
})
