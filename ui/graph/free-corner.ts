import type { LayoutNode, Size } from './graph-shape.ts'

const marginPx = 12

/** The corner at the foot of a view that a box of a size covers no node in; undefined where it would in both. */
export function findFreeCorner(
  nodes: readonly LayoutNode[],
  { k, x: left, y: top }: { readonly k: number; readonly x: number; readonly y: number },
  view: Size,
  box: Size,
): 'left' | 'right' | undefined {
  const upper = view.height - box.height - 2 * marginPx
  const isLow = (node: LayoutNode) => {
    const y = node.y * k + top
    return y + (node.height * k) / 2 > upper && y - (node.height * k) / 2 < view.height
  }
  const low = nodes.filter(isLow).map(node => ({ from: (node.x - node.width / 2) * k + left, to: (node.x + node.width / 2) * k + left }))
  const isFree = (from: number, to: number) => !low.some(node => node.to > from && node.from < to)
  const width = box.width + 2 * marginPx
  if (isFree(view.width - width, view.width)) return 'right'
  return isFree(0, width) ? 'left' : undefined
}
