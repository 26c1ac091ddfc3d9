import { useEffect, useImperativeHandle, useState, type Ref, type RefObject } from 'react'
import type * as overlayParts from './overlay-parts.ts'

type OverlayParts = typeof overlayParts

let parts: OverlayParts | undefined

/** Loads the code of overlays. */
export async function loadOverlays(): Promise<OverlayParts> {
  parts ??= await import('./overlay-parts.ts')
  return parts
}

/** The parts of overlays, once they are wanted and loaded. */
export function useOverlayParts(wanted: boolean): OverlayParts | undefined {
  const [loaded, setLoaded] = useState(parts)
  useEffect(() => {
    if (!wanted || loaded) return
    void loadOverlays().then(setLoaded, (error: unknown) => {
      // Thrown while rendering, so that the error boundary around it shows it.
      setLoaded(() => {
        throw error
      })
    })
  }, [wanted, loaded])
  return loaded
}

/**
 * The same for overlays that open and close: mounted when first opened, because most never are, and mounted closed, so that the overlay knows where the
 * focus was.
 */
export function useOpening(open: boolean): { readonly parts: OverlayParts | undefined; readonly opened: boolean } {
  const loaded = useOverlayParts(open)
  const [made, setMade] = useState(false)
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- it opens after it was mounted closed
    if (open && loaded) setMade(true)
  }, [open, loaded])
  return { parts: open || made ? loaded : undefined, opened: open && made }
}

/** Preloads the code of overlays when the button that opens one is hovered or focused. */
export const preloadProps = { onPointerEnter: () => void loadOverlays().catch(ignore), onFocus: () => void loadOverlays().catch(ignore) }

function ignore(): void {}

/** Passes the ref of an element that is elsewhere to components that want a child as their anchor. */
export function AnchorRef({ for: element, ref }: { for: RefObject<HTMLElement | null>; ref?: Ref<HTMLElement> }) {
  useImperativeHandle(ref, () => element.current!, [element])
  return undefined
}
