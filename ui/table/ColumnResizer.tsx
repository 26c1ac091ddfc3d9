import { useRef, type KeyboardEvent, type PointerEvent } from 'react'
import { uiMessages } from '../messages.ts'
import { useText } from '../text.tsx'
import styles from './TableHead.module.css'
import { minColumnPx } from './table-state.ts'

const keyStepPx = 16

export interface ColumnResizerProps {
  readonly title: string
  /** Called before the first change, when all widths become fixed. */
  readonly onStart: () => void
  readonly onResize: (width: number, done: boolean) => void
}

/** The right edge of a title: dragged, or moved by the arrow keys. */
export function ColumnResizer({ title, onStart, onResize }: ColumnResizerProps) {
  const text = useText()
  const drag = useRef<{ x: number; width: number }>(undefined)
  function widthOf(edge: Element): number {
    return edge.closest('th')?.getBoundingClientRect().width ?? minColumnPx
  }
  function onPointerDown(event: PointerEvent) {
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = { x: event.clientX, width: widthOf(event.currentTarget) }
    onStart()
  }
  function move(event: PointerEvent, done: boolean) {
    if (!drag.current) return
    onResize(Math.max(minColumnPx, Math.round(drag.current.width + event.clientX - drag.current.x)), done)
    if (done) drag.current = undefined
  }
  function onKeyDown(event: KeyboardEvent) {
    const step = event.key === 'ArrowRight' ? keyStepPx : event.key === 'ArrowLeft' ? -keyStepPx : 0
    if (step === 0) return
    event.preventDefault()
    const width = widthOf(event.currentTarget)
    onStart()
    onResize(Math.max(minColumnPx, Math.round(width + step)), true)
  }
  return (
    <button
      type="button"
      aria-label={text(uiMessages.resizeColumn, { column: title })}
      className={styles.resizer}
      onPointerDown={onPointerDown}
      onPointerMove={event => move(event, false)}
      onPointerUp={event => move(event, true)}
      onKeyDown={onKeyDown}
    />
  )
}
