import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type { Header } from 'tar-stream'
import { AppError } from '@portico/core/common'
import { sourceInvalid, sourceUnreadable } from '../reading/reading-errors.ts'
import type { TreeFile } from '../reading/source-reader.ts'

const ownerExecutes = 0o100

type Entry = Readable & { readonly header: Header }

export interface ArchiveOptions {
  /** What is read, for messages. */
  readonly name: string
  /** Folders at the top that are not part of the tree. */
  readonly depth: number
  /** Only what is below this folder; empty for all. */
  readonly folder: string
  /** Counts each file, and throws when there are too many or too large ones. */
  readonly count: (bytes: number) => void
  /** Of everything in the archive, whether it is wanted or not. */
  readonly maxUnpackedBytes: number
  /** Of everything, also folders and links: a header of 512 zeros costs a gzip nothing. */
  readonly maxEntries?: number
  /** Whether files are read; else only their names are given, with no bytes. */
  readonly isRead?: boolean
  readonly withLinks?: boolean | undefined
}

/** The files of a tar.gz, one after the other, as it arrives. Devices are left out, and links unless they are asked for; names that lead out of the tree are refused. */
export async function* readArchive(source: Readable, options: ArchiveOptions): AsyncGenerator<TreeFile> {
  const { name, depth, count, maxUnpackedBytes, maxEntries = 500_000, isRead = true, withLinks = false } = options
  const folder = options.folder === '' || options.folder.endsWith('/') ? options.folder : `${options.folder}/`
  const { extract } = await import('tar-stream')
  const unpack = extract()
  let failure: unknown
  let entries = 0
  const flow = pipeline(source, createGunzip(), limited(name, maxUnpackedBytes), unpack).catch((error: unknown) => {
    failure = error
  })
  try {
    for await (const entry of unpack as unknown as AsyncIterable<Entry>) {
      entries += 1
      if (entries > maxEntries) throw sourceInvalid(`The archive of ${name} has more than ${maxEntries} entries`)
      const path = toPath(entry.header.name, depth, name)
      const link = withLinks && entry.header.type === 'symlink' ? (entry.header.linkname ?? '') : undefined
      if ((entry.header.type !== 'file' && link === undefined) || path === '' || !path.startsWith(folder)) {
        entry.resume()
        continue
      }
      if (link !== undefined) {
        count(link.length)
        yield { path: path.slice(folder.length), bytes: skip(entry), link }
        continue
      }
      count(isRead ? (entry.header.size ?? 0) : 0)
      const isExecutable = ((entry.header.mode ?? 0) & ownerExecutes) !== 0
      yield { path: path.slice(folder.length), bytes: isRead ? await collect(entry) : skip(entry), isExecutable }
    }
    await flow
    if (failure !== undefined) throw failure
    if (entries === 0) throw new Error('it is empty')
  } catch (error) {
    throw toFailure(failure ?? error, name)
  } finally {
    source.destroy()
    unpack.destroy()
  }
}

/** Compressed data of a few kilobytes can unpack to gigabytes. */
function limited(name: string, maxBytes: number) {
  return async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let bytes = 0
    for await (const chunk of chunks) {
      bytes += chunk.length
      if (bytes > maxBytes) throw sourceInvalid(`The archive of ${name} unpacks to more than ${Math.round(maxBytes / 2 ** 20)} MB`)
      yield chunk
    }
  }
}

function toPath(given: string, depth: number, name: string): string {
  const segments = given.split('/').filter(each => each !== '' && each !== '.')
  if (segments.includes('..') || given.startsWith('/') || given.includes('\\') || given.includes('\0'))
    throw sourceInvalid(`The archive of ${name} has the file '${given}', which leads out of it`)
  return segments.slice(depth).join('/')
}

async function collect(entry: Entry): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of entry as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks)
}

function skip(entry: Entry): Buffer {
  entry.resume()
  return Buffer.alloc(0)
}

function toFailure(error: unknown, name: string): unknown {
  if (error instanceof AppError) return error
  const message = error instanceof Error ? error.message : String(error)
  return sourceUnreadable(`The archive of ${name} cannot be read, or was cut short: ${message}`, { cause: error })
}
