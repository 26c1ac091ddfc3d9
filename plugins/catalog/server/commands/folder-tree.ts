import { compileGlob } from '@portico/core/common'
import { createFileReader, isGlob, sourceNotFound } from '@portico/integrations/server'
import { readdirSync, realpathSync, statSync, type Dirent } from 'node:fs'
import path from 'node:path'
import { catalogFilePattern, isSkippedFolder, nothingFound, type CatalogTree, type FoundFile } from './catalog-tree.ts'

/** The files on this machine, seen from a folder. */
export function createFolderTree(folder: string): CatalogTree {
  const root = realpathSync(folder)
  return { root, reader: createFileReader({ folder: root }), find, close() {} }

  function find(word: string): FoundFile[] {
    const target = path.resolve(root, word)
    // A name that is there is meant as it stands, whatever characters it has.
    const stats = statSync(target, { throwIfNoEntry: false })
    if (stats?.isDirectory()) return search(target, catalogFilePattern, nothingFound(word, false))
    if (stats) return [{ target, isSearched: false }]
    if (!isGlob(word)) throw sourceNotFound(word)
    const parts = word.split('/')
    const first = parts.findIndex(isGlob)
    const below = path.resolve(root, first === 0 ? '.' : parts.slice(0, first).join('/') || '/')
    return search(below, parts.slice(first).join('/'), nothingFound(word, true))
  }
}

function search(below: string, pattern: string, nothing: Error): FoundFile[] {
  const isFitting = compileGlob(pattern, { dot: true })
  const found = filesBelow(below).filter(target => isFitting(path.relative(below, target)))
  if (found.length === 0) throw nothing
  return found.sort().map(target => ({ target, isSearched: true }))
}

/** All files below a folder but those that are skipped. Links to folders are not followed, and what may not be listed is passed over. */
function filesBelow(folder: string): string[] {
  return entriesOf(folder).flatMap(entry => {
    const target = path.join(folder, entry.name)
    if (entry.isDirectory()) return isSkippedFolder(entry.name) ? [] : filesBelow(target)
    const isFile = entry.isFile() || (entry.isSymbolicLink() && statSync(target, { throwIfNoEntry: false })?.isFile())
    return isFile ? [target] : []
  })
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}
