import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

interface PageNote {
  /** As the plugin declares it: `/catalog/:kind/:name`, `/settings/*`. */
  readonly path: string
  /** The elements that preload the page's files. */
  readonly links: string
}

/** The name of the manifest that maps pages to their files. */
export const pageFilesName = 'page-files.json'

/** The preload links for a path, so that a browser fetches a page's code at once and not after the portal has started. */
export function readPageLinks(folder: string): (pathname: string) => string {
  const file = path.join(folder, pageFilesName)
  const notes = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as PageNote[]) : []
  const pages = notes
    .map(({ path: page, links }) => ({ segments: toSegments(page), links }))
    .toSorted((a, b) => rank(b.segments) - rank(a.segments))
  return pathname => {
    const asked = toSegments(pathname.toLowerCase())
    return pages.find(({ segments }) => matches(segments, asked))?.links ?? ''
  }
}

function toSegments(pathname: string): string[] {
  return pathname.split('/').filter(segment => segment !== '')
}

function matches(page: readonly string[], asked: readonly string[]): boolean {
  const isOpen = page.at(-1) === '*'
  const fixed = isOpen ? page.slice(0, -1) : page
  const fits = isOpen ? asked.length >= fixed.length : asked.length === fixed.length
  return fits && fixed.every((segment, index) => segment.startsWith(':') || segment.toLowerCase() === asked[index])
}

/** Of two pages that match, the more specific path wins. */
function rank(segments: readonly string[]): number {
  const fixed = segments.filter(segment => segment !== '*')
  return fixed.length * 100 + fixed.filter(segment => !segment.startsWith(':')).length
}
