import { memo, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react'
import { Link } from '../Link.tsx'
import styles from './Graph.module.css'
import type { GraphLayout, GraphNode, LayoutNode } from './graph-shape.ts'
import { NodeText } from './NodeText.tsx'

export interface GraphNodesProps<N extends GraphNode> {
  readonly layout: GraphLayout
  /** Those of the layout that are drawn here; the one that Tab reaches always is. */
  readonly shown: readonly LayoutNode[]
  readonly nodes: ReadonlyMap<string, N>
  /** The one that Tab reaches. */
  readonly current: string | undefined
  readonly focus: string | undefined
  readonly renderNode: ((node: N) => ReactNode) | undefined
  readonly onOpen: ((node: N, event: MouseEvent | KeyboardEvent) => void) | undefined
  readonly onSelect: ((node: N, event: MouseEvent | KeyboardEvent) => void) | undefined
  readonly onHighlight: (id: string | undefined) => void
  readonly onFocus: (id: string) => void
}

/** The nodes at their positions. One of them is reached by Tab, the others from there by the arrow keys. */
export const GraphNodes = memo(DrawnNodes) as typeof DrawnNodes

function DrawnNodes<N extends GraphNode>(props: GraphNodesProps<N>) {
  const { layout, shown, nodes, current, focus, renderNode, onOpen, onSelect, onHighlight, onFocus } = props
  const isReached = (position: LayoutNode) => position.id === current || position.id === focus
  const reached = shown.length < layout.nodes.length ? layout.nodes.filter(node => isReached(node) && !shown.includes(node)) : []
  const drawn = [...reached, ...shown].map(position => {
    const node = nodes.get(position.id)
    if (!node) return undefined
    return (
      <NodeFrame
        key={position.id}
        node={node}
        position={position}
        reachable={position.id === current}
        focused={position.id === focus}
        onOpen={onOpen && (event => onOpen(node, event))}
        onSelect={onSelect && (event => onSelect(node, event))}
        onHighlight={onHighlight}
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
  readonly position: LayoutNode
  readonly reachable: boolean
  readonly focused: boolean
  readonly onOpen: ((event: MouseEvent | KeyboardEvent) => void) | undefined
  readonly onSelect: ((event: MouseEvent | KeyboardEvent) => void) | undefined
  readonly onHighlight: (id: string | undefined) => void
  readonly onFocus: (id: string) => void
  readonly children: ReactNode
}

function NodeFrame({ node, position, reachable, focused, onOpen, onSelect, onHighlight, onFocus, children }: NodeFrameProps) {
  const shared = {
    'data-node': node.id,
    tabIndex: reachable ? 0 : -1,
    className: `${styles.nodeFrame} ${focused ? styles.focus : ''}`,
    style: {
      left: position.x - position.width / 2,
      top: position.y - position.height / 2,
      width: position.width,
      height: position.height,
    },
    onPointerEnter: () => onHighlight(node.id),
    onPointerLeave: () => onHighlight(undefined),
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
    const act = event.key === 'Enter' ? onOpen : event.key === ' ' ? (onSelect ?? onOpen) : undefined
    if (!act) return
    event.preventDefault()
    act(event)
  }
  const acts = { onClick: onSelect ?? onOpen, onKeyDown, ...(onSelect && onOpen && { onDoubleClick: onOpen }) }
  return (
    <div {...(onOpen ? { role: 'button' } : { role: 'img', 'aria-label': node.label })} {...shared} {...acts}>
      {children}
    </div>
  )
}

function PlainNode({ node }: { node: GraphNode }) {
  return (
    <div className={styles.node} title={node.label}>
      {node.kind !== undefined && <span className={styles.dot} style={{ background: `var(--kind-${node.kind}, var(--kind-location))` }} />}
      <NodeText label={node.label} hint={node.hint} />
    </div>
  )
}
