import { useText } from '@portico/ui'
import { useEffect, useRef } from 'react'
import { Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router'
import { shellMessages } from '../messages.ts'
import { useObservable } from '../observable.ts'
import { MobileBar } from './MobileBar.tsx'
import { useNavItems } from './nav-items.ts'
import styles from './Shell.module.css'
import { Sidebar } from './Sidebar.tsx'
import { useSidebar } from './sidebar-state.ts'

/** What stands around every page: the way past the navigation, the navigation, and the page's place. */
export function Frame() {
  const text = useText()
  const content = useRef<HTMLElement>(null)
  const items = useNavItems()
  const sidebar = useSidebar()
  const pinned = useObservable(sidebar.pinned)
  const { state } = useNavigation()
  useFocusOnNavigation(content)
  return (
    <div className={styles.frame} data-pinned={pinned}>
      {/* A button, not a link: with a base address in the page, '#content' would lead to another page. */}
      <button type="button" className={styles.skip} onClick={() => content.current?.focus()}>
        {text(shellMessages.skipToContent)}
      </button>
      <Sidebar items={items} state={sidebar} />
      {state === 'loading' && <div className={styles.progress} role="progressbar" aria-label={text(shellMessages.loadingPage)} />}
      <main ref={content} id="content" tabIndex={-1} className={styles.main} aria-busy={state === 'loading'}>
        <Outlet />
      </main>
      <MobileBar items={items} />
      <ScrollRestoration />
    </div>
  )
}

/** After a change of page the keyboard and the screen reader go on at the new content. */
function useFocusOnNavigation(content: React.RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation()
  const last = useRef(pathname)
  useEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    content.current?.focus({ preventScroll: true })
  }, [pathname, content])
}
