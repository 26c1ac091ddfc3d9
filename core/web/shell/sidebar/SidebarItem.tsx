import { useText } from '@portico/ui'
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs'
import { useId, useRef } from 'react'
import { NavLink } from 'react-router'
import { Catch } from '../../Catch.tsx'
import { shellMessages } from '../../messages.ts'
import { useObservable } from '../../observable.ts'
import type { Submenu } from '../../plugin.ts'
import { usePreloading } from '../../routes/use-preload.ts'
import type { NavEntry } from '../nav-items.ts'
import { NavBadge } from '../NavBadge.tsx'
import { useEscape } from '../use-escape.ts'
import styles from './Sidebar.module.css'
import submenuStyles from './Submenu.module.css'
import type { SubmenuState } from './submenu-state.ts'

/** One entry of the sidebar. */
export function SidebarItem({ item, submenus }: { item: NavEntry; submenus: SubmenuState }) {
  const { path, submenu } = item
  if (!submenu) {
    return (
      <li className={styles.entry}>
        <ItemLink item={item} />
      </li>
    )
  }
  return (
    <li
      className={styles.entry}
      onPointerEnter={({ pointerType }) => pointerType !== 'touch' && submenus.enter(path)}
      onPointerLeave={({ pointerType }) => pointerType !== 'touch' && submenus.leave()}
    >
      <ItemLink item={item} />
      <SubmenuPanel item={item} submenu={submenu} submenus={submenus} />
    </li>
  )
}

function ItemLink({ item: { path, label, icon, useBadge } }: { item: NavEntry }) {
  const text = useText()
  const preloading = usePreloading(path)
  return (
    <NavLink to={path} end={path === '/'} className={styles.item!} title={text(label)} {...preloading}>
      <span className={styles.icon} aria-hidden>
        {icon}
      </span>
      <span className={styles.label}>{text(label)}</span>
      {useBadge && <NavBadge useBadge={useBadge} />}
    </NavLink>
  )
}

function SubmenuPanel({ item, submenu, submenus }: { item: NavEntry; submenu: Submenu; submenus: SubmenuState }) {
  const text = useText()
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const open = useObservable(submenus.open) === item.path
  useEscape(open, () => {
    submenus.close()
    button.current?.focus()
  })
  return (
    <>
      <button
        ref={button}
        type="button"
        className={submenuStyles.toggle}
        aria-label={text(shellMessages.showSubmenu, { name: text(item.label) })}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => submenus.toggle(item.path)}
      >
        <IconChevronRight size={16} aria-hidden />
      </button>
      <div id={id} className={submenuStyles.panel} data-open={open} inert={!open}>
        <div className={submenuStyles.inside}>
          <h2 className={submenuStyles.title}>{text(submenu.title)}</h2>
          {open && <SubmenuItems submenu={submenu} />}
        </div>
      </div>
    </>
  )
}

/** The links of a submenu, also used by the phone's bar; none where its plugin cannot say them. */
export function SubmenuItems({ submenu }: { submenu: Submenu }) {
  return (
    <Catch fallback={() => undefined}>
      <SubmenuLinks submenu={submenu} />
    </Catch>
  )
}

function SubmenuLinks({ submenu }: { submenu: Submenu }) {
  const text = useText()
  const items = submenu.useItems()
  return (
    <ul className={submenuStyles.items}>
      {items.map(({ to, label, icon }) => (
        <li key={to}>
          <NavLink to={to} end className={submenuStyles.item!}>
            {icon && <span aria-hidden>{icon}</span>}
            <span className={submenuStyles.label}>{text(label)}</span>
          </NavLink>
        </li>
      ))}
    </ul>
  )
}
