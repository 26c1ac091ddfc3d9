import { inputError } from '@portico/core/common'
import { isInside, type SourceReader } from '@portico/integrations/server'
import path from 'node:path'

/** A file that was named, or found where a folder or a pattern was named. */
export interface FoundFile {
  readonly target: string
  /** It was found and not named, so it may not be a catalog file at all. */
  readonly isSearched: boolean
}

/** Files that a catalog is read from offline: a folder, or a version of one. */
export interface CatalogTree {
  /** What paths are shown relative to. */
  readonly root: string
  /** Reads locations of type `file`. */
  readonly reader: SourceReader
  /** The files that a word means: a file, a folder or a pattern. Throws an error that says what is wrong with it. */
  find(word: string): FoundFile[]
  close(): void
}

/** The files of a folder that count, as a pattern. */
export const catalogFilePattern = '**/catalog-info.{yaml,yml}'

/** Whether a folder is left out of searches: what others wrote, and what git keeps. Other folders with a dot, such as `.backstage`, count. */
export function isSkippedFolder(name: string): boolean {
  return name === 'node_modules' || name === '.git'
}

/** A target as people know it. */
export function showTarget(target: string, { root }: Pick<CatalogTree, 'root'>): string {
  return path.isAbsolute(target) && isInside(target, root) ? path.relative(root, target) : target
}

/** A message with paths as people know them. */
export function showPaths(message: string, { root }: Pick<CatalogTree, 'root'>): string {
  return message.replaceAll(root.endsWith('/') ? root : `${root}/`, '')
}

export function nothingFound(word: string, isPattern: boolean) {
  const message = isPattern
    ? `The pattern ${word} fits no file`
    : `The folder ${word} holds no catalog-info.yaml; name its files, or give a pattern`
  return inputError(message, { code: 'catalog.no-files' })
}
