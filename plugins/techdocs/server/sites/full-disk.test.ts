import { eventually, silentLog } from '@portico/core/testing'
import { readdirSync } from 'node:fs'
import files from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestSites, testRef as ref } from '../testing/docs-folder.ts'

// A full disk cannot be had without filling one: what the system would answer is answered here.
const real = { writeFile: files.writeFile, mkdir: files.mkdir }

function setDiskFull(isFull: boolean): void {
  const full = async () => {
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  }
  Object.assign(files, isFull ? { writeFile: full, mkdir: full } : real)
  syncBuiltinESMExports()
}

let given: ReturnType<typeof createTestSites>
beforeEach(() => {
  given = createTestSites(silentLog)
  given.write('docs/index.md', '# One\n')
})
afterEach(async () => {
  setDiskFull(false)
  await given.close()
})

/** What is in the cache besides the folders of versions: half-written files would be seen here. */
const namesInCache = () => readdirSync(path.join(given.folder, 'cache'), { recursive: true }).map(String)

test('on a full disk pages are rendered all the same, and kept once there is room', async () => {
  const { sites, titleOf } = given.open()
  await sites.sync(given.entity())
  setDiskFull(true)
  expect(await titleOf()).toBe('One')
  expect(namesInCache().filter(name => name.includes('pages'))).toEqual([])
  setDiskFull(false)
  const again = given.open()
  expect(await again.titleOf()).toBe('One')
  await eventually(() => expect(namesInCache().filter(name => name.endsWith('.json') && name.includes('pages'))).toHaveLength(1))
})

test('a version that finds no room leaves the last good one up and says why; with room the next sync has it', async () => {
  const { sites, titleOf } = given.open()
  await sites.sync(given.entity())
  const before = namesInCache()
  given.write('docs/index.md', '# Two\n')
  setDiskFull(true)
  await expect(sites.sync(given.entity())).rejects.toThrow('no space left')
  expect(sites.problemOf(ref)?.message).toContain('no space left')
  expect(namesInCache()).toEqual(before)
  expect(await titleOf()).toBe('One')
  setDiskFull(false)
  expect(await sites.sync(given.entity())).toBe(true)
  expect(await titleOf()).toBe('Two')
})
