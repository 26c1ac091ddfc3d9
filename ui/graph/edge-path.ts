import type { Point } from './graph-shape.ts'

export type EdgeCurve = 'curved' | 'straight'

/** The line through the points: from one to the next, or rounded where it turns. */
export function toEdgePath(points: readonly Point[], curve: EdgeCurve): string {
  const [first, ...rest] = points
  if (!first) return ''
  const at = ({ x, y }: Point) => `${round(x)},${round(y)}`
  if (curve === 'straight' || rest.length < 2) return `M${at(first)}${rest.map(point => `L${at(point)}`).join('')}`
  const turns = rest.slice(0, -1).map((point, index) => {
    const next = rest[index + 1] ?? point
    const last = index === rest.length - 2
    return `Q${at(point)} ${at(last ? next : { x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 })}`
  })
  return `M${at(first)}${turns.join('')}`
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
