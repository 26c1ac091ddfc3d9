import type { ZoomTransform } from 'd3-zoom'
import { useMemo } from 'react'
import type { GraphLayout, LayoutEdge, LayoutNode, Point, Size } from './graph-shape.ts'

/** As many as a browser draws in every detail without being slow. */
const maxDetailed = { nodes: 250, edges: 600 }
/** The same of a part of a large graph, which changes while it is zoomed. */
const maxNear = 160

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
  const isSmall = !layout || (layout.nodes.length <= maxDetailed.nodes && layout.edges.length <= maxDetailed.edges)
  const { left, top, right, bottom } = toWindow(transform, view)
  const boxes = useMemo(() => (isSmall || !layout ? [] : layout.edges.map(({ points }) => boxAround(points))), [layout, isSmall])
  const large = useMemo(() => {
    if (isSmall || !layout) return undefined
    const window = { left, top, right, bottom }
    const nodes = layout.nodes.filter(node => meets(toBox(node), window))
    const edges = layout.edges.filter((_, index) => meets(boxes[index] ?? window, window))
    const hasFarNodes = nodes.length > maxNear
    const hasFarEdges = hasFarNodes || edges.length > maxDetailed.edges
    return { nodes: hasFarNodes ? [] : nodes, edges: hasFarEdges ? [] : edges, hasFarNodes, hasFarEdges }
  }, [layout, isSmall, boxes, left, top, right, bottom])
  return large ?? { nodes: layout?.nodes ?? [], edges: layout?.edges ?? [], hasFarNodes: false, hasFarEdges: false }
}

/** The node at a point of a layout. */
export function findNodeAt({ nodes }: GraphLayout, { x, y }: Point): LayoutNode | undefined {
  return nodes.find(node => Math.abs(node.x - x) <= node.width / 2 && Math.abs(node.y - y) <= node.height / 2)
}

/** What is in view, in whole steps of half a view: it changes only when a step is crossed. */
function toWindow({ k, x, y }: ZoomTransform, { width, height }: Size): Window {
  const scale = 2 ** Math.floor(Math.log2(k))
  const [across, down] = [Math.max(1, width) / 2 / scale, Math.max(1, height) / 2 / scale]
  return {
    left: Math.floor(-x / k / across) * across,
    top: Math.floor(-y / k / down) * down,
    right: Math.ceil((width - x) / k / across) * across,
    bottom: Math.ceil((height - y) / k / down) * down,
  }
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
