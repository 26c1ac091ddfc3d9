import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { pack, type Header } from 'tar-stream'
import { describe, expect, test } from 'vitest'
import { createTreeLimit } from '../reading/tree-limit.ts'
import { readArchive, type ArchiveOptions } from './archive.ts'

async function archiveOf(entries: readonly (Partial<Header> & { name: string; content?: string | Buffer })[]): Promise<Buffer> {
  const archive = pack()
  for (const { content = '', ...header } of entries)
    if (header.type === undefined || header.type === 'file') archive.entry(header as Header, content)
    else archive.entry(header as Header)
  archive.finalize()
  const chunks: Buffer[] = []
  for await (const chunk of archive) chunks.push(chunk as Buffer)
  return gzipSync(Buffer.concat(chunks))
}

async function read(bytes: Buffer, options: Partial<ArchiveOptions> = {}): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  const given = { name: 'acme/web', depth: 1, folder: '', count: createTreeLimit('acme/web', {}), maxUnpackedBytes: 10_000_000, ...options }
  for await (const file of readArchive(Readable.from([bytes]), given)) found[file.path] = String(file.bytes)
  return found
}

describe('an archive', () => {
  test('gives its files below a folder, without links and devices', async () => {
    const bytes = await archiveOf([
      { name: 'top/', type: 'directory' },
      { name: 'top/a.md', content: 'a' },
      { name: 'top/docs/b.md', content: 'b' },
      { name: `top/docs/${'long-'.repeat(60)}ü.md`, content: 'long' },
      { name: 'top/link', type: 'symlink', linkname: '/etc/passwd' },
      { name: 'top/hard', type: 'link', linkname: 'top/a.md' },
    ])
    expect(await read(bytes)).toEqual({ 'a.md': 'a', 'docs/b.md': 'b', [`docs/${'long-'.repeat(60)}ü.md`]: 'long' })
    expect(Object.keys(await read(bytes, { folder: 'docs' }))).toEqual(['b.md', `${'long-'.repeat(60)}ü.md`])
    const given = { name: 'x', depth: 1, folder: '', count: () => {}, maxUnpackedBytes: 1e6, withLinks: true }
    const links: unknown[] = []
    for await (const { path, link } of readArchive(Readable.from([bytes]), given)) if (link !== undefined) links.push([path, link])
    expect(links).toEqual([['link', '/etc/passwd']])
  })

  test.each(['top/../../etc/passwd', '/etc/passwd', '../x', 'top/a\\..\\b'])("with the name '%s' is refused", async name => {
    await expect(read(await archiveOf([{ name, content: 'x' }]))).rejects.toMatchObject({
      name: 'InputError',
      message: expect.stringContaining('leads out of it'),
    })
  })

  test('that is cut short, or is no archive at all, is a failure and not an empty tree', async () => {
    const whole = await archiveOf([{ name: 'top/a', content: Buffer.alloc(100_000, 'random? no') }])
    for (const bytes of [whole.subarray(0, whole.length - 20), Buffer.from('<html>sign in</html>'), Buffer.alloc(0)])
      await expect(read(bytes)).rejects.toMatchObject({
        name: 'ServiceUnavailableError',
        message: expect.stringContaining('cannot be read'),
      })
  })

  test('that unpacks to far more than it weighs is refused, wanted or not', async () => {
    const bomb = await archiveOf([{ name: 'top/a', content: Buffer.alloc(5_000_000) }])
    expect(bomb.length).toBeLessThan(20_000)
    await expect(read(bomb, { maxUnpackedBytes: 1_000_000 })).rejects.toMatchObject({
      message: expect.stringContaining('unpacks to more than 1 MB'),
    })
    await expect(read(bomb, { folder: 'other', maxUnpackedBytes: 1_000_000 })).rejects.toMatchObject({ name: 'InputError' })
    await expect(read(bomb, { count: createTreeLimit('x', { maxBytes: 1000 }) })).rejects.toMatchObject({ name: 'InputError' })
  })

  test('with a name that holds NUL, or fills the memory, is refused', async () => {
    const nul = await archiveOf([{ name: 'top/b', content: 'x', pax: { path: 'top/a\0b' } }])
    await expect(read(nul)).rejects.toMatchObject({ message: expect.stringContaining('leads out of it') })
    const long = await archiveOf([{ name: 'top/b', content: 'x', pax: { path: `top/${'p'.repeat(8_000_000)}` } }])
    await expect(read(long)).rejects.toMatchObject({ message: expect.stringContaining('Header exceeds max size') })
  })

  test('of a link, and of files below it, gives neither the link nor a way through it', async () => {
    const bytes = await archiveOf([
      { name: 'top/out', type: 'symlink', linkname: '/etc' },
      { name: 'top/out/passwd', content: 'mine' },
    ])
    expect(await read(bytes)).toEqual({ 'out/passwd': 'mine' })
  })

  test('of very many folders is refused by their number, though none of them is read', async () => {
    const many = await archiveOf(Array.from({ length: 200 }, (_, at) => ({ name: `top/${at}/`, type: 'directory' as const })))
    await expect(read(many, { maxEntries: 100 })).rejects.toMatchObject({ message: expect.stringContaining('more than 100 entries') })
  })

  test('of very many files is refused by their number', async () => {
    const many = await archiveOf(Array.from({ length: 200 }, (_, index) => ({ name: `top/${index}`, content: 'x' })))
    await expect(read(many, { count: createTreeLimit('x', { maxFiles: 100 }) })).rejects.toMatchObject({
      message: expect.stringContaining('more than 100 files'),
    })
  })
})
