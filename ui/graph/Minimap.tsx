import { memo, type PointerEvent } from 'react'
import type { ZoomTransform } from 'd3-zoom'
import { uiMessages } from '../messages.ts'
import { useText } from '../text.tsx'
import styles from './Graph.module.css'
import type { GraphLayout, LayoutNode, Point, Size } from './graph-shape.ts'

const mapWidth = 168
const mapHeight = 112

export interface MinimapProps {
  readonly layout: GraphLayout
  readonly transform: ZoomTransform
  readonly view: Size
  readonly corner: 'left' | 'right'
  readonly onMove: (point: Point) => void
}

function scaleOf({ width, height }: Size): number {
  return Math.min(mapWidth / Math.max(1, width), mapHeight / Math.max(1, height))
}

/** How large the map of a graph is. */
export function toMapSize(layout: Size): Size {
  const scale = scaleOf(layout)
  return { width: layout.width * scale, height: layout.height * scale }
}

/** The whole graph, small, with a frame around what is in view. A press or a drag moves the view there. */
export function Minimap({ layout, corner, transform, view, onMove }: MinimapProps) {
  const text = useText()
  const scale = scaleOf(layout)
  function move(event: PointerEvent<SVGSVGElement>) {
    if (event.type === 'pointermove' && event.buttons !== 1) return
    const { left, top } = event.currentTarget.getBoundingClientRect()
    onMove({ x: (event.clientX - left) / scale, y: (event.clientY - top) / scale })
  }
  return (
    <svg
      data-minimap
      data-corner={corner}
      className={styles.minimap}
      width={layout.width * scale}
      height={layout.height * scale}
      viewBox={`0 0 ${layout.width} ${layout.height}`}
      role="img"
      aria-label={text(uiMessages.minimap)}
      onPointerDown={move}
      onPointerMove={move}
    >
      <MapNodes nodes={layout.nodes} />
      <rect
        x={-transform.x / transform.k}
        y={-transform.y / transform.k}
        width={view.width / transform.k}
        height={view.height / transform.k}
        className={styles.mapView}
        strokeWidth={2 / scale}
      />
    </svg>
  )
}

/** Drawn once a layout, as one path: only the frame moves. */
const MapNodes = memo(function MapNodes({ nodes }: { nodes: readonly LayoutNode[] }) {
  const path = nodes.map(({ x, y, width, height }) => `M${x - width / 2},${y - height / 2}h${width}v${height}h${-width}z`).join('')
  return <path d={path} className={styles.mapNode} />
})
