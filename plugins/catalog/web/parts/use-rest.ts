import { useEffect, useRef, useState, type FocusEvent, type PointerEvent } from 'react'

/**
 * Where the pointer or the focus has rested for a while. Nothing is drawn until then: a table has a hundred links, of which
 * perhaps one is looked at more closely.
 */
export function useRest(delayMs: number) {
  const [place, setPlace] = useState<HTMLElement>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  function enter({ currentTarget }: PointerEvent<HTMLElement> | FocusEvent<HTMLElement>) {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setPlace(currentTarget), delayMs)
  }
  function leave() {
    clearTimeout(timer.current)
    setPlace(undefined)
  }
  return { place, handlers: { onPointerEnter: enter, onFocus: enter, onPointerLeave: leave, onBlur: leave, onPointerDown: leave } }
}
