import { hash } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { TreeFile } from './source-reader.ts'

interface FoundFile {
  readonly path: string
  readonly file: string
  readonly size: number
  readonly mtimeMs: number
  readonly isExecutable: boolean
}

const ownerExecutes = 0o100

/** The files below a folder of this machine, sorted. Symbolic links are skipped, so nothing leads out of it. */
export function listTree(folder: string, count: (bytes: number) => void): FoundFile[] {
  return filesBelow(folder).flatMap(file => {
    const stats = statSync(file, { throwIfNoEntry: false })
    if (!stats) return []
    count(stats.size)
    const isExecutable = (stats.mode & ownerExecutes) !== 0
    return [{ path: path.relative(folder, file).split(path.sep).join('/'), file, size: stats.size, mtimeMs: stats.mtimeMs, isExecutable }]
  })
}

/** Folder by folder: in its recursive mode, Node follows links to folders. */
function filesBelow(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  return entries.flatMap(entry => {
    const whole = path.join(folder, entry.name)
    if (entry.isDirectory()) return filesBelow(whole)
    return entry.isFile() ? [whole] : []
  })
}

export function etagOfTree(files: readonly FoundFile[]): string {
  return hash('sha256', files.map(each => `${each.path}\n${each.size} ${each.mtimeMs}`).join('\n'))
}

/** How many files are read at the same time. */
const readAhead = 8

/** A file that grew since it was listed is read up to its listed size. */
export async function* readFiles(files: readonly FoundFile[], signal: AbortSignal | undefined): AsyncGenerator<TreeFile> {
  function begin({ file }: FoundFile): Promise<Buffer> {
    const read = readFile(file, { signal })
    // A failure is told where its turn comes; those after it are told to nobody.
    read.catch(() => {})
    return read
  }
  const reads = files.slice(0, readAhead).map(begin)
  for (const [at, { path: name, size, isExecutable }] of files.entries()) {
    const bytes = await reads.shift()!
    const next = files[at + readAhead]
    if (next) reads.push(begin(next))
    yield { path: name, bytes: bytes.subarray(0, size), isExecutable }
  }
}
