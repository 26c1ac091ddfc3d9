import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { parseJson } from '@portico/core/common'
import { backupFormat, BackupManifest, type BackupRow } from './backup-manifest.ts'

const newline = 0x0a
const maxLineBytes = 1_000_000_000

/**
 * Writes a backup: gzip of lines of JSON. The first is the manifest, then come the rows, the last has the checksum of all lines before.
 * Only the owner may read it, since it holds keys, and it has its name only when it is whole.
 */
export async function writeBackupFile(file: string, manifest: BackupManifest, rows: AsyncIterable<BackupRow>): Promise<void> {
  const partial = `${file}.partial`
  const checksum = createHash('sha256')
  async function* lines() {
    const write = (value: unknown) => {
      const line = `${JSON.stringify(value)}\n`
      checksum.update(line)
      return line
    }
    yield write(manifest)
    for await (const row of rows) yield write(row)
    yield `${JSON.stringify({ sha256: checksum.digest('hex') })}\n`
  }
  try {
    await pipeline(Readable.from(lines()), createGzip(), createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true }))
    await rename(partial, file)
  } catch (error) {
    // A file of that name that was there before is somebody else's.
    if (!isExisting(error)) await rm(partial, { force: true })
    throw error
  }
}

/** Reads a backup from end to end; throws unless it is whole. Nothing of it is used before. */
export async function checkBackupFile(file: string): Promise<BackupManifest> {
  const checksum = createHash('sha256')
  let manifest: BackupManifest | undefined
  let rows = 0
  let previous: Buffer | undefined
  try {
    for await (const line of linesOf(file)) {
      if (previous !== undefined) {
        checksum.update(previous).update('\n')
        if (manifest === undefined) manifest = parseManifest(previous)
        else rows++
      }
      previous = line
    }
  } catch (error) {
    throw error instanceof BackupError ? error : damaged(file, error)
  }
  const expected = manifest?.tables.reduce((sum, each) => sum + each.rows, 0)
  const { sha256 } = parseLine(previous) as { readonly sha256?: unknown }
  if (manifest === undefined || sha256 !== checksum.digest('hex') || rows !== expected) throw damaged(file)
  return manifest
}

/** The rows of a backup, of all tables one after another. */
export async function* readBackupRows(file: string): AsyncGenerator<BackupRow> {
  let isFirst = true
  for await (const line of linesOf(file)) {
    const row = parseLine(line)
    if (!isFirst && Array.isArray(row)) yield row as BackupRow
    isFirst = false
  }
}

class BackupError extends Error {
  override readonly name = 'BackupError'
}

function damaged(file: string, cause?: unknown): Error {
  if ((cause as NodeJS.ErrnoException | undefined)?.syscall !== undefined)
    return new Error(`${file} cannot be read: ${(cause as Error).message}`)
  return new Error(`${file} is no backup of a portal, or it is damaged: its checksum does not fit. Nothing was restored`, { cause })
}

function parseManifest(line: Buffer): BackupManifest {
  const value = parseLine(line) as { readonly portico?: unknown; readonly format?: unknown }
  if (value.portico === 'backup' && typeof value.format === 'number' && value.format > backupFormat)
    throw new BackupError(
      `The backup is of format ${value.format}, and this version knows formats up to ${backupFormat}: restore it with the version that made it`,
    )
  return BackupManifest.parse(value)
}

function parseLine(line: Buffer | undefined): object {
  const value = parseJson(line?.toString('utf8') ?? '')
  return typeof value === 'object' && value !== null ? value : {}
}

/** Not by readline, which also divides at characters that JSON leaves as they are. */
async function* linesOf(file: string): AsyncGenerator<Buffer> {
  let rest: Buffer[] = []
  let size = 0
  const source = createReadStream(file)
  const unzipped = createGunzip()
  source.on('error', error => unzipped.destroy(error))
  for await (const chunk of source.pipe(unzipped) as AsyncIterable<Buffer>) {
    let begin = 0
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, begin)) {
      yield Buffer.concat([...rest, chunk.subarray(begin, end)])
      rest = []
      size = 0
      begin = end + 1
    }
    rest.push(chunk.subarray(begin))
    size += chunk.length - begin
    if (size > maxLineBytes) throw new Error('a line is too long')
  }
  if (size > 0) yield Buffer.concat(rest)
}

function isExisting(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'EEXIST'
}
