import { useSyncExternalStore } from 'react'

function mediaHook(query: string): () => boolean {
  function subscribe(listener: () => void): () => void {
    const media = window.matchMedia(query)
    media.addEventListener('change', listener)
    return () => media.removeEventListener('change', listener)
  }
  return () => useSyncExternalStore(subscribe, () => window.matchMedia(query).matches)
}

/** Whether the window is as narrow as a phone, where widgets stand in one column. */
export const usePhone = mediaHook('(max-width: 47.99em)')

/** Whether the window is too narrow for two lines of text beside each other. */
export const useTablet = mediaHook('(max-width: 75em)')
