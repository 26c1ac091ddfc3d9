import { ActionIcon, useText } from '@portico/ui'
import IconLayoutSidebar from '@tabler/icons-react/dist/esm/icons/IconLayoutSidebar.mjs'
import { useEffect, useState, type FocusEvent, type PointerEvent } from 'react'
import { Link, useLocation } from 'react-router'
import { shellMessages } from '../../messages.ts'
import { useObservable } from '../../observable.ts'
import { usePortal } from '../../portal.tsx'
import type { NavEntry } from '../nav-items.ts'
import { PaletteButton } from '../palette/PaletteButton.tsx'
import { Brand } from './Brand.tsx'
import { sidebarStates, type SidebarState } from './sidebar-state.ts'
import styles from './Sidebar.module.css'
import { SidebarItem } from './SidebarItem.tsx'
import { SidebarSections } from './SidebarSections.tsx'
import { createSubmenuState, type SubmenuState } from './submenu-state.ts'
import { UserMenu } from './UserMenu.tsx'

/** The navigation on wide screens. Closed it shows icons only, and opens under the pointer or the focus. */
export function Sidebar({ items, sidebar }: { items: readonly NavEntry[]; sidebar: SidebarState }) {
  const text = useText()
  const { facts } = usePortal()
  const pinned = useObservable(sidebar.pinned)
  const state = useObservable(sidebar.state)
  const submenus = useSubmenus()
  const open = state !== sidebarStates.closed
  const pinLabel = text(pinned ? shellMessages.unpinSidebar : shellMessages.pinSidebar)
  return (
    <div
      className={styles.sidebar}
      data-open={open}
      data-floating={state === sidebarStates.hovering}
      onPointerEnter={event => isHovering(event) && sidebar.enter()}
      onPointerLeave={sidebar.leave}
      onFocus={event => event.target.matches(':focus-visible') && sidebar.enter()}
      onBlur={event => hasLeft(event) && sidebar.leave()}
    >
      <div className={styles.head}>
        <Link to="/" className={styles.logo} aria-label={facts.mark ? `${facts.title} ${facts.mark}` : facts.title}>
          <Brand open={open} />
        </Link>
        <ActionIcon className={styles.pin} aria-label={pinLabel} aria-pressed={pinned} onClick={sidebar.togglePin}>
          <IconLayoutSidebar size={18} aria-hidden />
        </ActionIcon>
      </div>
      <PaletteButton />
      <nav className={styles.nav} aria-label={text(shellMessages.navigation)}>
        <div className={styles.entries}>
          <div>
            <SidebarGroup items={items.filter(item => item.group === 'main')} submenus={submenus} />
            <SidebarSections />
          </div>
          <SidebarGroup items={items.filter(item => item.group === 'admin')} submenus={submenus} />
        </div>
        <SidebarGroup items={items.filter(item => item.group === 'foot')} submenus={submenus} className={styles.foot} />
      </nav>
      <UserMenu />
    </div>
  )
}

/** Touch does not hover. */
function isHovering({ pointerType }: PointerEvent): boolean {
  return pointerType !== 'touch'
}

function hasLeft({ currentTarget, relatedTarget }: FocusEvent): boolean {
  return !(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))
}

function useSubmenus(): SubmenuState {
  const [submenus] = useState(createSubmenuState)
  const { pathname } = useLocation()
  useEffect(() => submenus.close(), [submenus, pathname])
  return submenus
}

function SidebarGroup({
  items,
  submenus,
  className = '',
}: {
  items: readonly NavEntry[]
  submenus: SubmenuState
  className?: string | undefined
}) {
  if (items.length === 0) return undefined
  return (
    <ul className={`${styles.group} ${className}`}>
      {items.map(item => (
        <SidebarItem key={item.path} item={item} submenus={submenus} />
      ))}
    </ul>
  )
}
