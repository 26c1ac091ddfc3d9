import { useEffect, useRef, useState, type FocusEvent, type PointerEvent } from 'react'

/**
 * The element that has been hovered or focused for a delay. Nothing is rendered until then: a table has a hundred links, of which
 * perhaps one is hovered.
 */
export function useDelayedHover(delayMs: number) {
  const [target, setTarget] = useState<HTMLElement>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  function enter({ currentTarget }: PointerEvent<HTMLElement> | FocusEvent<HTMLElement>) {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setTarget(currentTarget), delayMs)
  }
  function leave() {
    clearTimeout(timer.current)
    setTarget(undefined)
  }
  return { target, handlers: { onPointerEnter: enter, onFocus: enter, onPointerLeave: leave, onBlur: leave, onPointerDown: leave } }
}
