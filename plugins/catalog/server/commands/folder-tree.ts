import { globSync, realpathSync, statSync } from 'node:fs'
import path from 'node:path'
import { createFileReader } from '../sources/file-reader.ts'
import { isGlob } from '../sources/folders.ts'
import { sourceNotFound } from '../sources/source-reader.ts'
import { catalogFilePattern, isSkippedFolder, nothingFound, type CatalogTree, type FoundFile } from './catalog-tree.ts'

/** The files on this machine, seen from a folder. */
export function createFolderTree(folder: string): CatalogTree {
  const root = realpathSync(folder)
  return { root, reader: createFileReader({ folder: root }), find, close() {} }

  function find(word: string): FoundFile[] {
    const target = path.resolve(root, word)
    // A name that is there is meant as it stands, whatever characters it has.
    const stats = statSync(target, { throwIfNoEntry: false })
    if (stats?.isDirectory()) return search(catalogFilePattern, target, word)
    if (stats) return [{ target, isSearched: false }]
    if (!isGlob(word)) throw sourceNotFound(word)
    return search(path.isAbsolute(word) ? word : path.join(root, word), root, word)
  }

  function search(pattern: string, cwd: string, word: string): FoundFile[] {
    const found = globSync(pattern, { cwd, exclude: each => isSkippedFolder(path.basename(each)) })
      .map(each => path.resolve(cwd, each))
      .filter(target => statSync(target, { throwIfNoEntry: false })?.isFile())
    if (found.length === 0) throw nothingFound(word, pattern !== catalogFilePattern)
    return found.sort().map(target => ({ target, isSearched: true }))
  }
}
