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
  readonly nodes: readonly (Size & { readonly id: string })[]
  readonly edges: readonly GraphEdge[]
  readonly direction: GraphDirection
}

export interface LayoutNode extends Size, Point {
  readonly id: string
}

export interface LayoutEdge extends GraphEdge {
  readonly points: readonly Point[]
  /** Where its label goes. */
  readonly middle: Point
}

/** Where everything is. Points are from the upper left; a node's point is its middle. */
export interface GraphLayout extends Size {
  readonly nodes: readonly LayoutNode[]
  readonly edges: readonly LayoutEdge[]
}

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
