import { memo, useId } from 'react'
import { toEdgePath, type EdgeCurve } from './edge-path.ts'
import styles from './Graph.module.css'
import type { GraphLayout, LayoutEdge } from './graph-shape.ts'

/** The lines between nodes. Those of one node can be highlighted. */
export const GraphEdges = memo(function GraphEdges({
  layout,
  edges,
  curve,
  highlighted,
}: {
  layout: GraphLayout
  /** Those of the layout that are drawn here. */
  edges: readonly LayoutEdge[]
  curve: EdgeCurve
  highlighted: string | undefined
}) {
  const id = useId()
  return (
    <svg
      className={styles.edges}
      width={layout.width}
      height={layout.height}
      aria-hidden
      data-highlighted={highlighted !== undefined || undefined}
    >
      <defs>
        {['plain', 'highlighted'].map(look => (
          <marker
            key={look}
            id={`${id}-${look}`}
            viewBox="0 0 8 8"
            refX="7"
            refY="4"
            markerWidth="7"
            markerHeight="7"
            orient="auto-start-reverse"
          >
            <path d="M0 0.5 8 4 0 7.5z" className={look === 'highlighted' ? styles.highlightedHead : styles.head} />
          </marker>
        ))}
      </defs>
      {edges.map((edge, index) => {
        const isHighlighted = edge.from === highlighted || edge.to === highlighted
        return (
          <Edge
            key={index}
            edge={edge}
            curve={curve}
            highlighted={isHighlighted}
            marker={`url(#${id}-${isHighlighted ? 'highlighted' : 'plain'})`}
          />
        )
      })}
    </svg>
  )
})

interface EdgeProps {
  readonly edge: LayoutEdge
  readonly curve: EdgeCurve
  readonly highlighted: boolean
  readonly marker: string
}

const Edge = memo(function Edge({ edge, curve, highlighted, marker }: EdgeProps) {
  return (
    <g className={highlighted ? styles.highlightedEdge : styles.edge} data-square={edge.isSquare}>
      <path d={toEdgePath(edge, curve)} markerEnd={marker} />
      {edge.label !== undefined && (
        <text x={edge.middle.x} y={edge.middle.y} dominantBaseline="middle" textAnchor="middle">
          {edge.label}
        </text>
      )}
    </g>
  )
})
