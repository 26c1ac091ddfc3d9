import { homeColumns } from '@portico/home/common'
import { useEffect, useRef, useState, type PointerEvent, type RefObject } from 'react'
import type { PlacedWidget } from '../layout/layout.ts'
import type { Draft } from './use-draft.ts'

const gap = 16
const rowHeight = 44 + gap
/** So near to the edge of the window the page scrolls. */
const edge = 48

interface Drag {
  readonly id: string
  readonly mode: 'move' | 'resize'
  readonly from: readonly PlacedWidget[]
  readonly start: PlacedWidget
  readonly pageX: number
  readonly pageY: number
}

/** Moves and resizes widgets by the pointer. Others make room while it moves; Escape puts everything back. */
export function useGridDrag({ grid, draft }: { grid: RefObject<HTMLDivElement | null>; draft: Draft }) {
  const drag = useRef<Drag>(undefined)
  const [dragged, setDragged] = useState<string>()
  const { show } = draft

  function end(): void {
    drag.current = undefined
    setDragged(undefined)
  }

  useEffect(() => {
    if (dragged === undefined) return
    const listen = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !drag.current) return
      event.preventDefault()
      show(drag.current.from)
      end()
    }
    document.addEventListener('keydown', listen, true)
    return () => document.removeEventListener('keydown', listen, true)
  })

  function follow({ pageX, pageY, clientY }: PointerEvent): void {
    const width = grid.current?.clientWidth ?? 0
    if (!drag.current || width === 0) return
    const { id, mode, from, start } = drag.current
    const columns = Math.round((pageX - drag.current.pageX) / ((width + gap) / homeColumns))
    const rows = Math.round((pageY - drag.current.pageY) / rowHeight)
    if (mode === 'move') draft.moveTo(from, id, { x: start.x + columns, y: start.y + rows })
    else draft.resizeTo(from, id, { w: start.w + columns, h: start.h + rows })
    if (clientY > window.innerHeight - edge) window.scrollBy(0, 16)
    if (clientY < edge) window.scrollBy(0, -16)
  }

  return {
    dragged,
    /** The properties of a handle. The pointer belongs to it until it is let go, wherever it is. */
    handle: (start: PlacedWidget, mode: Drag['mode']) => ({
      onPointerDown(event: PointerEvent<HTMLElement>) {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        drag.current = { id: start.id, mode, from: draft.widgets, start, pageX: event.pageX, pageY: event.pageY }
        setDragged(start.id)
      },
      onPointerMove: follow,
      onPointerUp: end,
      onPointerCancel() {
        if (drag.current) show(drag.current.from)
        end()
      },
    }),
  }
}

export type GridDrag = ReturnType<typeof useGridDrag>
