import { contains, pagesOf, type DocsNavItem, type DocsPage, type DocsSite } from '@portico/techdocs/common'

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

/** The page of the navigation where one is: the page itself, or the one that a page without a place belongs to. */
export function placeOf(nav: readonly DocsNavItem[], current: string, shown: DocsPage | undefined): string {
  if (nav.some(item => contains(item, current))) return current
  // While the next page is on its way, one is where one was.
  return shown?.within?.path ?? shown?.path ?? current
}

/** The entry of the navigation whose tab is open; undefined for a site without tabs. */
export function openTabOf({ nav, features }: Pick<DocsSite, 'nav' | 'features'>, place: string): DocsNavItem | undefined {
  return features.includes('navigation.tabs') ? nav.find(item => contains(item, place)) : undefined
}

/** What the navigation beside a page lists: all of it, or what the open tab holds. */
export function sideItemsOf(site: Pick<DocsSite, 'nav' | 'features'>, place: string): readonly DocsNavItem[] {
  const tab = openTabOf(site, place)
  return tab ? (tab.children ?? [tab]) : site.nav
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
