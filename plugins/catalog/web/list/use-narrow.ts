import { useSyncExternalStore } from 'react'

/** Below the breakpoint md there is no room for a column beside the list. */
const narrow = '(max-width: 61.99em)'

export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(narrow).matches)
}

function subscribe(listener: () => void): () => void {
  const media = window.matchMedia(narrow)
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}
