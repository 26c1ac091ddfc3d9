import { select, type Selection } from 'd3-selection'
import { zoom, zoomIdentity, type ZoomBehavior, type ZoomTransform } from 'd3-zoom'
import { useCallback, useEffect, useRef, useState, type RefObject } from 'react'
import type { Point, Size } from './graph-shape.ts'

export const resizeDebounceMs = 100
const minScale = 0.1
const maxScale = 2.5
/** What a whole graph has around it, whatever its scale. */
const aroundPx = 8
/** A node that is reached by key is at least this large. */
const readableScale = 0.7

/**
 * Zooming and panning in a box. Its layers (`data-layer`) move without React: what depends on the view is notified once a frame. The whole
 * graph is in view until the user moves it.
 */
export function useZoom(box: RefObject<HTMLElement | null>, content: Size | undefined) {
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
        for (const layer of element.querySelectorAll<HTMLElement>('[data-layer]'))
          layer.style.transform = `translate(${next.x}px, ${next.y}px) scale(${next.k})`
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
  }, [box])

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
  const show = useCallback(() => {
    if (!content || view.width === 0 || content.width === 0) return
    const scale = Math.min(1, (view.width - 2 * aroundPx) / content.width, (view.height - 2 * aroundPx) / content.height)
    const at = zoomIdentity
      .translate(view.width / 2, view.height / 2)
      .scale(scale)
      .translate(-content.width / 2, -content.height / 2)
    act((selection, zooming) => {
      // A graph of thousands is smaller than any other may become.
      zooming.scaleExtent([Math.min(minScale, scale), maxScale])
      zooming.transform(selection, at)
    })
  }, [act, content, view])
  const fit = () => {
    touched.current = false
    show()
  }
  useEffect(() => {
    if (!touched.current) show()
  }, [show])

  const zoomBy = (factor: number) => {
    touched.current = true
    act((selection, zooming) => zooming.scaleBy(selection, factor))
  }
  const centreOn = (point: Point, scale?: number) => {
    touched.current = true
    act((selection, zooming) => {
      if (scale !== undefined) zooming.scaleTo(selection, scale)
      zooming.translateTo(selection, point.x, point.y)
    })
  }
  /** Moves only as far as needed to bring something into view, beside what covers the right and the foot of the box. */
  const reveal = ({ x, y, width, height }: Point & Size, covered: { readonly right?: number; readonly bottom?: number } = {}) => {
    const { k, x: left, y: top } = transform
    const missing = (start: number, length: number, room: number) =>
      start < 0 ? -start : Math.min(0, Math.max(-start, room - start - length))
    const right = missing((x - width / 2) * k + left, width * k, view.width - (covered.right ?? 0))
    const down = missing((y - height / 2) * k + top, height * k, view.height - (covered.bottom ?? 0))
    if (right === 0 && down === 0) return
    touched.current = true
    act((selection, zooming) => zooming.translateBy(selection, right / k, down / k))
  }
  /** Brings a node into view at a size that can be read. */
  const approach = (node: Point & Size) => (transform.k < readableScale / 2 ? centreOn(node, readableScale) : reveal(node))
  return { transform, view, fit, zoomBy, centreOn, reveal, approach }
}
