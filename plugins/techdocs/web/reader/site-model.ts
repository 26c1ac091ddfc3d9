import { parseEntityRef } from '@portico/catalog/common'
import type { DocsNavItem } from '@portico/techdocs/common'

/** The pages of a navigation in its order; links and sections are left out. */
export function pagesOf(items: readonly DocsNavItem[]): DocsNavItem[] {
  return items.flatMap(item => [...(item.path === undefined ? [] : [item]), ...pagesOf(item.children ?? [])])
}

/** Whether a page is an entry or somewhere below it. */
export function contains(item: DocsNavItem, path: string): boolean {
  return item.path === path || (item.children ?? []).some(child => contains(child, path))
}

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

/** The path of a page as the server knows it, from what stands in the address. */
export function toPagePath(written: string): string {
  const path = written.replace(/^\/+/, '').replace(/(?:^|(?<=\/))index\.html$/, '')
  return path === '' || path.endsWith('/') || path.endsWith('.html') ? path : `${path}/`
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

/** How routes name the entity of a site. */
export interface DocsParams {
  readonly kind: string
  readonly namespace: string
  readonly name: string
}

export function toDocsParams(entityRef: string): DocsParams {
  const { kind, namespace, name } = parseEntityRef(entityRef)
  return { kind: kind.toLowerCase(), namespace: namespace.toLowerCase(), name: name.toLowerCase() }
}
