import { measureText } from '../measure-text.ts'

/** Top to bottom, bottom to top, left to right, right to left. */
export type GraphDirection = 'TB' | 'BT' | 'LR' | 'RL'

export interface GraphNode {
  readonly id: string
  /** What it is called: shown, and read out. */
  readonly label: string
  /** A second, quieter line. */
  readonly hint?: string | undefined
  /** One of the kinds with a colour of their own: `component`, `api`, `system` and so on. */
  readonly kind?: string | undefined
  /** Where it leads. */
  readonly to?: string | undefined
  /** The group that it stands in. */
  readonly group?: string | undefined
}

/** What nodes are grouped by: a box, or a lane over the whole width that holds boxes and nodes. */
export interface GraphGroup {
  readonly id: string
  readonly label: string
  /** A second, quieter word after the label. */
  readonly hint?: string | undefined
  readonly kind?: string | undefined
  readonly look: 'box' | 'lane'
  /** The group that this one stands in. */
  readonly parent?: string | undefined
  /** Where its title leads. */
  readonly to?: string | undefined
}

export interface GraphEdge {
  readonly from: string
  readonly to: string
  readonly label?: string | undefined
}

export interface Size {
  readonly width: number
  readonly height: number
}

export interface Point {
  readonly x: number
  readonly y: number
}

/** What is laid out: only sizes and connections. */
export interface LayoutRequest {
  readonly nodes: readonly (Size & { readonly id: string; readonly group?: string | undefined })[]
  readonly edges: readonly GraphEdge[]
  readonly direction: GraphDirection
  readonly groups?: readonly (Pick<GraphGroup, 'id' | 'look' | 'parent'> & { readonly minWidth: number })[] | undefined
  /** Nodes stand closer together than the specification has it: for small pictures, and inside groups. */
  readonly isDense?: boolean | undefined
}

export interface LayoutNode extends Size, Point {
  readonly id: string
}

export interface LayoutEdge extends GraphEdge {
  readonly points: readonly Point[]
  /** Where its label goes. */
  readonly middle: Point
  /** It turns at right angles: its corners are rounded, and nothing else. */
  readonly isSquare?: boolean | undefined
}

/** A group at its place; its point is its middle. */
export interface LayoutGroup extends Size, Point {
  readonly id: string
  /** How many groups it stands in. */
  readonly depth: number
}

/** Where everything is. Points are from the upper left; a node's point is its middle. */
export interface GraphLayout extends Size {
  readonly nodes: readonly LayoutNode[]
  readonly edges: readonly LayoutEdge[]
  readonly groups: readonly LayoutGroup[]
}

/** More than this is not drawn: nobody could read it, and laying it out would take seconds. */
export const maxGraph = { nodes: 5_000, edges: 20_000 } as const

/** The width of the two lines of words of a node, as the kit writes them. */
export function measureNodeWords({ label, hint = '' }: Pick<GraphNode, 'label' | 'hint'>): number {
  return Math.ceil(Math.max(measureText(label, { size: 13, weight: 500 }), measureText(hint, { size: 12 }))) + 2
}

/** The size of a node that is drawn by the kit itself, by its words. */
export function toNodeSize({ label, hint, kind }: GraphNode): Size {
  return {
    width: Math.min(320, Math.max(88, measureNodeWords({ label, hint }) + 26 + (kind === undefined ? 0 : 16))),
    height: hint === undefined ? 36 : 48,
  }
}
