import type { DocsNavItem } from './site.ts'

/** The pages of a navigation in its order; links and sections are left out. */
export function pagesOf(items: readonly DocsNavItem[]): DocsNavItem[] {
  return items.flatMap(item => [...(item.path === undefined ? [] : [item]), ...pagesOf(item.children ?? [])])
}

/** Whether a page is an entry or somewhere below it. */
export function contains(item: DocsNavItem, path: string): boolean {
  return item.path === path || (item.children ?? []).some(child => contains(child, path))
}
