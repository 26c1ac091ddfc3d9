import { useEffect, useRef, useState } from 'react'

/** How long the slider rests before the page follows: what it passes over is not asked for. */
const settleMs = 150

/** A value that moves at once under the pointer, and is told when it rests. */
export function useDrag(value: number, onSettle: (value: number) => void) {
  const [dragged, setDragged] = useState<number>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [seen, setSeen] = useState(value)
  if (value !== seen) {
    setSeen(value)
    setDragged(undefined)
  }
  useEffect(() => () => clearTimeout(timer.current), [])

  function move(to: number, { isFinal = false }: { readonly isFinal?: boolean } = {}) {
    clearTimeout(timer.current)
    if (isFinal) return onSettle(to)
    setDragged(to)
    timer.current = setTimeout(() => (to === value ? setDragged(undefined) : onSettle(to)), settleMs)
  }
  return { shown: dragged ?? value, move, isMoving: dragged !== undefined }
}
