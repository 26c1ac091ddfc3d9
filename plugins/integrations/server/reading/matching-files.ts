import { compileGlob } from '@portico/core/common'
import { readdirSync, statSync, type Dirent } from 'node:fs'
import path from 'node:path'
import { staticFolder } from './folders.ts'

/**
 * The files that an absolute pattern names. Links to folders are followed only where the pattern says how deep: they may lead in a circle.
 * What may not be listed is passed over.
 */
export function matchingFiles(pattern: string): string[] {
  const folder = staticFolder(pattern)
  const isFitting = compileGlob(pattern)
  const below = pattern.slice(folder === '/' ? 1 : folder.length + 1)
  const isDeep = below.includes('**')
  const maxDepth = isDeep ? Infinity : below.split('/').length
  const levels = foldersOf(below)
  const entersHidden = /(^|[/{,(|])\\?\./.test(below)
  const found: string[] = []

  function isEntered(entry: Dirent, file: string, depth: number): boolean {
    if (depth >= maxDepth || (entry.name.startsWith('.') && !entersHidden)) return false
    if (levels[depth - 1]?.(entry.name) === false) return false
    return entry.isDirectory() || (!isDeep && entry.isSymbolicLink() && kindOf(file) === 'folder')
  }

  function look(current: string, depth: number): void {
    for (const entry of entriesOf(current)) {
      const file = path.join(current, entry.name)
      if (isEntered(entry, file, depth)) look(file, depth + 1)
      else if (!entry.isDirectory() && isFitting(file) && kindOf(file) === 'file') found.push(file)
    }
  }

  look(folder, 1)
  return found.sort()
}

/** Which names of folders a pattern may enter, level by level, as far as each level is a segment of its own. */
function foldersOf(pattern: string): ((name: string) => boolean)[] {
  if (/[{(\\]/.test(pattern)) return []
  const segments = pattern.split('/')
  const deep = segments.indexOf('**')
  return segments.slice(0, deep === -1 ? undefined : deep).map(segment => compileGlob(segment))
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}

function kindOf(file: string): 'file' | 'folder' | undefined {
  const stats = statSync(file, { throwIfNoEntry: false })
  if (stats?.isFile()) return 'file'
  return stats?.isDirectory() ? 'folder' : undefined
}
