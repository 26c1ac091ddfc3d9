import type { ZoomTransform } from 'd3-zoom'
import { useMemo, useRef } from 'react'
import type { GraphLayout, LayoutEdge, LayoutNode, Point, Size } from './graph-shape.ts'

/** As many as a browser draws in every detail without being slow. */
const maxDetailed = { nodes: 250, edges: 600 }

interface Window {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** What is drawn in detail. What is not is drawn on the canvas. */
export interface InView {
  readonly nodes: readonly LayoutNode[]
  readonly edges: readonly LayoutEdge[]
  /** More nodes are in view than can be drawn in detail. */
  readonly hasFarNodes: boolean
  readonly hasFarEdges: boolean
}

/**
 * The part of a layout that is drawn in detail. A small graph is drawn whole. Of a large one it is what is in view with some room around, so
 * that moving a little draws nothing new.
 */
export function useInView(layout: GraphLayout | undefined, transform: ZoomTransform, view: Size): InView {
  const last = useRef<Window>(undefined)
  const isSmall = !layout || (layout.nodes.length <= maxDetailed.nodes && layout.edges.length <= maxDetailed.edges)
  const seen = toWindow(transform, view, 0)
  if (!isSmall && !(last.current && isInside(seen, last.current) && !isFarLarger(last.current, seen))) {
    last.current = toWindow(transform, view, 0.5)
  }
  const window = isSmall ? undefined : last.current
  const boxes = useMemo(() => (isSmall || !layout ? [] : layout.edges.map(({ points }) => boxAround(points))), [layout, isSmall])
  return useMemo(() => {
    if (!layout) return { nodes: [], edges: [], hasFarNodes: false, hasFarEdges: false }
    if (!window) return { ...layout, hasFarNodes: false, hasFarEdges: false }
    const nodes = layout.nodes.filter(node => meets(toBox(node), window))
    const edges = layout.edges.filter((_, index) => meets(boxes[index] ?? window, window))
    const hasFarNodes = nodes.length > maxDetailed.nodes
    const hasFarEdges = hasFarNodes || edges.length > maxDetailed.edges
    return { nodes: hasFarNodes ? [] : nodes, edges: hasFarEdges ? [] : edges, hasFarNodes, hasFarEdges }
  }, [layout, window, boxes])
}

/** The node at a point of a layout. */
export function findNodeAt({ nodes }: GraphLayout, { x, y }: Point): LayoutNode | undefined {
  return nodes.find(node => Math.abs(node.x - x) <= node.width / 2 && Math.abs(node.y - y) <= node.height / 2)
}

function toWindow({ k, x, y }: ZoomTransform, { width, height }: Size, around: number): Window {
  return {
    left: (-x - around * width) / k,
    top: (-y - around * height) / k,
    right: (-x + (1 + around) * width) / k,
    bottom: (-y + (1 + around) * height) / k,
  }
}

function isInside(inner: Window, outer: Window): boolean {
  return inner.left >= outer.left && inner.right <= outer.right && inner.top >= outer.top && inner.bottom <= outer.bottom
}

function isFarLarger(outer: Window, inner: Window): boolean {
  return outer.right - outer.left > 3 * (inner.right - inner.left)
}

function meets(box: Window, window: Window): boolean {
  return box.right >= window.left && box.left <= window.right && box.bottom >= window.top && box.top <= window.bottom
}

function toBox({ x, y, width, height }: LayoutNode): Window {
  return { left: x - width / 2, right: x + width / 2, top: y - height / 2, bottom: y + height / 2 }
}

function boxAround(points: readonly Point[]): Window {
  let box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity }
  for (const { x, y } of points) {
    box = { left: Math.min(box.left, x), top: Math.min(box.top, y), right: Math.max(box.right, x), bottom: Math.max(box.bottom, y) }
  }
  return box
}
