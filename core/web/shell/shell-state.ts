import { createObservable } from '../observable.ts'
import { createShortcuts } from './shortcuts/shortcuts.ts'
import { createSidebarState, type SidebarOptions } from './sidebar/sidebar-state.ts'

const smallScreen = '(max-width: 61.99em)'

/** What of the shell is open above the page, and the keys that open it. */
export function createShellState({ storage, onOtherTab }: Pick<SidebarOptions, 'storage' | 'onOtherTab'>) {
  const isMac = typeof navigator === 'object' && /mac|iphone|ipad/i.test(navigator.userAgent)
  const isSmallScreen = () => window.matchMedia(smallScreen).matches
  return {
    sidebar: createSidebarState({ storage, isSmallScreen, ...(onOtherTab && { onOtherTab }) }),
    shortcuts: createShortcuts({ storage, isMac }),
    /** The command palette. */
    palette: createObservable(false),
    /** The list of keyboard shortcuts. */
    shortcutSheet: createObservable(false),
  }
}
