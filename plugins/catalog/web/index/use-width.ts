import { useLayoutEffect, useState, type RefObject } from 'react'

/** Widths are told in steps, so that not every pixel draws everything anew. */
const stepPx = 20

/** How wide something is on the screen; 0 while it is not known. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const box = element.current
    if (!box || typeof ResizeObserver === 'undefined') return
    const look = () => setWidth(Math.floor(box.clientWidth / stepPx) * stepPx)
    look()
    const watching = new ResizeObserver(look)
    watching.observe(box)
    return () => watching.disconnect()
  }, [element])
  return width
}
