import { useEffect, useState, type RefObject } from 'react'

const besideTextPx = 88

/** How many letters fit in a line when lines wrap; undefined when they do not. Letters of the code font are equally wide. */
export function useWrapColumns(scroller: RefObject<HTMLElement | null>, wrap: boolean): number | undefined {
  const [columns, setColumns] = useState(120)
  useEffect(() => {
    const box = scroller.current
    if (!box || !wrap || typeof ResizeObserver === 'undefined') return
    const letter = readLetterWidth(box)
    const resizing = new ResizeObserver(() => setColumns(Math.max(10, Math.floor((box.clientWidth - besideTextPx) / letter))))
    resizing.observe(box)
    return () => resizing.disconnect()
  }, [scroller, wrap])
  return wrap ? columns : undefined
}

function readLetterWidth(box: HTMLElement): number {
  const probe = document.createElement('span')
  probe.textContent = '0'.repeat(100)
  probe.style.cssText = 'position:absolute;visibility:hidden;white-space:pre'
  box.append(probe)
  const width = probe.getBoundingClientRect().width / 100
  probe.remove()
  return width || 8
}
