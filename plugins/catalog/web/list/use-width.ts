import { useEffect, useState, type RefObject } from 'react'

/** Widths are rounded to steps, so that not every pixel re-renders everything. */
const stepPx = 20

/**
 * The width of an element: estimated until it was laid out, because measuring before would lay the page out twice. 0 where nothing is
 * laid out.
 */
export function useWidth(element: RefObject<HTMLElement | null>, reckoned: number): number {
  const [width, setWidth] = useState(() => (typeof ResizeObserver === 'undefined' ? 0 : toSteps(reckoned)))
  useEffect(() => {
    if (!element.current || typeof ResizeObserver === 'undefined') return
    const watching = new ResizeObserver(([entry]) => entry && setWidth(toSteps(entry.contentRect.width)))
    watching.observe(element.current)
    return () => watching.disconnect()
  }, [element])
  return width
}

function toSteps(width: number): number {
  return Math.max(0, Math.floor(width / stepPx) * stepPx)
}
