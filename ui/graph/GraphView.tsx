import {
  useCallback,
  useEffect,
  useEffectEvent,
  useId,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
} from 'react'
import { flushSync } from 'react-dom'
import { EmptyState } from '../EmptyState.tsx'
import { useNumber } from '../locale.tsx'
import { uiMessages } from '../messages.ts'
import { useText } from '../text.tsx'
import { VisuallyHidden } from '../VisuallyHidden.tsx'
import type { EdgeCurve } from './edge-path.ts'
import styles from './Graph.module.css'
import { GraphCanvas } from './GraphCanvas.tsx'
import { GraphEdges } from './GraphEdges.tsx'
import { GraphGroups } from './GraphGroups.tsx'
import { GraphList } from './GraphList.tsx'
import { GraphNodes } from './GraphNodes.tsx'
import { GraphSkeleton } from './GraphSkeleton.tsx'
import { GraphTools } from './GraphTools.tsx'
import {
  maxGraph,
  measureNodeWords,
  toNodeSize,
  type GraphDirection,
  type GraphEdge,
  type GraphGroup,
  type GraphLayout,
  type GraphNode,
  type LayoutNode,
  type Size,
} from './graph-shape.ts'
import { findFreeCorner } from './free-corner.ts'
import { Minimap, toMapSize } from './Minimap.tsx'
import { findNextNode } from './next-node.ts'
import { useFullscreen } from './use-fullscreen.ts'
import { findNodeAt, useInView } from './use-in-view.ts'
import { useLayout } from './use-layout.ts'
import { useZoom } from './use-zoom.ts'

export interface DependencyGraphProps<N extends GraphNode = GraphNode> {
  readonly label: string
  /** Keep nodes and edges the same between renders: new ones cause another layout. */
  readonly nodes: readonly N[]
  readonly edges: readonly GraphEdge[]
  /** Boxes and lanes that nodes stand in. Keep them the same between renders. */
  readonly groups?: readonly GraphGroup[] | undefined
  /** Top to bottom by default. */
  readonly direction?: GraphDirection
  readonly curve?: EdgeCurve
  /** The node at the centre of interest. */
  readonly focus?: string | undefined
  /** What a node looks like; with `nodeSize`, which must stay the same between renders. */
  readonly renderNode?: (node: N) => ReactNode
  readonly nodeSize?: (node: N) => Size
  /** For nodes without an address of their own; the event has the modifier keys. */
  readonly onOpen?: (node: N, event: MouseEvent | KeyboardEvent) => void
  /** A click and the space bar select. Then only a double click and Enter open. */
  readonly onSelect?: (node: N, event: MouseEvent | KeyboardEvent) => void
  /** Called with the node that is hovered or focused, and with undefined for none. Keep it the same between renders. */
  readonly onHighlight?: (id: string | undefined) => void
  /** Called with the layout, whenever that changes. Keep it the same between renders. */
  readonly onLayout?: (layout: GraphLayout) => void
  /** The view moves to this node whenever it becomes another. */
  readonly reveal?: string | undefined
  /** Floats above the graph, also in fullscreen. What is revealed is beside it. */
  readonly panel?: ReactNode
  /** For small graphs: the tools show only on hover or focus, and on touch screens. */
  readonly quiet?: boolean
  /** Nodes stand closer together than the specification has it, so that more of them can be read. */
  readonly dense?: boolean
  /** In pixels, or as CSS has it. */
  readonly height?: number | string
}

/** The graph itself; `DependencyGraph` loads it. */
export function GraphView<N extends GraphNode>(props: DependencyGraphProps<N>) {
  const text = useText()
  const number = useNumber()
  const { nodes, edges } = props
  if (nodes.length === 0) return <EmptyState size="small" title={text(uiMessages.graphEmpty)} />
  if (nodes.length > maxGraph.nodes || edges.length > maxGraph.edges) {
    return (
      <EmptyState size="small" title={text(uiMessages.graphTooLarge, { nodes: number(nodes.length), edges: number(edges.length) })}>
        {text(uiMessages.graphTooLargeHint, { nodes: number(maxGraph.nodes), edges: number(maxGraph.edges) })}
      </EmptyState>
    )
  }
  return <DrawnGraph {...props} />
}

