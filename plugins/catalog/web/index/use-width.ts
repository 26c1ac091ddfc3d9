import { useLayoutEffect, useState, type RefObject } from 'react'

/** Widths are told in steps, so that not every pixel draws everything anew. */
const stepPx = 20

/** How wide something is on the screen: undefined until it is there, 0 where nothing is laid out. */
export function useWidth(element: RefObject<HTMLElement | null>): number | undefined {
  const [width, setWidth] = useState<number>()
  useLayoutEffect(() => {
    const box = element.current
    const look = () => setWidth(Math.floor((box?.clientWidth ?? 0) / stepPx) * stepPx)
    look()
    if (!box || typeof ResizeObserver === 'undefined') return
    const watching = new ResizeObserver(look)
    watching.observe(box)
    return () => watching.disconnect()
  }, [element])
  return width
}
