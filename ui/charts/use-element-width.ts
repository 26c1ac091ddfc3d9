import { useCallback, useState } from 'react'

/** The width of an element, for drawings whose letters must not be stretched: `const [width, ref] = useElementWidth(480)`. */
export function useElementWidth(initial: number): readonly [number, (element: HTMLElement | null) => (() => void) | undefined] {
  const [width, setWidth] = useState(initial)
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element || typeof ResizeObserver === 'undefined') return undefined
    const observer = new ResizeObserver(([entry]) => {
      if (entry && entry.contentRect.width > 0) setWidth(entry.contentRect.width)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [width, ref]
}
