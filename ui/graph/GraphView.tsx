import IconArrowsMaximize from '@tabler/icons-react/dist/esm/icons/IconArrowsMaximize.mjs'
import IconFocusCentered from '@tabler/icons-react/dist/esm/icons/IconFocusCentered.mjs'
import IconMinus from '@tabler/icons-react/dist/esm/icons/IconMinus.mjs'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
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
  type ReactNode,
} from 'react'
import { EmptyState } from '../EmptyState.tsx'
import { uiMessages } from '../messages.ts'
import { ActionIcon } from '../ActionIcon.tsx'
import { Progress } from '../Progress.tsx'
import { useText } from '../text.tsx'
import { VisuallyHidden } from '../VisuallyHidden.tsx'
import type { EdgeCurve } from './edge-path.ts'
import styles from './Graph.module.css'
import { GraphEdges } from './GraphEdges.tsx'
import { GraphList } from './GraphList.tsx'
import { GraphNodes } from './GraphNodes.tsx'
import {
  toNodeSize,
  type GraphDirection,
  type GraphEdge,
  type GraphLayout,
  type GraphNode,
  type LayoutNode,
  type Size,
} from './graph-shape.ts'
import { findFreeCorner } from './free-corner.ts'
import { Minimap, toMapSize } from './Minimap.tsx'
import { findNextNode } from './next-node.ts'
import { useFullscreen } from './use-fullscreen.ts'
import { useLayout } from './use-layout.ts'
import { useZoom } from './use-zoom.ts'

export interface DependencyGraphProps<N extends GraphNode = GraphNode> {
  readonly label: string
  /** Keep nodes and edges the same between renders: new ones cause another layout. */
  readonly nodes: readonly N[]
  readonly edges: readonly GraphEdge[]
  /** Top to bottom by default. */
  readonly direction?: GraphDirection
  readonly curve?: EdgeCurve
  /** The node at the centre of interest. */
  readonly focus?: string | undefined
  /** The nodes that are all in view at first; the focus by default. */
  readonly starts?: readonly string[] | undefined
  /** What a node looks like; with `nodeSize`, which must stay the same between renders. */
  readonly renderNode?: (node: N) => ReactNode
  readonly nodeSize?: (node: N) => Size
  /** For nodes without an address of their own; the event has the modifier keys. */
  readonly onOpen?: (node: N, event: MouseEvent | KeyboardEvent) => void
  /** Called with the node that is hovered or focused, and with undefined for none. Keep it the same between renders. */
  readonly onHighlight?: (id: string | undefined) => void
  /** Called with the layout, whenever that changes. Keep it the same between renders. */
  readonly onLayout?: (layout: GraphLayout) => void
  /** The view moves to this node whenever it becomes another. */
  readonly reveal?: string | undefined
  /** For small graphs: the tools show only on hover or focus, and on touch screens. */
  readonly quiet?: boolean
  /** In pixels, or as CSS has it. */
  readonly height?: number | string
}

/** The graph itself; `DependencyGraph` loads it. */
export function GraphView<N extends GraphNode>(props: DependencyGraphProps<N>) {
  const text = useText()
  if (props.nodes.length === 0) return <EmptyState size="small" title={text(uiMessages.graphEmpty)} />
  return <DrawnGraph {...props} />
}

