import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { createPageMatcher, type PageAtPath } from './page-paths.ts'

interface PageFiles extends PageAtPath {
  /** The elements that preload the page's files. */
  readonly links: string
}

/** The name of the manifest that maps pages to their files. */
export const pageFilesName = 'page-files.json'

/** The preload links for a path, so that a browser fetches a page's code at once and not after the portal has started. */
export function readPageLinks(folder: string): (pathname: string) => string {
  const file = path.join(folder, pageFilesName)
  const pageAt = createPageMatcher(existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as PageFiles[]) : [])
  return pathname => pageAt(pathname)?.page.links ?? ''
}
