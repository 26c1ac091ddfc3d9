import { useText, type WidgetSize } from '@portico/core/web'
import { useState } from 'react'
import { findPlace, moveBy, moveTo, resizeTo } from '../layout/arrange.ts'
import { sizeOf } from '../layout/default-layout.ts'
import { freeId, inPhoneOrder, type Box, type PlacedWidget } from '../layout/layout.ts'
import type { HomeLayout } from '../layout/use-home-layout.ts'
import { editMessages } from '../page-messages.ts'

/** The widgets while they are arranged, in the order in which they were there: their places change, and not their order. */
export function useDraft(layout: HomeLayout) {
  const text = useText()
  const [widgets, setWidgets] = useState(layout.widgets)
  const [phone, setPhone] = useState(layout.phone)
  const [said, setSaid] = useState('')

  const boundsOf = ({ widget }: PlacedWidget) => sizeOf(layout.known.get(widget))

  function show(next: readonly PlacedWidget[]): void {
    const found = new Map(next.map(each => [each.id, each]))
    setWidgets(before => before.flatMap(({ id }) => found.get(id) ?? []))
  }

  function say(id: string, title: string, next: readonly PlacedWidget[]): void {
    const placed = next.find(each => each.id === id)
    if (!placed) return
    const { x, y, w, h } = placed
    setSaid(text(editMessages.moved, { title, column: x + 1, row: y + 1, columns: w, rows: h }))
  }

  return {
    widgets,
    phone,
    /** What changed last, for those who do not see it. */
    said,
    show,
    moveTo: (from: readonly PlacedWidget[], id: string, at: Pick<Box, 'x' | 'y'>) => show(moveTo(from, id, at)),
    resizeTo(from: readonly PlacedWidget[], id: string, size: Pick<Box, 'w' | 'h'>) {
      const resized = from.find(each => each.id === id)
      if (resized) show(resizeTo(from, id, size, boundsOf(resized)))
    },
    stepTo(id: string, title: string, step: { readonly x?: -1 | 1; readonly y?: -1 | 1 }) {
      const next = moveBy(widgets, id, step)
      show(next)
      say(id, title, next)
    },
    stepSize(placed: PlacedWidget, title: string, step: { readonly x?: -1 | 1; readonly y?: -1 | 1 }) {
      const size = { w: placed.w + (step.x ?? 0), h: placed.h + (step.y ?? 0) }
      const next = resizeTo(widgets, placed.id, size, boundsOf(placed))
      show(next)
      say(placed.id, title, next)
    },
    /** One step in the order of a phone. */
    stepOnPhone(id: string, step: -1 | 1) {
      const order = inPhoneOrder(widgets, phone).map(each => each.id)
      const at = order.indexOf(id)
      const other = order[at + step]
      if (other === undefined) return
      setPhone(order.with(at, other).with(at + step, id))
    },
    add(widget: string, title: string, { columns: w, rows: h }: WidgetSize) {
      const id = freeId(widget, new Set(widgets.map(each => each.id)))
      const place = findPlace(widgets, { w, h })
      setWidgets([...widgets, { id, widget, w, h, ...place }])
      setSaid(text(editMessages.added, { title, column: place.x + 1, row: place.y + 1 }))
    },
    remove(id: string, title: string) {
      setWidgets(widgets.filter(each => each.id !== id))
      setPhone(phone.filter(each => each !== id))
      setSaid(text(editMessages.removed, { title }))
    },
    configure(id: string, settings: Readonly<Record<string, unknown>>) {
      setWidgets(widgets.map(each => (each.id === id ? { ...each, settings } : each)))
    },
  }
}

export type Draft = ReturnType<typeof useDraft>
