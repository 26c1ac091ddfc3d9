import { createObservable } from '../observable.ts'
import { createShortcuts } from './shortcuts/shortcuts.ts'

/** What of the shell is open above the page, and the keys that open it. */
export function createShellState({ storage }: { storage: Storage }) {
  const isMac = typeof navigator === 'object' && /mac|iphone|ipad/i.test(navigator.userAgent)
  return {
    shortcuts: createShortcuts({ storage, isMac }),
    /** The command palette. */
    palette: createObservable(false),
    /** The list of keyboard shortcuts. */
    shortcutSheet: createObservable(false),
  }
}
