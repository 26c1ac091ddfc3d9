import { globSync, readFileSync, realpathSync, statSync, type Stats } from 'node:fs'
import path from 'node:path'
import { isGlob, isInside, staticFolder } from './folders.ts'
import { tooLarge, toText } from './source-text.ts'
import {
  largestSourceBytes,
  sourceInvalid,
  sourceNotFound,
  sourceRefused,
  sourceUnreadable,
  type ReadOptions,
  type ReadResult,
  type SourceReader,
} from './source-reader.ts'

export interface FileReaderOptions {
  /** Where relative targets begin. */
  readonly folder: string
  readonly largestBytes?: number
}

/** A change this soon before reading may be followed by another that leaves time and size as they are. */
const settledMs = 2000

/**
 * Files on this machine. It blocks while it reads, which costs a tenth of reading otherwise: it belongs in a thread
 * that answers nobody.
 */
export function createFileReader({ folder, largestBytes = largestSourceBytes }: FileReaderOptions): SourceReader {
  const home = realpathSync(path.resolve(folder))

  /** What a root may lead to: its own folder and the one the server runs in. */
  function foldersOf(origin: string | undefined): string[] | undefined {
    if (origin === undefined) return undefined
    if (!origin.startsWith('file:')) return []
    const target = path.resolve(home, origin.slice('file:'.length))
    return [home, realFolder(isGlob(target) ? staticFolder(target) : path.dirname(target))]
  }

  function refuseOutside(file: string, folders: readonly string[] | undefined): void {
    if (!folders) return
    // Resolved, so that a link inside cannot lead outside.
    const real = realpathSync.native(file)
    if (folders.some(each => isInside(real, each))) return
    throw sourceRefused(`${file} is outside of the folders that may be read`)
  }

  function filesOf(target: string): { file: string; stats: Stats }[] {
    if (!isGlob(target)) return [{ file: target, stats: statOf(target) }]
    return globSync(target)
      .sort()
      .map(file => ({ file, stats: statOf(file) }))
      .filter(({ stats }) => stats.isFile())
  }

  function readOne(file: string, stats: Stats): { target: string; text: string } {
    if (!stats.isFile()) throw sourceInvalid(`${file} is no file`)
    if (stats.size > largestBytes) throw sourceInvalid(tooLarge(file, stats.size, largestBytes))
    try {
      return { target: file, text: toText(readFileSync(file), file) }
    } catch (error) {
      throw toSourceError(error, file)
    }
  }

  return {
    type: 'file',
    async read(target: string, { etag, origin }: ReadOptions): Promise<ReadResult> {
      const absolute = path.resolve(home, target)
      const found = filesOf(absolute)
      const seen = etagOf(found)
      // The very file that was read before, so it was allowed.
      if (seen !== undefined && seen === etag) return { notModified: true }
      const folders = foldersOf(origin)
      for (const { file } of found) refuseOutside(file, folders)
      return { etag: seen, files: found.map(({ file, stats }) => readOne(file, stats)) }
    },
    resolve(target, base) {
      if (!target.startsWith('/')) return path.resolve(path.dirname(path.resolve(home, base)), target)
      // The repository of a file is the folder the server runs in, if the file is there.
      return isInside(path.resolve(home, base), home) && !isInside(target, home) ? path.join(home, target) : target
    },
    // Which folders may be read is decided by the root, when reading.
    isSameRepository: () => true,
  }
}

function etagOf(found: readonly { file: string; stats: Stats }[]): string | undefined {
  const unsettled = Date.now() - settledMs
  if (found.some(({ stats }) => stats.mtimeMs > unsettled || stats.ctimeMs > unsettled)) return undefined
  return found.map(({ file, stats }) => `${found.length > 1 ? file : ''} ${stats.mtimeMs} ${stats.size} ${stats.ino}`).join('\n')
}

function statOf(file: string): Stats {
  try {
    const stats = statSync(file, { throwIfNoEntry: false })
    if (stats) return stats
  } catch (error) {
    throw toSourceError(error, file)
  }
  throw sourceNotFound(file)
}

function toSourceError(error: unknown, file: string): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOENT' || code === 'ENOTDIR') return sourceNotFound(file)
  return code === undefined ? error : sourceUnreadable(`${file} cannot be read: ${(error as Error).message}`, { cause: error })
}

function realFolder(folder: string): string {
  try {
    return realpathSync.native(folder)
  } catch {
    return folder
  }
}
