import { ActionIcon, useText } from '@portico/ui'
import IconLayoutSidebar from '@tabler/icons-react/dist/esm/icons/IconLayoutSidebar.mjs'
import { Link, NavLink } from 'react-router'
import { shellMessages } from '../messages.ts'
import { useObservable } from '../observable.ts'
import { usePortal } from '../portal.tsx'
import { Brand } from './Brand.tsx'
import type { NavEntry } from './nav-items.ts'
import type { SidebarState } from './sidebar-state.ts'
import styles from './Sidebar.module.css'
import { UserMenu } from './UserMenu.tsx'

/** The navigation on wide screens. Closed it shows icons only, and opens under the pointer. */
export function Sidebar({ items, state }: { items: readonly NavEntry[]; state: SidebarState }) {
  const text = useText()
  const { facts } = usePortal()
  const pinned = useObservable(state.pinned)
  const hovered = useObservable(state.hovered)
  const open = pinned || hovered
  const pinLabel = text(pinned ? shellMessages.unpinSidebar : shellMessages.pinSidebar)
  return (
    <div
      className={styles.sidebar}
      data-open={open}
      data-floating={hovered && !pinned}
      onPointerEnter={state.enter}
      onPointerLeave={state.leave}
    >
      <div className={styles.head}>
        <Link to="/" className={styles.logo} aria-label={facts.title}>
          <Brand open={open} />
        </Link>
        <ActionIcon className={styles.pin} aria-label={pinLabel} aria-pressed={pinned} onClick={state.togglePin}>
          <IconLayoutSidebar size={18} aria-hidden />
        </ActionIcon>
      </div>
      <nav className={styles.nav} aria-label={text(shellMessages.navigation)}>
        <SidebarGroup items={items.filter(item => item.group === 'main')} />
        <SidebarGroup items={items.filter(item => item.group === 'admin')} />
      </nav>
      <UserMenu />
    </div>
  )
}

function SidebarGroup({ items }: { items: readonly NavEntry[] }) {
  const text = useText()
  if (items.length === 0) return undefined
  return (
    <ul className={styles.group}>
      {items.map(({ path, label, icon }) => (
        <li key={path}>
          <NavLink to={path} end={path === '/'} className={styles.item!} title={text(label)}>
            <span className={styles.icon} aria-hidden>
              {icon}
            </span>
            <span className={styles.label}>{text(label)}</span>
          </NavLink>
        </li>
      ))}
    </ul>
  )
}
