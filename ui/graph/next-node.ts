import type { LayoutNode } from './graph-shape.ts'

const directions: Readonly<Record<string, readonly [number, number]>> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
}

/** The node that an arrow key moves to: the nearest one in that direction, where straight ahead counts as nearer. */
export function findNextNode(nodes: readonly LayoutNode[], fromId: string, key: string): LayoutNode | undefined {
  const direction = directions[key]
  const from = nodes.find(({ id }) => id === fromId)
  if (!direction || !from) return undefined
  const [right, down] = direction
  let nearest: LayoutNode | undefined
  let min = Infinity
  for (const node of nodes) {
    const ahead = (node.x - from.x) * right + (node.y - from.y) * down
    const aside = Math.abs((node.x - from.x) * down) + Math.abs((node.y - from.y) * right)
    if (ahead <= 1) continue
    const distance = ahead + aside * 2
    if (distance < min) {
      min = distance
      nearest = node
    }
  }
  return nearest
}
