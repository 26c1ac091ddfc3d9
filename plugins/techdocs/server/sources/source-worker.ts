import { serveWorker } from '@portico/core/server/worker'
import type { PortableReading, Readers } from '@portico/integrations/server'
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import type { CopiedSource, CopyMethods, CopyRequest } from './source-protocol.ts'

// Reads sources in a thread of its own: listing folders and unpacking repositories would hold up requests.

async function copy(readers: Readers, request: CopyRequest): Promise<CopiedSource | undefined> {
  const { type, target, origin, etag, folder, maxFiles, maxBytes } = request
  const result = await readers.readTree(type, target, {
    maxFiles,
    maxBytes,
    ...(etag !== undefined && { etag }),
    ...(origin !== '' && { origin }),
  })
  if (result.notModified) return undefined
  const content = createHash('sha256')
  const folders = new Set<string>()
  let bytes = 0
  let files = 0
  for await (const file of result.files) {
    if (isSkipped(file.path)) continue
    const place = path.join(folder, file.path)
    const parent = path.dirname(place)
    // Written synchronously, which takes a fraction of the time: this thread answers no requests.
    if (!folders.has(parent)) mkdirSync(parent, { recursive: true })
    folders.add(parent)
    writeFileSync(place, file.bytes, { flag: 'wx' })
    content.update(`${file.path}\0${file.bytes.length}\0`).update(file.bytes)
    bytes += file.bytes.length
    files += 1
  }
  return {
    etag: result.etag ?? content.digest('hex'),
    bytes,
    files,
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
