import { useEffect, useEffectEvent, useRef, useState, type ComponentProps, type PointerEvent } from 'react'
import { fitted, panBy, zoomBy, type Point, type Sizes, type ZoomView } from './zoom.ts'

/** One press of a button or key. */
const step = 1.5
const doubleClickScale = 2.5
/** How far an arrow key moves, in pixels. */
const arrowStep = 80

const arrows: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: arrowStep, y: 0 },
  ArrowRight: { x: -arrowStep, y: 0 },
  ArrowUp: { x: 0, y: arrowStep },
  ArrowDown: { x: 0, y: -arrowStep },
}

export interface Zoom {
  readonly view: ZoomView
  readonly zoomIn: () => void
  readonly zoomOut: () => void
  readonly fit: () => void
  /** Whether the key was one of zooming: `+`, `-`, `0`, and arrows while the image is larger than its place. */
  readonly press: (key: string) => boolean
  /** For the place of the image, and for the image. */
  readonly stage: ComponentProps<'div'>
  readonly image: ComponentProps<'img'>
}

/** Zooming and panning of an image by wheel, by one or two pointers, by double click and by key. */
export function useZoom(): Zoom {
  const [view, setView] = useState(fitted)
  // By a state and not a ref: a dialog puts its content in later.
  const [stage, setStage] = useState<HTMLDivElement | null>(null)
  const image = useRef<HTMLImageElement>(null)
  const pointers = useRef(new Map<number, Point>())

  const sizes = (): Sizes => ({
    stage: { width: stage?.clientWidth ?? 0, height: stage?.clientHeight ?? 0 },
    // Without the transformation, which does not count in a layout.
    image: { width: image.current?.offsetWidth ?? 0, height: image.current?.offsetHeight ?? 0 },
  })
  const fromCentre = ({ x, y }: Point): Point => {
    const box = stage!.getBoundingClientRect()
    return { x: x - box.left - box.width / 2, y: y - box.top - box.height / 2 }
  }
  const zoom = (factor: number, at?: Point) => setView(current => zoomBy(current, factor, sizes(), at && fromCentre(at)))
  const pan = (by: Point) => setView(current => panBy(current, by, sizes()))
  const fit = () => setView(fitted)

  // Not as a property of the element: a listener of React's cannot keep the page from scrolling.
  const onWheel = useEffectEvent((event: WheelEvent) => {
    event.preventDefault()
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1
    zoom(Math.exp((-event.deltaY * lines) / 300), { x: event.clientX, y: event.clientY })
  })
  useEffect(() => {
    const listener = (event: WheelEvent) => onWheel(event)
    stage?.addEventListener('wheel', listener, { passive: false })
    return () => stage?.removeEventListener('wheel', listener)
  }, [stage])

  function onPointerMove(event: PointerEvent) {
    const before = pointers.current.get(event.pointerId)
    if (!before) return
    const now = { x: event.clientX, y: event.clientY }
    const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1]
    pointers.current.set(event.pointerId, now)
    if (!other) return pan({ x: now.x - before.x, y: now.y - before.y })
    const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 }
    zoom(distance(now, other) / Math.max(distance(before, other), 1), middle)
  }
  const onPointerUp = ({ pointerId }: PointerEvent) => void pointers.current.delete(pointerId)

  return {
    view,
    zoomIn: () => zoom(step),
    zoomOut: () => zoom(1 / step),
    fit,
    press(key) {
      if (key === '+' || key === '=') zoom(step)
      else if (key === '-') zoom(1 / step)
      else if (key === '0') fit()
      else if (view.scale > 1 && arrows[key]) pan(arrows[key])
      else return false
      return true
    },
    image: { ref: image },
    stage: {
      ref: setStage,
      onPointerDown(event) {
        pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
        event.currentTarget.setPointerCapture?.(event.pointerId)
      },
      onPointerMove,
      onPointerUp,
      onPointerCancel: onPointerUp,
      onDoubleClick({ clientX, clientY }) {
        if (view.scale > 1) fit()
        else zoom(doubleClickScale, { x: clientX, y: clientY })
      },
    },
  }
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}
