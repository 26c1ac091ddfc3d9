import { useText } from '@portico/ui'
import { useEffect, useRef, useState } from 'react'
import { Outlet, ScrollRestoration, useLocation, useNavigation, type Location } from 'react-router'
import { useNavigateEvents } from '../analytics/use-analytics.tsx'
import { shellMessages } from '../messages.ts'
import { useObservable } from '../observable.ts'
import { usePortal } from '../portal.tsx'
import { createMobileBarState } from './mobile/mobile-bar-state.ts'
import { MobileBar, useOverlayOpen } from './mobile/MobileBar.tsx'
import { useNavItems } from './nav-items.ts'
import { Notices } from './notices/Notices.tsx'
import styles from './Shell.module.css'
import { ShellOverlays } from './ShellOverlays.tsx'
import { Sidebar } from './sidebar/Sidebar.tsx'

/** The frame of every page: the skip link, the navigation, and the content. */
export function Frame() {
  const text = useText()
  const content = useRef<HTMLElement>(null)
  const items = useNavItems()
  const sidebar = usePortal().shell.sidebar
  const [bar] = useState(createMobileBarState)
  const pinned = useObservable(sidebar.pinned)
  const covered = useOverlayOpen(bar)
  const { state } = useNavigation()
  useFocusOnNavigation(content)
  useNavigateEvents()
  return (
    <div className={styles.frame} data-pinned={pinned}>
      {/* A button, not a link: with a base address in the page, '#content' would lead to another page. */}
      <button type="button" className={styles.skip} onClick={() => content.current?.focus()}>
        {text(shellMessages.skipToContent)}
      </button>
      <Sidebar items={items} sidebar={sidebar} />
      {state === 'loading' && <div className={styles.progress} role="progressbar" aria-label={text(shellMessages.loadingPage)} />}
      <main ref={content} id="content" tabIndex={-1} className={styles.main} aria-busy={state === 'loading'} inert={covered}>
        <Outlet />
      </main>
      <Notices />
      <MobileBar items={items} bar={bar} />
      <ShellOverlays items={items} sidebar={sidebar} />
      <ScrollRestoration getKey={scrollKey} />
    </div>
  )
}

/** The first page of every full load has the key 'default': only the same address is where it was. */
function scrollKey({ key, pathname, search }: Location): string {
  return key === 'default' ? `${pathname}${search}` : key
}

/** After a change of page the keyboard and the screen reader go on at the new content, or where that has put the focus itself. */
function useFocusOnNavigation(content: React.RefObject<HTMLElement | null>): void {
  const { pathname, state } = useLocation()
  const last = useRef(pathname)
  const focused = useRef<Element>(null)
  // A link that changes only a part of the page keeps the focus, such as a tab.
  const stays = typeof state === 'object' && state !== null && 'keepFocus' in state
  useEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    const active = document.activeElement
    const isOwn = active !== focused.current && content.current?.contains(active)
    if (!stays && !isOwn) content.current?.focus({ preventScroll: true })
  }, [pathname, stays, content])
  useEffect(() => {
    focused.current = document.activeElement
  })
}
