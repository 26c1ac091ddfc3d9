import { useEffect, useEffectEvent } from 'react'

/** Listens for Escape while something is open, wherever the focus is. */
export function useEscape(open: boolean, onEscape: () => void): void {
  const current = useEffectEvent(onEscape)
  useEffect(() => {
    if (!open) return
    const listen = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) current()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [open])
}
