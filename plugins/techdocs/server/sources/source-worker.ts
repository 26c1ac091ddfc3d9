import { serveWorker } from '@portico/core/server/worker'
import type { PortableReading, Readers } from '@portico/integrations/server'
import { createHash } from 'node:crypto'
import { constants, copyFileSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { followLinks } from './linked-files.ts'
import type { CopiedSource, CopyMethods, CopyRequest } from './source-protocol.ts'

// Reads sources in a thread of its own: listing folders and unpacking repositories would hold up requests.

const maxLeftOut = 50

async function copy(readers: Readers, request: CopyRequest): Promise<CopiedSource | undefined> {
  const { type, target, origin, etag, folder, maxFiles, maxBytes } = request
  const result = await readers.readTree(type, target, {
    maxFiles,
    maxBytes,
    withLinks: true,
    ...(etag !== undefined && { etag }),
    ...(origin !== '' && { origin }),
  })
  if (result.notModified) return undefined
  const content = createHash('sha256')
  const folders = new Set<string>()
  const files: string[] = []
  const links = new Map<string, string>()
  let bytes = 0

  /** Where a file is put. Files are written synchronously, which takes a fraction of the time: this thread answers no requests. */
  function placeFor(file: string): string {
    const place = path.join(folder, file)
    const parent = path.dirname(place)
    if (!folders.has(parent)) mkdirSync(parent, { recursive: true })
    folders.add(parent)
    return place
  }

  for await (const file of result.files) {
    if (isSkipped(file.path)) continue
    if (file.link !== undefined) {
      links.set(file.path, file.link)
      content.update(`${file.path}\0${file.link}\0`)
      continue
    }
    writeFileSync(placeFor(file.path), file.bytes, { flag: 'wx' })
    content.update(`${file.path}\0${file.bytes.length}\0`).update(file.bytes)
    bytes += file.bytes.length
    files.push(file.path)
  }
  const { copies, leftOut } = followLinks(files, links, maxFiles)
  for (const [link, file] of copies) {
    const place = path.join(folder, file)
    bytes += statSync(place).size
    if (bytes > maxBytes)
      throw new Error(`With what its symbolic links give, ${target} has more than ${(maxBytes / 2 ** 20).toFixed(0)} MB`)
    copyFileSync(place, placeFor(link), constants.COPYFILE_EXCL)
  }
  return {
    etag: result.etag ?? content.digest('hex'),
    bytes,
    files: files.length + copies.size,
    ...(leftOut.length > 0 && { leftOut: leftOut.slice(0, maxLeftOut) }),
    ...(result.revision !== undefined && { revision: result.revision }),
    ...(result.lastModifiedAt && { lastModifiedAt: result.lastModifiedAt.toISOString() }),
  }
}

/** What is no part of any site, however it came into the folder. */
function isSkipped(file: string): boolean {
  return file.split('/').some(part => part === '..' || part === '.git' || part === 'node_modules') || path.isAbsolute(file)
}

await serveWorker<CopyMethods>(parentPort!, async ({ idle }) => {
  const { portable } = workerData as { portable: PortableReading }
  const { openReading } = (await import(portable.module)) as { openReading: (settings: PortableReading['settings']) => Promise<Readers> }
  const readers = await openReading(portable.settings)
  return { methods: { copy: request => copy(readers, request) }, wake: () => idle(undefined), stop: async () => false }
})
