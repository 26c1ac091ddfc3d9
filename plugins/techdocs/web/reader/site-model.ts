import { contains, pagesOf, type DocsNavItem } from '@portico/techdocs/common'

/** The titles of the sections above a page. */
export function trailOf(items: readonly DocsNavItem[], path: string): string[] {
  for (const item of items) {
    if (item.path === path) return []
    if (contains(item, path)) return [item.title, ...trailOf(item.children ?? [], path)]
  }
  return []
}

/** The page before and after another. */
export function neighboursOf(
  items: readonly DocsNavItem[],
  path: string,
): { readonly previous?: DocsNavItem; readonly next?: DocsNavItem } {
  const pages = pagesOf(items).filter((page, at, all) => all.findIndex(({ path: other }) => other === page.path) === at)
  const at = pages.findIndex(page => page.path === path)
  if (at === -1) return {}
  const [previous, next] = [pages[at - 1], pages[at + 1]]
  return { ...(previous && { previous }), ...(next && { next }) }
}

/** An address of a page: each part encoded, without a trailing slash. */
export function toAddress(base: string, path: string): string {
  const encoded = path
    .split('/')
    .filter(part => part !== '')
    .map(encodeURIComponent)
    .join('/')
  return encoded === '' ? base : `${base}/${encoded}`
}
