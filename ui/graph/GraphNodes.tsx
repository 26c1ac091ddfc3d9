import { memo, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react'
import { Link } from '../Link.tsx'
import styles from './Graph.module.css'
import type { GraphLayout, GraphNode, PlacedNode } from './graph-shape.ts'

export interface GraphNodesProps<N extends GraphNode> {
  readonly layout: GraphLayout
  readonly nodes: ReadonlyMap<string, N>
  /** The one that the tab key comes to. */
  readonly current: string | undefined
  readonly focus: string | undefined
  readonly renderNode: ((node: N) => ReactNode) | undefined
  readonly onOpen: ((node: N, event: MouseEvent | KeyboardEvent) => void) | undefined
  readonly onLight: (id: string | undefined) => void
  readonly onFocus: (id: string) => void
}

/** The nodes in their places. One of them is reached by Tab, the others from there by the arrow keys. */
export const GraphNodes = memo(DrawnNodes) as typeof DrawnNodes

function DrawnNodes<N extends GraphNode>({ layout, nodes, current, focus, renderNode, onOpen, onLight, onFocus }: GraphNodesProps<N>) {
  const drawn = layout.nodes.map(place => {
    const node = nodes.get(place.id)
    if (!node) return undefined
    return (
      <NodeFrame
        key={place.id}
        node={node}
        place={place}
        reachable={place.id === current}
        focused={place.id === focus}
        onOpen={onOpen && (event => onOpen(node, event))}
        onLight={onLight}
        onFocus={onFocus}
      >
        {renderNode ? renderNode(node) : <PlainNode node={node} />}
      </NodeFrame>
    )
  })
  return <>{drawn}</>
}

interface NodeFrameProps {
  readonly node: GraphNode
  readonly place: PlacedNode
  readonly reachable: boolean
  readonly focused: boolean
  readonly onOpen: ((event: MouseEvent | KeyboardEvent) => void) | undefined
  readonly onLight: (id: string | undefined) => void
  readonly onFocus: (id: string) => void
  readonly children: ReactNode
}

function NodeFrame({ node, place, reachable, focused, onOpen, onLight, onFocus, children }: NodeFrameProps) {
  const shared = {
    'data-node': node.id,
    tabIndex: reachable ? 0 : -1,
    className: `${styles.place} ${focused ? styles.focus : ''}`,
    style: {
      left: place.x - place.width / 2,
      top: place.y - place.height / 2,
      width: place.width,
      height: place.height,
    },
    onPointerEnter: () => onLight(node.id),
    onPointerLeave: () => onLight(undefined),
    onFocus: () => onFocus(node.id),
  }
  if (node.to !== undefined) {
    return (
      <Link to={node.to} plain draggable={false} {...shared}>
        {children}
      </Link>
    )
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    onOpen?.(event)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- it is a button where it can be opened, else a picture that can be reached
    <div {...(onOpen ? { role: 'button' } : { role: 'img', 'aria-label': node.label })} {...shared} onClick={onOpen} onKeyDown={onKeyDown}>
      {children}
    </div>
  )
}

function PlainNode({ node }: { node: GraphNode }) {
  return (
    <div className={styles.node} title={node.label}>
      {node.kind !== undefined && <span className={styles.dot} style={{ background: `var(--kind-${node.kind}, var(--kind-location))` }} />}
      <span className={styles.words}>
        <span className={styles.label}>{node.label}</span> {node.hint !== undefined && <span className={styles.hint}>{node.hint}</span>}
      </span>
    </div>
  )
}
