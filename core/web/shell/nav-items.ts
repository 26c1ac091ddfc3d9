import { createElement, type ReactNode } from 'react'
import { Catch } from '../Catch.tsx'
import { useAllowed } from '../permissions/use-permission.ts'
import { useApi } from '../apis/use-api.ts'
import { iconsApiRef } from '../icons/icons.ts'
import { unknownIcon } from '../icons/own-icons.ts'
import type { NavItem } from '../plugin.ts'
import { usePortal } from '../portal.tsx'
import { fillPath } from '../routes/route-path.ts'

export interface NavEntry extends NavItem {
  readonly path: string
  readonly group: NonNullable<NavItem['group']>
}

const groups = ['main', 'admin', 'foot'] as const

/** The entries of the navigation that the user may see, in their order. */
export function useNavItems(): readonly NavEntry[] {
  const icons = useApi(iconsApiRef)
  const iconOf = ({ icon }: NavItem) => (typeof icon === 'string' ? createElement(icons.get(icon) ?? unknownIcon) : kept(icon))
  const pages = usePortal().plugins.flatMap(plugin => plugin.pages ?? [])
  const allowed = useAllowed(pages.flatMap(({ nav }) => nav?.permission ?? []))
  return pages
    .flatMap(({ path, nav }) =>
      nav && (!nav.permission || allowed.has(nav.permission.name))
        ? [{ ...nav, icon: iconOf(nav), path: fillPath(path, {}), group: nav.group ?? 'main', order: nav.order ?? 100 } as const]
        : [],
    )
    .sort((a, b) => groups.indexOf(a.group) - groups.indexOf(b.group) || a.order - b.order)
}

/** An icon that cannot be drawn is another: the navigation stays. */
function kept(icon: ReactNode): ReactNode {
  const props = { fallback: () => createElement(unknownIcon), children: icon }
  return createElement(Catch, props)
}

/** For the bar on phones: the highest integers first, entries without one after them, in the order of the sidebar. */
export function byMobilePriority<T extends Pick<NavItem, 'mobilePriority'>>(items: readonly T[]): T[] {
  const priority = ({ mobilePriority }: T) => (Number.isInteger(mobilePriority) ? mobilePriority! : -1)
  return items.toSorted((a, b) => priority(b) - priority(a))
}
