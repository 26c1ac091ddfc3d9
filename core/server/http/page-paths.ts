/** A page at a path as plugins declare it: `/catalog/:kind/:name`, `/settings/*`. */
export interface PageAtPath {
  readonly path: string
}

/** The parameters of a path by name, as they are written in the address; what `*` stands for is under `*`. */
export type PathParams = Readonly<Record<string, string>>

/** Finds the page that a path leads to, as the browser's router does: letter case does not count, and the more specific page wins. */
export function createPageMatcher<Page extends PageAtPath>(
  pages: readonly Page[],
): (pathname: string) => { readonly page: Page; readonly params: PathParams } | undefined {
  const sorted = pages.map(page => ({ page, segments: toSegments(page.path) })).toSorted((a, b) => rank(b.segments) - rank(a.segments))
  return pathname => {
    const asked = toSegments(pathname)
    const found = sorted.find(({ segments }) => matches(segments, asked))
    return found && { page: found.page, params: paramsOf(found.segments, asked) }
  }
}

function toSegments(pathname: string): string[] {
  return pathname.split('/').filter(segment => segment !== '')
}

function matches(page: readonly string[], asked: readonly string[]): boolean {
  const isOpen = page.at(-1) === '*'
  const fixed = isOpen ? page.slice(0, -1) : page
  const fits = isOpen ? asked.length >= fixed.length : asked.length === fixed.length
  return fits && fixed.every((segment, index) => segment.startsWith(':') || segment.toLowerCase() === asked[index]?.toLowerCase())
}

function paramsOf(page: readonly string[], asked: readonly string[]): PathParams {
  const values = page.flatMap((segment, index): [string, string][] => {
    if (segment === '*') return [['*', asked.slice(index).join('/')]]
    return segment.startsWith(':') ? [[segment.slice(1), asked[index] ?? '']] : []
  })
  return Object.fromEntries(values)
}

/** Of two pages that match, the more specific path wins. */
function rank(segments: readonly string[]): number {
  const fixed = segments.filter(segment => segment !== '*')
  return fixed.length * 100 + fixed.filter(segment => !segment.startsWith(':')).length
}
