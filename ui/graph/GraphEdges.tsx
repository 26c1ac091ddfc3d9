import { memo, useId } from 'react'
import { toEdgePath, type EdgeCurve } from './edge-path.ts'
import styles from './Graph.module.css'
import type { GraphLayout, PlacedEdge } from './graph-shape.ts'

/** The lines between nodes. Those of one node can be lit. */
export const GraphEdges = memo(function GraphEdges({
  layout,
  curve,
  lit,
}: {
  layout: GraphLayout
  curve: EdgeCurve
  lit: string | undefined
}) {
  const id = useId()
  return (
    <svg className={styles.edges} width={layout.width} height={layout.height} aria-hidden data-lit={lit !== undefined || undefined}>
      <defs>
        {['plain', 'lit'].map(look => (
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
            <path d="M0 0.5 8 4 0 7.5z" className={look === 'lit' ? styles.litHead : styles.head} />
          </marker>
        ))}
      </defs>
      {layout.edges.map((edge, index) => {
        const isLit = edge.from === lit || edge.to === lit
        return <Edge key={index} edge={edge} curve={curve} lit={isLit} marker={`url(#${id}-${isLit ? 'lit' : 'plain'})`} />
      })}
    </svg>
  )
})

interface EdgeProps {
  readonly edge: PlacedEdge
  readonly curve: EdgeCurve
  readonly lit: boolean
  readonly marker: string
}

const Edge = memo(function Edge({ edge, curve, lit, marker }: EdgeProps) {
  return (
    <g className={lit ? styles.litEdge : styles.edge}>
      <path d={toEdgePath(edge.points, curve)} markerEnd={marker} />
      {edge.label !== undefined && (
        <text x={edge.middle.x} y={edge.middle.y} dominantBaseline="middle" textAnchor="middle">
          {edge.label}
        </text>
      )}
    </g>
  )
})
