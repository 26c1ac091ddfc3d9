import { useLayoutEffect, useState } from 'react'

/**
 * Gives the focus back to where it was before something opened above the page, when that closes or is gone. The library does so only for what
 * stays mounted while it is closed, and not for what a menu opened, whose entry is gone by then: the menu's button takes it.
 */
export function useFocusBack(open: boolean): void {
  const [seen, setSeen] = useState<{ readonly open: boolean; readonly before: Element | null }>({ open: false, before: null })
  // While rendering, because the focused element may be removed when it appears.
  if (seen.open !== open) setSeen({ open, before: open ? toStay(document.activeElement) : seen.before })
  const { before } = seen
  useLayoutEffect(() => {
    if (!open) return
    return () => {
      const last = document.activeElement
      // Once it is removed or closing: an element that took the focus meanwhile keeps it.
      setTimeout(() => {
        const { activeElement: now } = document
        const isFree = now === null || now === document.body || now === last
        if (isFree && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
      })
    }
  }, [open, before])
}

/** The element that will still exist: for an entry in a menu, the button that opened it. */
function toStay(focused: Element | null): Element | null {
  const opener = focused?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  return opener ? document.getElementById(opener) : focused
}
