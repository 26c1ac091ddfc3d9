import { ActionIcon, useText } from '@portico/ui'
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { useEffect, useRef } from 'react'
import { NavLink, useLocation } from 'react-router'
import { shellMessages } from '../messages.ts'
import { AccountPanel } from './Account.tsx'
import styles from './MobileBar.module.css'
import type { NavEntry } from './nav-items.ts'

const placesInBar = 4

/** The navigation on phones: the first places in a bar at the foot, everything else in a sheet above it. */
export function MobileBar({ items }: { items: readonly NavEntry[] }) {
  const text = useText()
  const sheet = useRef<HTMLDialogElement>(null)
  const { pathname } = useLocation()
  useEffect(() => {
    if (sheet.current?.open) sheet.current.close()
  }, [pathname])
  return (
    <>
      <nav className={styles.bar} aria-label={text(shellMessages.navigation)}>
        {items.slice(0, placesInBar).map(item => (
          <BarLink key={item.path} item={item} />
        ))}
        <button type="button" className={styles.place} aria-haspopup="dialog" onClick={() => sheet.current?.showModal()}>
          <IconDots size={24} aria-hidden />
          <span>{text(shellMessages.more)}</span>
        </button>
      </nav>
      <dialog ref={sheet} className={styles.sheet} aria-label={text(shellMessages.account)}>
        <Sheet items={items.slice(placesInBar)} onClose={() => sheet.current?.close()} />
      </dialog>
    </>
  )
}

function BarLink({ item: { path, label, icon } }: { item: NavEntry }) {
  const text = useText()
  return (
    <NavLink to={path} end={path === '/'} className={styles.place!}>
      <span className={styles.icon} aria-hidden>
        {icon}
      </span>
      <span>{text(label)}</span>
    </NavLink>
  )
}

function Sheet({ items, onClose }: { items: readonly NavEntry[]; onClose: () => void }) {
  const text = useText()
  return (
    <>
      <ActionIcon size="lg" className={styles.close} aria-label={text(shellMessages.close)} onClick={onClose}>
        <IconX size={20} aria-hidden />
      </ActionIcon>
      {items.length > 0 && (
        <div className={styles.places}>
          {items.map(item => (
            <BarLink key={item.path} item={item} />
          ))}
        </div>
      )}
      <AccountPanel />
    </>
  )
}
