import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { loadOverlays } from '../overlays.tsx'
import { UiProvider } from '../UiProvider.tsx'

// Overlays are loaded at once, as after the first time in a browser.
await loadOverlays()

/** For tests: draws a part of the kit as it stands in the portal. */
export function renderKit(node: ReactNode, onCopyError?: (error: Error) => void) {
  window.matchMedia = media =>
    Object.assign(new EventTarget(), { matches: false, media, onchange: null, addListener() {}, removeListener() {} })
  const wrap = (inner: ReactNode) => (
    <UiProvider scheme="light" env="test" onCopyError={onCopyError}>
      {inner}
    </UiProvider>
  )
  const result = render(wrap(node))
  return { ...result, update: (next: ReactNode) => result.rerender(wrap(next)) }
}
