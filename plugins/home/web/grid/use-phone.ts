import { useSyncExternalStore } from 'react'

const query = '(max-width: 47.99em)'

function subscribe(listener: () => void): () => void {
  const media = window.matchMedia(query)
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}

/** Whether the window is as narrow as a phone, where widgets stand in one column. */
export function usePhone(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches)
}
