import { select, type Selection } from 'd3-selection'
import { zoom, zoomIdentity, type ZoomBehavior, type ZoomTransform } from 'd3-zoom'
import { useCallback, useEffect, useRef, useState, type RefObject } from 'react'
import type { Point, Size } from './graph-shape.ts'

/** Where something is, by its middle. */
type Box = Point & Size

export const resizeDebounceMs = 100
const minScale = 0.1
const maxScale = 2.5
/** Below this, names cannot be read without effort. */
const readableScale = 0.85
/** What the start has around it. */
const aroundPx = 24

/**
 * Zooming and panning of a layer in a box. The layer moves without React: only the minimap is notified, once a frame.
 */
export function useZoom(
  box: RefObject<HTMLElement | null>,
  layer: RefObject<HTMLElement | null>,
  content: Size | undefined,
  start: Box | undefined,
) {
  const [transform, setTransform] = useState<ZoomTransform>(zoomIdentity)
  const [view, setView] = useState<Size>({ width: 0, height: 0 })
  const behaviour = useRef<ZoomBehavior<HTMLElement, unknown>>(undefined)
  const touched = useRef(false)

  useEffect(() => {
    const element = box.current
    if (!element) return
    let frame = 0
    const created = zoom<HTMLElement, unknown>()
      .scaleExtent([minScale, maxScale])
      // The wheel scrolls the page; it zooms with Ctrl, or once the graph is in use.
      .filter(event => {
        if (event.type === 'wheel') return event.ctrlKey || event.metaKey || element.contains(document.activeElement)
        return !event.button && !(event.target as Element).closest('[data-minimap]')
      })
      .on('zoom', ({ transform: next, sourceEvent }: { transform: ZoomTransform; sourceEvent: unknown }) => {
        if (sourceEvent) touched.current = true
        if (layer.current) layer.current.style.transform = `translate(${next.x}px, ${next.y}px) scale(${next.k})`
        cancelAnimationFrame(frame)
        frame = requestAnimationFrame(() => setTransform(next))
      })
    behaviour.current = created
    const selection = select(element)
    selection.call(created).on('dblclick.zoom', null)
    return () => {
      cancelAnimationFrame(frame)
      selection.on('.zoom', null)
    }
  }, [box, layer])

  useEffect(() => {
    const element = box.current
    if (!element || typeof ResizeObserver === 'undefined') return
    let timer: ReturnType<typeof setTimeout> | undefined
    const read = () => setView({ width: element.clientWidth, height: element.clientHeight })
    const resizing = new ResizeObserver(() => {
      clearTimeout(timer)
      timer = setTimeout(read, resizeDebounceMs)
    })
    resizing.observe(element)
    read()
    return () => {
      clearTimeout(timer)
      resizing.disconnect()
    }
  }, [box])

  const act = useCallback(
    (step: (selection: Selection<HTMLElement, unknown, null, undefined>, zooming: ZoomBehavior<HTMLElement, unknown>) => void) => {
      if (box.current && behaviour.current) step(select(box.current), behaviour.current)
    },
    [box],
  )
  const show = useCallback(
    (min: number) => {
      if (!content || view.width === 0 || content.width === 0) return
      const whole = Math.min(1, view.width / content.width, view.height / content.height)
      const around = start && { width: start.width + 2 * aroundPx, height: start.height + 2 * aroundPx }
      const startWhole = around ? Math.min(view.width / around.width, view.height / around.height) : Infinity
      const scale = Math.max(Math.min(min, startWhole), whole)
      // A graph that does not fit is centred on where it starts, all of which is in view.
      const x = toCentre(start?.x, content.width, view.width / scale)
      const y = toCentre(start?.y, content.height, view.height / scale)
      const at = zoomIdentity
        .translate(view.width / 2, view.height / 2)
        .scale(scale)
        .translate(-x, -y)
      act((selection, zooming) => zooming.transform(selection, at))
    },
    [act, content, start, view],
  )
  const fit = () => {
    touched.current = true
    show(minScale)
  }
  // Until the user has moved it, the graph stays in view, at a readable size.
  useEffect(() => {
    if (!touched.current) show(readableScale)
  }, [show])

  const zoomBy = (factor: number) => {
    touched.current = true
    act((selection, zooming) => zooming.scaleBy(selection, factor))
  }
  const centreOn = (point: Point) => {
    touched.current = true
    act((selection, zooming) => zooming.translateTo(selection, point.x, point.y))
  }
  /** Moves only as far as needed to bring a point into view. */
  const reveal = ({ x, y }: Point, { width, height }: Size) => {
    const { k, x: left, y: top } = transform
    const inside = (start: number, length: number, room: number) => start >= 0 && start + length <= room
    const seen = inside((x - width / 2) * k + left, width * k, view.width) && inside((y - height / 2) * k + top, height * k, view.height)
    if (!seen) centreOn({ x, y })
  }
  return { transform, view, fit, zoomBy, centreOn, reveal }
}

/** The centre of the visible part of a length: its own where it fits, else as near to a position as the ends allow. */
function toCentre(position: number | undefined, length: number, room: number): number {
  if (length <= room || position === undefined) return length / 2
  return Math.max(room / 2, Math.min(length - room / 2, position))
}
