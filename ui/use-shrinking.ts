import { useEffect, useRef, useState, type CSSProperties } from 'react'

const lineHeightPx = 48

/**
 * Whether the header of a page is shrunk to one line. Its height stays reserved below it, so that nothing moves when it
 * shrinks. It is whole again while the focus is in a part that the line does not show (spread `holding` on those).
 */
export function useShrinking() {
  const header = useRef<HTMLElement>(null)
  const [wholeHeight, setWholeHeight] = useState<number>()
  const [held, setHeld] = useState(false)
  useEffect(() => {
    let whole = 0
    let isShrunk = false
    function look() {
      const element = header.current
      if (!element?.parentElement) return
      if (!isShrunk) whole = element.getBoundingClientRect().height
      const shrink = whole > lineHeightPx && element.parentElement.getBoundingClientRect().top < lineHeightPx - whole
      if (shrink === isShrunk) return
      isShrunk = shrink
      setWholeHeight(shrink ? whole : undefined)
    }
    /** Another width may need another height: it is measured again from the whole header. */
    function measureAnew() {
      isShrunk = false
      setWholeHeight(undefined)
      requestAnimationFrame(look)
    }
    window.addEventListener('scroll', look, { passive: true })
    window.addEventListener('resize', measureAnew)
    // Not before the page is laid out anyway: reading it would force a layout.
    const first = requestAnimationFrame(look)
    return () => {
      cancelAnimationFrame(first)
      window.removeEventListener('scroll', look)
      window.removeEventListener('resize', measureAnew)
    }
  }, [])
  const scrolled = wholeHeight !== undefined
  const style: CSSProperties | undefined = scrolled
    ? { position: 'sticky', marginBottom: held ? 0 : wholeHeight - lineHeightPx }
    : undefined
  return {
    header,
    shrunk: scrolled && !held,
    style,
    holding: { onFocus: () => setHeld(true), onBlur: () => setHeld(false) },
  }
}
