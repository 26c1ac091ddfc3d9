import { useEffect, useImperativeHandle, useState, type Ref, type RefObject } from 'react'
import type * as floating from './floating-parts.ts'

type FloatingParts = typeof floating

let parts: FloatingParts | undefined

/** Asks for the code of what floats above the page. */
export async function loadOverlays(): Promise<FloatingParts> {
  parts ??= await import('./floating-parts.ts')
  return parts
}

/** The parts that float, once somebody wants them and they are there. */
export function useFloatingParts(wanted: boolean): FloatingParts | undefined {
  const [loaded, setLoaded] = useState(parts)
  useEffect(() => {
    if (!wanted || loaded) return
    void loadOverlays().then(setLoaded, (error: unknown) => {
      // Whoever shows errors around it shows this one.
      setLoaded(() => {
        throw error
      })
    })
  }, [wanted, loaded])
  return loaded
}

/**
 * The same for what opens and closes: it is made when it is first opened, because most never are, and made closed, so that it knows where the
 * focus was.
 */
export function useOpening(open: boolean): { readonly parts: FloatingParts | undefined; readonly opened: boolean } {
  const loaded = useFloatingParts(open)
  const [made, setMade] = useState(false)
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- it opens once it was there closed
    if (open && loaded) setMade(true)
  }, [open, loaded])
  return { parts: open || made ? loaded : undefined, opened: open && made }
}

/** Asks for the code of what floats when the pointer or the focus comes near what opens it. */
export const nearing = { onPointerEnter: () => void loadOverlays().catch(ignore), onFocus: () => void loadOverlays().catch(ignore) }

function ignore(): void {}

/** Stands for an element that is elsewhere, for those who want a child to stand beside. */
export function Stand({ for: element, ref }: { for: RefObject<HTMLElement | null>; ref?: Ref<HTMLElement> }) {
  useImperativeHandle(ref, () => element.current!, [element])
  return undefined
}
