import { createObservable } from '../observable.ts'
import { createPageCommands } from './palette/page-commands.ts'
import { createShortcuts } from './shortcuts/shortcuts.ts'
import { createSidebarState, type SidebarOptions } from './sidebar/sidebar-state.ts'

const smallScreen = '(max-width: 61.99em)'
const phone = '(max-width: 47.99em)'
// As in ui/tokens.css and Sidebar.module.css.
const sidebarPx = { open: 224, closed: 72 }
const guttersPx = 64

/** The overlays of the shell, and the keys that open them. */
export function createShellState(options: Pick<SidebarOptions, 'storage' | 'onOtherTab' | 'disabled'>) {
  const { storage } = options
  const isMac = typeof navigator === 'object' && /mac|iphone|ipad/i.test(navigator.userAgent)
  const isSmallScreen = () => window.matchMedia(smallScreen).matches
  const sidebar = createSidebarState({ ...options, isSmallScreen })
  return {
    sidebar,
    /** How wide the content of a page can be, estimated from the window: measuring the page itself would force a layout. */
    usableWidth() {
      if (window.matchMedia(phone).matches) return window.innerWidth
      return window.innerWidth - (sidebar.pinned.get() ? sidebarPx.open : sidebarPx.closed) - guttersPx
    },
    shortcuts: createShortcuts({ storage, isMac }),
    /** What the palette offers on the page that is open. */
    pageCommands: createPageCommands(),
    /** The command palette. */
    palette: createObservable(false),
    /** The list of keyboard shortcuts. */
    shortcutSheet: createObservable(false),
  }
}
