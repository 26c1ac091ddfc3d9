import { ActionIcon, useText, type Text } from '@portico/ui'
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { useEffect, useId, useRef, type ReactNode } from 'react'
import { NavLink, useLocation } from 'react-router'
import { shellMessages } from '../../messages.ts'
import { useObservable } from '../../observable.ts'
import type { Submenu } from '../../plugin.ts'
import { usePortal } from '../../portal.tsx'
import { usePreloading } from '../../routes/use-preload.ts'
import { AccountPanel } from '../Account.tsx'
import { byMobilePriority, type NavEntry } from '../nav-items.ts'
import { NavBadge } from '../NavBadge.tsx'
import { PaletteButton } from '../palette/PaletteButton.tsx'
import { SubmenuItems } from '../sidebar/SidebarItem.tsx'
import { PhoneSections } from '../sidebar/SidebarSections.tsx'
import { useEscape } from '../use-escape.ts'
import { nothingSelected, type MobileBarState } from './mobile-bar-state.ts'
import styles from './MobileBar.module.css'

const maxBarItems = 4

/** An item of the bar: a link, or a button for a panel above the bar. */
interface BarItem {
  readonly key: string
  readonly label: Text
  readonly icon: ReactNode
  readonly entry?: NavEntry
  readonly panel?: ReactNode
}

/** The navigation on phones: the first items in a bar at the foot, everything else in a panel above it. */
export function MobileBar({ items, bar }: { items: readonly NavEntry[]; bar: MobileBarState }) {
  const text = useText()
  const { mark } = usePortal().facts
  const selected = useObservable(bar.selected)
  const { pathname } = useLocation()
  useEffect(() => bar.reset(), [bar, pathname])
  const id = useId()
  const sorted = byMobilePriority(items)
  const barItems: BarItem[] = [
    ...sorted.slice(0, maxBarItems).map(toBarItem),
    {
      key: 'more',
      label: shellMessages.more,
      icon: <IconDots size={24} />,
      panel: <MorePanel items={sorted.slice(maxBarItems)} onSearch={bar.reset} />,
    },
  ]
  const shown = barItems[selected]
  return (
    <>
      {shown?.panel && (
        <Overlay id={id} label={text(shown.label)} onClose={bar.reset}>
          {shown.panel}
        </Overlay>
      )}
      <nav className={styles.bar} aria-label={text(shellMessages.navigation)}>
        {mark && <small className={styles.mark}>{mark}</small>}
        {barItems.map((item, index) =>
          item.panel ? (
            <button
              key={item.key}
              type="button"
              className={styles.item}
              aria-expanded={index === selected}
              aria-controls={id}
              onClick={() => bar.select(index)}
            >
              <BarItemContent item={item} />
            </button>
          ) : (
            <BarLink key={item.key} item={item} />
          ),
        )}
      </nav>
    </>
  )
}

function toBarItem(entry: NavEntry): BarItem {
  const { path, label, icon, submenu } = entry
  return { key: path, label, icon, entry, ...(submenu && { panel: <SubmenuSheet entry={entry} submenu={submenu} /> }) }
}

function BarItemContent({ item: { label, icon, entry } }: { item: BarItem }) {
  const text = useText()
  return (
    <>
      <span className={styles.icon} aria-hidden>
        {icon}
      </span>
      <span className={styles.label}>{text(label)}</span>
      {entry?.useBadge && <NavBadge useBadge={entry.useBadge} />}
    </>
  )
}

function BarLink({ item }: { item: BarItem }) {
  const { path = '/' } = item.entry ?? {}
  const preloading = usePreloading(path)
  return (
    <NavLink to={path} end={path === '/'} className={styles.item!} {...preloading}>
      <BarItemContent item={item} />
    </NavLink>
  )
}

/** The panel of an item above the bar. The bar stays within reach, so that pressing it again closes. */
function Overlay({ id, label, onClose, children }: { id: string; label: string; onClose: () => void; children: ReactNode }) {
  const text = useText()
  const panel = useRef<HTMLDivElement>(null)
  useEscape(true, onClose)
  useEffect(() => {
    const before = document.activeElement
    panel.current?.focus()
    return () => {
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  return (
    <>
      {/* For the finger; Escape and the button inside do the same. */}
      <button type="button" tabIndex={-1} aria-hidden className={styles.backdrop} onClick={onClose} />
      <div ref={panel} id={id} role="dialog" tabIndex={-1} aria-label={label} className={styles.sheet}>
        <div className={styles.sheetHead}>
          <h2 className={styles.sheetTitle}>{label}</h2>
          <ActionIcon size={34} aria-label={text(shellMessages.close)} onClick={onClose}>
            <IconX size={20} aria-hidden />
          </ActionIcon>
        </div>
        {children}
      </div>
    </>
  )
}

function SubmenuSheet({ entry: { path }, submenu }: { entry: NavEntry; submenu: Submenu }) {
  const text = useText()
  return (
    <>
      <NavLink to={path} end className={styles.overview!}>
        {text(shellMessages.overview)}
      </NavLink>
      <SubmenuItems submenu={submenu} />
    </>
  )
}

function MorePanel({ items, onSearch }: { items: readonly NavEntry[]; onSearch: () => void }) {
  return (
    <>
      <PaletteButton onOpen={onSearch} />
      {items.length > 0 && (
        <div className={styles.items}>
          {items.map(entry => (
            <BarLink key={entry.path} item={{ key: entry.path, label: entry.label, icon: entry.icon, entry }} />
          ))}
        </div>
      )}
      <PhoneSections />
      <AccountPanel />
    </>
  )
}

/** Whether the panel above the bar is open: then the page behind it is out of reach. */
export function useOverlayOpen(bar: MobileBarState): boolean {
  return useObservable(bar.selected) !== nothingSelected
}
