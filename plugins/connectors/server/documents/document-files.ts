import { compileGlob } from '@portico/core/common'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export interface DocumentText {
  readonly file: string
  readonly text: string
}

/** A file that cannot be read is a problem of its own. */
export interface UnreadableFile {
  readonly file: string
  readonly problem: string
}

const maxFiles = 500
const maxBytes = 2_000_000

/** The files that patterns name: files, folders, and globs such as `connectors/*.yaml`. */
export function findFiles(patterns: readonly string[], folder: string): string[] {
  const found = patterns.flatMap(pattern => filesOf(path.resolve(folder, pattern)))
  return [...new Set(found)].slice(0, maxFiles)
}

/** Shipped connectors. */
export function packFiles(): string[] {
  return findFiles([fileURLToPath(new URL('../../packs/', import.meta.url))], '')
}

/** The folders in which files may come and go. */
export function foldersOf(patterns: readonly string[], folder: string): string[] {
  return [...new Set(patterns.map(pattern => baseOf(path.resolve(folder, pattern)).base))]
}

/** A path as people read it: from the folder where it is inside of it, else the whole. */
export function shownPath(file: string, folder: string): string {
  const inside = path.relative(folder, file)
  return inside.startsWith('..') ? file : inside
}

export function readFiles(files: readonly string[]): (DocumentText | UnreadableFile)[] {
  return files.map(file => {
    try {
      const { size } = statSync(file)
      if (size > maxBytes) return { file, problem: `it has more than ${maxBytes} bytes` }
      return { file, text: readFileSync(file, 'utf8') }
    } catch (error) {
      return { file, problem: `it cannot be read: ${error instanceof Error ? error.message : String(error)}` }
    }
  })
}

function baseOf(pattern: string): { readonly base: string; readonly glob: string | undefined } {
  const at = pattern.search(/[*?[{]/)
  if (at === -1) return isFolder(pattern) ? { base: pattern, glob: '*.{yaml,yml}' } : { base: path.dirname(pattern), glob: undefined }
  const base = pattern.slice(0, pattern.lastIndexOf(path.sep, at))
  return { base, glob: pattern.slice(base.length + 1) }
}

function filesOf(pattern: string): string[] {
  const { base, glob } = baseOf(pattern)
  // A file that is named and not there is told of when it is read.
  if (glob === undefined) return [pattern]
  const matches = compileGlob(glob)
  try {
    const names = readdirSync(base, { recursive: glob.includes('/'), encoding: 'utf8' })
    return names
      .filter(name => matches(name))
      .toSorted()
      .map(name => path.join(base, name))
  } catch {
    return []
  }
}

function isFolder(name: string): boolean {
  try {
    return statSync(name).isDirectory()
  } catch {
    return false
  }
}
