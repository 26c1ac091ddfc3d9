import type { NavItem } from '../plugin.ts'
import { usePortal } from '../portal.tsx'

export interface NavEntry extends NavItem {
  readonly path: string
  readonly group: 'main' | 'admin'
}

/** The entries of the navigation, in their order. */
export function useNavItems(): readonly NavEntry[] {
  return usePortal()
    .plugins.flatMap(plugin => plugin.pages ?? [])
    .flatMap(({ path, nav }) => (nav ? [{ ...nav, path, group: nav.group ?? 'main', order: nav.order ?? 100 } as const] : []))
    .sort((a, b) => a.order - b.order)
}
