import type { ZoomTransform } from 'd3-zoom'
import { useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { toEdgePath, type EdgeCurve } from './edge-path.ts'
import styles from './Graph.module.css'
import type { GraphLayout, GraphNode, Size } from './graph-shape.ts'

export interface GraphCanvasProps {
  readonly layout: GraphLayout
  readonly nodes: ReadonlyMap<string, GraphNode>
  readonly curve: EdgeCurve
  readonly transform: ZoomTransform
  readonly view: Size
  readonly highlighted: string | undefined
  /** Only the lines: the nodes are drawn in detail. */
  readonly linesOnly: boolean
}

/** Below this size of letters a name is not written. */
const minLetters = 5
const letterSize = 13

/** Thousands of nodes and lines as a picture: each kind is one path. */
export function GraphCanvas({ layout, nodes, curve, transform, view, highlighted, linesOnly }: GraphCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const shapes = useMemo(() => toShapes(layout, nodes, curve), [layout, nodes, curve])
  const draw = () => {
    const context = canvas.current?.getContext('2d')
    if (!canvas.current || !context) return
    const density = window.devicePixelRatio || 1
    canvas.current.width = view.width * density
    canvas.current.height = view.height * density
    const colour = readColours(canvas.current)
    context.setTransform(transform.k * density, 0, 0, transform.k * density, transform.x * density, transform.y * density)
    context.lineWidth = Math.max(1.25, 0.6 / transform.k)
    context.strokeStyle = colour('--grey-8')
    context.globalAlpha = highlighted === undefined ? 0.5 : 0.25
    context.stroke(shapes.lines)
    context.globalAlpha = 1
    if (highlighted !== undefined) {
      context.lineWidth = Math.max(2, 1.5 / transform.k)
      context.strokeStyle = colour('--accent-text')
      for (const edge of layout.edges) {
        if (edge.from === highlighted || edge.to === highlighted) context.stroke(new Path2D(toEdgePath(edge, curve)))
      }
    }
    if (linesOnly) return
    for (const [kind, path] of shapes.boxes) {
      const hue = colour(`--kind-${kind}`) || colour('--kind-location')
      context.fillStyle = colour('--raised')
      context.fill(path)
      context.globalAlpha = 0.3
      context.fillStyle = hue
      context.fill(path)
      context.globalAlpha = 0.9
      context.lineWidth = Math.max(1, 0.5 / transform.k)
      context.strokeStyle = hue
      context.stroke(path)
      context.globalAlpha = 1
    }
    if (letterSize * transform.k >= minLetters) writeNames(context, layout, nodes, colour)
  }
  const drawAgain = useEffectEvent(draw)
  useEffect(() => drawAgain(), [shapes, transform, view, highlighted, linesOnly])
  useEffect(() => {
    // Another theme is an attribute of the page.
    const watching = new MutationObserver(() => drawAgain())
    watching.observe(document.documentElement, { attributes: true })
    return () => watching.disconnect()
  }, [])
  return <canvas ref={canvas} className={styles.canvas} style={view} aria-hidden />
}

function toShapes({ nodes: placed, edges }: GraphLayout, nodes: ReadonlyMap<string, GraphNode>, curve: EdgeCurve) {
  const lines = new Path2D(edges.map(edge => toEdgePath(edge, curve)).join(''))
  const boxes = new Map<string, Path2D>()
  for (const { id, x, y, width, height } of placed) {
    const kind = nodes.get(id)?.kind ?? 'location'
    const path = boxes.get(kind) ?? new Path2D()
    boxes.set(kind, path)
    path.roundRect(x - width / 2, y - height / 2, width, height, 6)
  }
  return { lines, boxes }
}

function writeNames(
  context: CanvasRenderingContext2D,
  { nodes: placed }: GraphLayout,
  nodes: ReadonlyMap<string, GraphNode>,
  colour: (property: string) => string,
) {
  context.font = `500 ${letterSize + 3}px ${colour('--font-body')}`
  context.fillStyle = colour('--text')
  context.textBaseline = 'middle'
  for (const { id, x, y, width } of placed) {
    const label = nodes.get(id)?.label
    if (label !== undefined) context.fillText(label, x - width / 2 + 10, y, width - 20)
  }
}

function readColours(element: Element): (property: string) => string {
  const style = getComputedStyle(element)
  return property => style.getPropertyValue(property).trim()
}
