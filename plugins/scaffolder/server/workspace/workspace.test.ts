import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { fingerprint, packWorkspace, unpackWorkspace } from './archive.ts'
import { createWorkspace, workspaceLimits, type Workspace } from './workspace.ts'

let outer: string
let workspace: Workspace
beforeEach(() => {
  outer = mkdtempSync(path.join(tmpdir(), 'portico-workspace-test-'))
  mkdirSync(path.join(outer, 'inside'))
  writeFileSync(path.join(outer, 'secret.txt'), 'secret')
  workspace = createWorkspace(path.join(outer, 'inside'))
})
afterEach(() => rmSync(outer, { recursive: true, force: true }))

describe('a workspace', () => {
  test('lets no path out of it', async () => {
    for (const name of ['../secret.txt', 'a/../../secret.txt', '/etc/passwd', '..', 'a\\..\\..\\secret.txt', 'x\0y', '../inside-other/x'])
      await expect(workspace.write(name, 'x'), name).rejects.toThrow('outside of the workspace')
    await expect(workspace.write('a'.repeat(1025), 'x')).rejects.toThrow('longer than 1024')
    await workspace.write('a/b/../c.txt', 'fine')
    expect((await workspace.list()).map(file => file.path)).toEqual(['a/c.txt'])
  })

  test('lets no link lead out of it, be it to a file, a folder or something that is not there yet', async () => {
    symlinkSync('../secret.txt', path.join(outer, 'inside/file'))
    symlinkSync('..', path.join(outer, 'inside/folder'))
    symlinkSync('../new.txt', path.join(outer, 'inside/dangling'))
    for (const name of ['file', 'folder/secret.txt', 'folder/new/x', 'dangling'])
      await expect(workspace.write(name, 'x'), name).rejects.toThrow('outside of the workspace')
    await expect(Promise.resolve().then(() => workspace.read('file'))).rejects.toThrow('outside of the workspace')
    expect(existsSync(path.join(outer, 'new.txt'))).toBe(false)
    expect((await workspace.list()).map(({ path: name, link }) => [name, link])).toEqual([
      ['dangling', '../new.txt'],
      ['file', '../secret.txt'],
      ['folder', '..'],
    ])
  })

  test('lets one step write so many bytes and files, and no more', async () => {
    const large = Buffer.alloc(workspaceLimits.bytes / 4)
    for (const name of ['1', '2', '3', '4']) await workspace.write(name, large)
    await expect(workspace.write('5', 'x')).rejects.toThrow('more than 200 MB')
    workspace.beginStep()
    await workspace.write('5', 'x')
  })

  test('leaves no half of a file behind when the disk is full, and says so', async () => {
    let isFull = true
    const disk = createWorkspace(path.join(outer, 'inside'), async (target, content) => {
      writeFileSync(target as string, isFull ? String(content).slice(0, 2) : String(content))
      if (isFull) throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
    })
    await expect(disk.write('a/b.txt', 'whole')).rejects.toMatchObject({
      name: 'ServiceUnavailableError',
      code: 'scaffolder.disk-full',
      message: expect.stringContaining("The disk of the server is full: 'a/b.txt'"),
    })
    expect(await disk.list()).toEqual([])
    isFull = false
    await disk.write('a/b.txt', 'whole')
    expect(String(await disk.read('a/b.txt'))).toBe('whole')
  })

  test('is the same after it was stored and brought back', async () => {
    await workspace.write('a/run.sh', '#!/bin/sh', { isExecutable: true })
    await workspace.write('b.bin', Buffer.from([0, 255, 1]))
    symlinkSync('a/run.sh', path.join(outer, 'inside/link'))
    const files = await workspace.list()
    const archive = await packWorkspace(workspace, files, { maxBytes: 1000, isSecret: () => false })
    mkdirSync(path.join(outer, 'second'))
    const second = createWorkspace(path.join(outer, 'second'))
    await unpackWorkspace(second, archive ?? Buffer.alloc(0), 1000)
    const same = ({ path: name, size, isExecutable, link }: (typeof files)[number]) => ({ name, size, isExecutable, link })
    expect((await second.list()).map(same)).toEqual(files.map(same))
    expect(await second.read('b.bin')).toEqual(Buffer.from([0, 255, 1]))
    expect(fingerprint(files)).not.toBe(fingerprint(files.slice(1)))
    expect(await packWorkspace(workspace, files, { maxBytes: 5, isSecret: () => false })).toBeUndefined()
  })
})

test('an archive that leads out of the workspace, or is far larger than it weighs, is refused', async () => {
  const archiveOf = (files: readonly object[], content = '') => {
    const header = Buffer.from(JSON.stringify(files))
    const length = Buffer.alloc(4)
    length.writeUInt32BE(header.length)
    return gzipSync(Buffer.concat([length, header, Buffer.from(content)]))
  }
  const unpack = (archive: Buffer) => unpackWorkspace(workspace, archive, 1000)
  const file = (name: string) => ({ path: name, size: 1, isExecutable: false })
  for (const name of ['../out', '/etc/out', 'a/../../out', 'a\0b'])
    await expect(unpack(archiveOf([file(name)], 'x'))).rejects.toMatchObject({ code: 'scaffolder.outside-workspace' })
  const through = [{ ...file('link'), link: outer }, file('link/out')]
  await expect(unpack(archiveOf(through, 'x'))).rejects.toMatchObject({ name: 'InputError' })
  expect(readdirSync(outer)).not.toContain('out')
  await expect(unpack(gzipSync(Buffer.alloc(51_000_000)))).rejects.toMatchObject({ code: 'ERR_BUFFER_TOO_LARGE' })
})