function DrawnGraph<N extends GraphNode>(props: DependencyGraphProps<N>) {
  const { label, nodes, edges, groups, direction = 'TB', curve = 'curved', focus, nodeSize = toNodeSize, height = 480 } = props
  const { renderNode, onOpen, onSelect, onHighlight, onLayout, reveal: wanted, panel, quiet = false, dense = false } = props
  const text = useText()
  const id = useId()
  const frame = useRef<HTMLDivElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const panelFrame = useRef<HTMLDivElement>(null)
  const selected = useRef<N>(undefined)
  const [current, setCurrent] = useState<string>()
  const [highlighted, setHighlighted] = useState<string>()
  const byId = useMemo(() => new Map(nodes.map(node => [node.id, node])), [nodes])
  const request = useMemo(
    () => ({
      nodes: nodes.map(node => ({ id: node.id, group: node.group, ...nodeSize(node) })),
      edges,
      direction,
      groups: groups?.map(group => ({ id: group.id, look: group.look, parent: group.parent, minWidth: toTitleWidth(group) })),
      isDense: dense,
    }),
    [nodes, edges, direction, nodeSize, groups, dense],
  )
  const { layout, isBusy } = useLayout(request)
  const { transform, view, fit, zoomBy, centreOn, reveal, approach } = useZoom(box, layout)
  const inView = useInView(layout, transform, view)
  const { full, toggle } = useFullscreen(frame)
  const hasMap = layout !== undefined && view.width >= 480 && nodes.length > 12
  const corner = hasMap ? findFreeCorner(layout.nodes, transform, view, toMapSize(layout)) : undefined
  const reachable = layout?.nodes.some(node => node.id === current) ? current : (focus ?? layout?.nodes[0]?.id)
  const highlight = useCallback(
    (nodeId: string | undefined) => {
      setHighlighted(nodeId)
      onHighlight?.(nodeId)
    },
    [onHighlight],
  )
  const onFocus = useCallback(
    (nodeId: string) => {
      setCurrent(nodeId)
      highlight(nodeId)
    },
    [highlight],
  )
  useEffect(() => {
    if (layout) onLayout?.(layout)
  }, [layout, onLayout])
  const move = useEffectEvent((node: LayoutNode) => reveal(node, toCovered(box.current, panelFrame.current?.firstElementChild)))
  useEffect(() => {
    const node = wanted === undefined ? undefined : layout?.nodes.find(each => each.id === wanted)
    if (node) move(node)
  }, [wanted, layout])
  const select = useMemo(
    () =>
      onSelect &&
      ((node: N, event: MouseEvent | KeyboardEvent) => {
        selected.current = node
        onSelect(node, event)
      }),
    [onSelect],
  )

  /** Of a node that is only in the picture, the element is made first. */
  function elementOf(nodeId: string): HTMLElement | null | undefined {
    if (nodeId !== reachable) flushSync(() => setCurrent(nodeId))
    return box.current?.querySelector<HTMLElement>(`[data-node="${CSS.escape(nodeId)}"]`)
  }
  /** The node whose picture is under the pointer. */
  function nodeAt(event: MouseEvent | PointerEvent) {
    if (!layout || !inView.hasFarNodes || (event.target as Element).closest('[data-node], [data-minimap], a')) return undefined
    const { left = 0, top = 0 } = box.current?.getBoundingClientRect() ?? {}
    const [x, y] = transform.invert([event.clientX - left, event.clientY - top])
    return findNodeAt(layout, { x, y })?.id
  }
  function onPointerMove(event: PointerEvent) {
    if (!inView.hasFarNodes || event.buttons !== 0) return
    const under = nodeAt(event)
    if (under !== undefined || !(event.target as Element).closest('[data-node]')) highlight(under)
  }
  function onClick(event: MouseEvent) {
    const under = nodeAt(event)
    const element = under === undefined ? undefined : elementOf(under)
    element?.focus({ preventScroll: true })
    element?.click()
  }
  /** The second click is on something else where the first one has drawn the node, or a panel above it. */
  function onDoubleClick(event: MouseEvent) {
    if (selected.current && (event.target === frame.current || event.target === box.current)) onOpen?.(selected.current, event)
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const zooms: Record<string, () => void> = { '+': () => zoomBy(1.3), '=': () => zoomBy(1.3), '-': () => zoomBy(1 / 1.3), '0': fit }
    const act = zooms[event.key]
    if (act) act()
    else if (layout && event.key.startsWith('Arrow')) {
      const next = findNextNode(layout.nodes, reachable ?? '', event.key)
      if (!next) return
      approach(next)
      elementOf(next.id)?.focus({ preventScroll: true })
    } else return
    event.preventDefault()
  }

  return (
    <div
      ref={frame}
      className={`${styles.frame} ${full === 'page' ? styles.over : ''}`}
      data-quiet={(quiet && full === 'none') || undefined}
      onDoubleClick={onDoubleClick}
    >
      {/* The keys belong to the nodes inside: they bubble up to here. A click here is on the picture of a node, which a key reaches as an element. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- see above */}
      <div
        ref={box}
        role="group"
        aria-label={label}
        aria-describedby={`${id}-help`}
        aria-busy={isBusy}
        className={styles.box}
        data-zoom={transform.k < tinyScale ? 'tiny' : transform.k < smallScale ? 'small' : undefined}
        data-on-node={(inView.hasFarNodes && highlighted !== undefined) || undefined}
        style={{ height: full === 'none' ? height : '100%' }}
        onKeyDown={onKeyDown}
        onClick={onClick}
        onPointerMove={onPointerMove}
      >
        {!layout && <GraphSkeleton />}
        <div data-layer className={styles.layer}>
          {layout && groups && <GraphGroups layout={layout} groups={groups} isSmall={transform.k < smallScale} />}
        </div>
        {layout && inView.hasFarEdges && (
          <GraphCanvas
            layout={layout}
            nodes={byId}
            curve={curve}
            transform={transform}
            view={view}
            highlighted={highlighted}
            linesOnly={!inView.hasFarNodes}
          />
        )}
        <div data-layer className={styles.layer} data-grouped={groups !== undefined || undefined}>
          {layout && (
            <>
              <GraphEdges layout={layout} edges={inView.edges} curve={curve} highlighted={highlighted} />
              <GraphNodes
                layout={layout}
                shown={inView.nodes}
                nodes={byId}
                current={reachable}
                focus={focus}
                renderNode={renderNode}
                onOpen={onOpen}
                onSelect={select}
                onHighlight={highlight}
                onFocus={onFocus}
              />
            </>
          )}
        </div>
        {layout && corner && <Minimap layout={layout} corner={corner} transform={transform} view={view} onMove={centreOn} />}
      </div>
      {panel !== undefined && (
        <div ref={panelFrame} className={styles.panelFrame}>
          {panel}
        </div>
      )}
      <GraphTools onZoom={zoomBy} onFit={fit} isFull={full !== 'none'} onFull={toggle} />
      <VisuallyHidden>
        <span id={`${id}-help`}>{text(onSelect ? uiMessages.graphSelectHelp : uiMessages.graphHelp)}</span>
      </VisuallyHidden>
      <GraphList nodes={nodes} edges={edges} />
    </div>
  )
}

/** Below this, only names are written, in larger letters. */
const smallScale = 0.65
const tinyScale = 0.4

const besidePx = 12

/** How much of a box something covers at its right, or at its foot where it is as wide as the box. */
function toCovered(box: Element | null, panel: Element | null | undefined): { readonly right?: number; readonly bottom?: number } {
  if (!box || !panel) return {}
  const [outer, inner] = [box.getBoundingClientRect(), panel.getBoundingClientRect()]
  if (inner.width >= outer.width * 0.75) return { bottom: Math.max(0, outer.bottom - inner.top + besidePx) }
  return { right: Math.max(0, outer.right - inner.left + besidePx) }
}

function toTitleWidth({ label, hint }: GraphGroup): number {
  return measureNodeWords({ label }) + (hint === undefined ? 0 : measureNodeWords({ label: hint })) + 48
}
