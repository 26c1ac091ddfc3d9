import { toEdgePath, type EdgeCurve, type GraphLayout } from '@portico/ui'
import type { GroupedGraph } from '../graph/group-nodes.ts'

/** The colours of a picture: values, not custom properties, since a file knows no theme. */
export interface PictureColours {
  readonly page: string
  readonly surface: string
  readonly border: string
  readonly line: string
  readonly text: string
  readonly muted: string
  readonly accent: string
  readonly kind: (kind: string) => string
}

export type Shape =
  | { readonly form: 'line'; readonly path: string; readonly colour: string }
  | { readonly form: 'head'; readonly path: string; readonly colour: string }
  | {
      readonly form: 'box'
      readonly x: number
      readonly y: number
      readonly width: number
      readonly height: number
      readonly fill: string
      readonly stroke: string
      readonly dashed: boolean
    }
  | { readonly form: 'dot'; readonly x: number; readonly y: number; readonly colour: string }
  | {
      readonly form: 'text'
      readonly x: number
      readonly y: number
      readonly words: string
      readonly size: number
      readonly bold: boolean
      readonly middle: boolean
      readonly colour: string
      readonly halo?: string
    }

/** A graph as plain shapes, of which any file can be made. */
export interface Picture {
  readonly width: number
  readonly height: number
  readonly background: string
  readonly shapes: readonly Shape[]
}

const margin = 16

/** The picture of a graph that is laid out. Its points are those of the layout. */
export function toPicture(
  layout: GraphLayout,
  { nodes, groups = [] }: GroupedGraph,
  { curve, colours }: { readonly curve: EdgeCurve; readonly colours: PictureColours },
): Picture {
  const byId = new Map(nodes.map(node => [node.id, node]))
  const shapes: Shape[] = []
  const groupOf = new Map(groups.map(group => [group.id, group]))
  for (const { id, x, y, width, height } of layout.groups) {
    const [left, top] = [x - width / 2, y - height / 2]
    shapes.push({ form: 'box', x: left, y: top, width, height, fill: colours.page, stroke: colours.border, dashed: false })
    const words = cut(groupOf.get(id)?.label ?? id, (width - 24) / 7)
    shapes.push({ form: 'text', x: left + 16, y: top + 17, words, size: 13, bold: true, middle: false, colour: colours.text })
  }
  for (const edge of layout.edges) {
    shapes.push({ form: 'line', path: toEdgePath(edge, curve), colour: colours.line })
    const head = toHead(edge.points)
    if (head !== undefined) shapes.push({ form: 'head', path: head, colour: colours.line })
  }
  for (const { label, middle } of layout.edges) {
    if (!label) continue
    shapes.push({ form: 'text', ...middle, words: label, size: 11, bold: false, middle: true, colour: colours.muted, halo: colours.page })
  }
  for (const { id, x, y, width, height } of layout.nodes) {
    const node = byId.get(id)
    if (!node) continue
    const left = x - width / 2
    shapes.push({
      form: 'box',
      x: left,
      y: y - height / 2,
      width,
      height,
      fill: colours.surface,
      stroke: node.isRoot ? colours.accent : colours.border,
      dashed: node.form !== 'entity',
    })
    const indent = node.kind === undefined ? 14 : 30
    if (node.kind !== undefined) shapes.push({ form: 'dot', x: left + 16, y, colour: colours.kind(node.kind) })
    const at = { form: 'text', x: left + indent, middle: false } as const
    const room = width - indent - 8
    const hint = node.hint === undefined ? [] : [node.hint]
    shapes.push({ ...at, y: hint.length > 0 ? y - 8 : y, words: cut(node.label, room / 7), size: 13, bold: true, colour: colours.text })
    for (const words of hint) shapes.push({ ...at, y: y + 9, words: cut(words, room / 6.3), size: 12, bold: false, colour: colours.muted })
  }
  return { width: layout.width + 2 * margin, height: layout.height + 2 * margin, background: colours.page, shapes }
}

/** How far the layout's points are from the corner of the picture. */
export const pictureMargin = margin

/** The head of an arrow at the last point of a line. */
function toHead(points: readonly { readonly x: number; readonly y: number }[]): string | undefined {
  const end = points.at(-1)
  const before = points.at(-2)
  if (!end || !before) return undefined
  const length = Math.hypot(end.x - before.x, end.y - before.y) || 1
  const [right, down] = [(end.x - before.x) / length, (end.y - before.y) / length]
  const corner = (side: number) => `${round(end.x - right * 8 - down * side)},${round(end.y - down * 8 + right * side)}`
  return `M${corner(3.5)}L${round(end.x)},${round(end.y)}L${corner(-3.5)}Z`
}

function cut(words: string, max: number): string {
  const letters = [...words]
  return letters.length > max ? `${letters.slice(0, Math.max(1, Math.floor(max) - 1)).join('')}…` : words
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