function DrawnGraph<N extends GraphNode>(props: DependencyGraphProps<N>) {
  const { label, nodes, edges, direction = 'TB', curve = 'curved', focus, nodeSize = toNodeSize, renderNode, onOpen, height = 480 } = props
  const { onHighlight, onLayout, reveal: wanted, quiet = false, starts } = props
  const text = useText()
  const id = useId()
  const frame = useRef<HTMLDivElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const layer = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useState<string>()
  const [highlighted, setHighlighted] = useState<string>()
  const byId = useMemo(() => new Map(nodes.map(node => [node.id, node])), [nodes])
  const request = useMemo(
    () => ({ nodes: nodes.map(node => ({ id: node.id, ...nodeSize(node) })), edges, direction }),
    [nodes, edges, direction, nodeSize],
  )
  const layout = useLayout(request)
  const start = useMemo(() => layout && boxAround(layout.nodes, starts ?? [focus]), [layout, focus, starts])
  const { transform, view, fit, zoomBy, centreOn, reveal } = useZoom(box, layer, layout, start)
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
  const move = useEffectEvent(centreOn)
  useEffect(() => {
    const node = wanted === undefined ? undefined : layout?.nodes.find(each => each.id === wanted)
    if (node) move(node)
  }, [wanted, layout])

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const zooms: Record<string, () => void> = { '+': () => zoomBy(1.3), '=': () => zoomBy(1.3), '-': () => zoomBy(1 / 1.3), '0': fit }
    const act = zooms[event.key]
    if (act) act()
    else if (layout && event.key.startsWith('Arrow')) {
      const next = findNextNode(layout.nodes, reachable ?? '', event.key)
      if (!next) return
      reveal(next, next)
      layer.current?.querySelector<HTMLElement>(`[data-node="${CSS.escape(next.id)}"]`)?.focus({ preventScroll: true })
    } else return
    event.preventDefault()
  }

  return (
    <div
      ref={frame}
      className={`${styles.frame} ${full === 'page' ? styles.over : ''}`}
      data-quiet={(quiet && full === 'none') || undefined}
    >
      {/* The keys belong to the nodes inside: they bubble up to here. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- see above */}
      <div
        ref={box}
        role="group"
        aria-label={label}
        aria-describedby={`${id}-help`}
        className={styles.box}
        style={{ height: full === 'none' ? height : '100%' }}
        onKeyDown={onKeyDown}
      >
        {!layout && <Progress look="block" label={text(uiMessages.graphLaying)} />}
        <div ref={layer} className={styles.layer}>
          {layout && (
            <>
              <GraphEdges layout={layout} curve={curve} highlighted={highlighted} />
              <GraphNodes
                layout={layout}
                nodes={byId}
                current={reachable}
                focus={focus}
                renderNode={renderNode}
                onOpen={onOpen}
                onHighlight={highlight}
                onFocus={onFocus}
              />
            </>
          )}
        </div>
        {layout && corner && <Minimap layout={layout} corner={corner} transform={transform} view={view} onMove={centreOn} />}
      </div>
      <div className={styles.tools}>
        <Tool label={text(uiMessages.zoomIn)} onClick={() => zoomBy(1.3)}>
          <IconPlus size={16} aria-hidden />
        </Tool>
        <Tool label={text(uiMessages.zoomOut)} onClick={() => zoomBy(1 / 1.3)}>
          <IconMinus size={16} aria-hidden />
        </Tool>
        <Tool label={text(uiMessages.zoomFit)} onClick={fit}>
          <IconFocusCentered size={16} aria-hidden />
        </Tool>
        <Tool label={text(uiMessages.toggleFullscreen)} pressed={full !== 'none'} onClick={toggle}>
          <IconArrowsMaximize size={16} aria-hidden />
        </Tool>
      </div>
      <VisuallyHidden>
        <span id={`${id}-help`}>{text(uiMessages.graphHelp)}</span>
      </VisuallyHidden>
      <GraphList nodes={nodes} edges={edges} />
    </div>
  )
}

/** What holds all of some nodes; of the first one where none of them is there. */
function boxAround(nodes: readonly LayoutNode[], ids: readonly (string | undefined)[]): LayoutNode | undefined {
  const found = nodes.filter(({ id }) => ids.includes(id))
  const [first] = found
  if (!first || found.length === 1) return first ?? nodes[0]
  const left = Math.min(...found.map(({ x, width }) => x - width / 2))
  const right = Math.max(...found.map(({ x, width }) => x + width / 2))
  const top = Math.min(...found.map(({ y, height }) => y - height / 2))
  const bottom = Math.max(...found.map(({ y, height }) => y + height / 2))
  return { id: first.id, x: (left + right) / 2, y: (top + bottom) / 2, width: right - left, height: bottom - top }
}

function Tool({ label, pressed, onClick, children }: { label: string; pressed?: boolean; onClick: () => void; children: ReactNode }) {
  return (
    <ActionIcon
      variant="default"
      aria-label={label}
      title={label}
      {...(pressed !== undefined && { 'aria-pressed': pressed })}
      onClick={onClick}
    >
      {children}
    </ActionIcon>
  )
}
