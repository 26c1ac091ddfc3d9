import { hash } from 'node:crypto'
import { lstatSync, readdirSync, readlinkSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { TreeFile } from './source-reader.ts'

interface FoundFile {
  readonly path: string
  readonly file: string
  readonly size: number
  readonly mtimeMs: number
  readonly isExecutable: boolean
  readonly link?: string | undefined
}

const ownerExecutes = 0o100

/** The files below a folder of this machine, sorted. Symbolic links are never followed, so nothing leads out of it. */
export function listTree(folder: string, count: (bytes: number) => void, withLinks = false): FoundFile[] {
  return filesBelow(folder, withLinks).flatMap(file => {
    const stats = lstatSync(file, { throwIfNoEntry: false })
    if (!stats) return []
    const link = stats.isSymbolicLink() ? readlinkSync(file) : undefined
    if (link !== undefined && !withLinks) return []
    count(stats.size)
    const isExecutable = link === undefined && (stats.mode & ownerExecutes) !== 0
    const name = path.relative(folder, file).split(path.sep).join('/')
    return [{ path: name, file, size: stats.size, mtimeMs: stats.mtimeMs, isExecutable, ...(link !== undefined && { link }) }]
  })
}

/** Folder by folder: in its recursive mode, Node follows links to folders. */
function filesBelow(folder: string, withLinks: boolean): string[] {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  return entries.flatMap(entry => {
    const whole = path.join(folder, entry.name)
    if (entry.isDirectory()) return filesBelow(whole, withLinks)
    return entry.isFile() || (withLinks && entry.isSymbolicLink()) ? [whole] : []
  })
}

export function etagOfTree(files: readonly FoundFile[]): string {
  return hash(
    'sha256',
    files.map(each => `${each.path}\n${each.size} ${each.mtimeMs}${each.link === undefined ? '' : ` ${each.link}`}`).join('\n'),
  )
}

/** How many files are read at the same time. */
const readAhead = 8

/** A file that grew since it was listed is read up to its listed size. */
export async function* readFiles(files: readonly FoundFile[], signal: AbortSignal | undefined): AsyncGenerator<TreeFile> {
  function start({ file, link }: FoundFile): Promise<Buffer> {
    const read = link === undefined ? readFile(file, { signal }) : Promise.resolve(Buffer.alloc(0))
    // A failure is told where its turn comes; those after it are told to nobody.
    read.catch(() => {})
    return read
  }
  const reads = files.slice(0, readAhead).map(start)
  for (const [at, { path: name, size, isExecutable, link }] of files.entries()) {
    const bytes = await reads.shift()!
    const next = files[at + readAhead]
    if (next) reads.push(start(next))
    if (link !== undefined) yield { path: name, bytes, link }
    else yield { path: name, bytes: bytes.subarray(0, size), isExecutable }
  }
}
