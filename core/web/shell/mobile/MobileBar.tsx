import { ActionIcon, useText, type Text } from '@portico/ui'
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { useEffect, useId, useRef, type ReactNode } from 'react'
import { NavLink, useLocation } from 'react-router'
import { shellMessages } from '../../messages.ts'
import { useObservable } from '../../observable.ts'
import type { Submenu } from '../../plugin.ts'
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

const placesInBar = 4

/** A place in the bar: it leads somewhere, or opens a panel above the bar. */
interface BarPlace {
  readonly key: string
  readonly label: Text
  readonly icon: ReactNode
  readonly entry?: NavEntry
  readonly panel?: ReactNode
}

/** The navigation on phones: the first places in a bar at the foot, everything else in a panel above it. */
export function MobileBar({ items, bar }: { items: readonly NavEntry[]; bar: MobileBarState }) {
  const text = useText()
  const selected = useObservable(bar.selected)
  const { pathname } = useLocation()
  useEffect(() => bar.reset(), [bar, pathname])
  const id = useId()
  const sorted = byMobilePriority(items)
  const places: BarPlace[] = [
    ...sorted.slice(0, placesInBar).map(toPlace),
    {
      key: 'more',
      label: shellMessages.more,
      icon: <IconDots size={24} />,
      panel: <MorePanel items={sorted.slice(placesInBar)} onSearch={bar.reset} />,
    },
  ]
  const shown = places[selected]
  return (
    <>
      {shown?.panel && (
        <Overlay id={id} label={text(shown.label)} onClose={bar.reset}>
          {shown.panel}
        </Overlay>
      )}
      <nav className={styles.bar} aria-label={text(shellMessages.navigation)}>
        {places.map((place, index) =>
          place.panel ? (
            <button
              key={place.key}
              type="button"
              className={styles.place}
              aria-expanded={index === selected}
              aria-controls={id}
              onClick={() => bar.select(index)}
            >
              <PlaceLook place={place} />
            </button>
          ) : (
            <BarLink key={place.key} place={place} />
          ),
        )}
      </nav>
    </>
  )
}

function toPlace(entry: NavEntry): BarPlace {
  const { path, label, icon, submenu } = entry
  return { key: path, label, icon, entry, ...(submenu && { panel: <SubmenuSheet entry={entry} submenu={submenu} /> }) }
}

function PlaceLook({ place: { label, icon, entry } }: { place: BarPlace }) {
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

function BarLink({ place }: { place: BarPlace }) {
  const { path = '/' } = place.entry ?? {}
  const preloading = usePreloading(path)
  return (
    <NavLink to={path} end={path === '/'} className={styles.place!} {...preloading}>
      <PlaceLook place={place} />
    </NavLink>
  )
}

/** What a place of the bar shows above it. The bar stays within reach, so that pressing it again closes. */
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
        <div className={styles.places}>
          {items.map(entry => (
            <BarLink key={entry.path} place={{ key: entry.path, label: entry.label, icon: entry.icon, entry }} />
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
