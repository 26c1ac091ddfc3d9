import type { LayoutEdge, Point } from './graph-shape.ts'

export type EdgeCurve = 'curved' | 'straight'

const cornerRadius = 8

/** The line of an edge: from one point to the next, or rounded where it turns. */
export function toEdgePath({ points, isSquare = false }: Pick<LayoutEdge, 'points' | 'isSquare'>, curve: EdgeCurve): string {
  const [first, ...rest] = points
  if (!first) return ''
  if (curve === 'straight' || rest.length < 2) return `M${at(first)}${rest.map(point => `L${at(point)}`).join('')}`
  if (isSquare) return `M${at(first)}${rest.map((point, index) => toCorner(points[index] ?? point, point, rest[index + 1])).join('')}`
  const turns = rest.slice(0, -1).map((point, index) => {
    const next = rest[index + 1] ?? point
    const last = index === rest.length - 2
    return `Q${at(point)} ${at(last ? next : { x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 })}`
  })
  return `M${at(first)}${turns.join('')}`
}

/** A line to a corner, and round it. */
function toCorner(before: Point, corner: Point, after: Point | undefined): string {
  if (!after) return `L${at(corner)}`
  return `L${at(towards(corner, before))}Q${at(corner)} ${at(towards(corner, after))}`
}

function towards(from: Point, to: Point): Point {
  const length = Math.hypot(to.x - from.x, to.y - from.y)
  const share = length === 0 ? 0 : Math.min(cornerRadius, length / 2) / length
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }
}

function at({ x, y }: Point): string {
  return `${round(x)},${round(y)}`
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
