import type { LayoutNode, Point } from './graph-shape.ts'

/** A line between two nodes wherever they stand: it leaves and enters by the sides that face each other. */
export function routeAcross(from: LayoutNode, to: LayoutNode): { readonly points: readonly Point[]; readonly middle: Point } {
  const right = to.x - from.x
  const down = to.y - from.y
  const isBeside = Math.abs(right) > (from.width + to.width) / 2
  const [start, end] = isBeside
    ? [
        { x: from.x + (Math.sign(right) * from.width) / 2, y: from.y },
        { x: to.x - (Math.sign(right) * to.width) / 2, y: to.y },
      ]
    : [
        { x: from.x, y: from.y + (Math.sign(down) * from.height) / 2 },
        { x: to.x, y: to.y - (Math.sign(down) * to.height) / 2 },
      ]
  const middle = { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 }
  const bends = isBeside
    ? [
        { x: middle.x, y: start.y },
        { x: middle.x, y: end.y },
      ]
    : [
        { x: start.x, y: middle.y },
        { x: end.x, y: middle.y },
      ]
  return { points: [start, ...bends, end], middle }
}
