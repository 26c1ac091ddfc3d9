import type { GraphDirection } from '@portico/ui'
import { useSyncExternalStore } from 'react'

/** Beside the sidebar there is no room for ranks next to each other. */
const narrow = '(max-width: 61.99em)'

/** How a graph is laid out where nobody has chosen: to the right, and downwards in a narrow window. */
export function useWindowDirection(): GraphDirection {
  return useSyncExternalStore(subscribe, () => (window.matchMedia(narrow).matches ? 'TB' : 'LR'))
}

function subscribe(listener: () => void): () => void {
  const media = window.matchMedia(narrow)
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}
