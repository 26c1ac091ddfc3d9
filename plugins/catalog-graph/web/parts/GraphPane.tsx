import { parseEntityRef } from '@portico/catalog/common'
import { RequestErrorPanel, useNavigate, useRouteRef, useText } from '@portico/core/web'
import {
  ActionIcon,
  Button,
  DependencyGraph,
  EmptyState,
  SearchField,
  uiMessages,
  useNumber,
  WarningPanel,
  type GraphLayout,
} from '@portico/ui'
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs'
import { useCallback, useMemo, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react'
import { isSummary, type EntityNode } from '../graph/graph-drawing.ts'
import { findNodes, neighboursOf } from '../graph/highlight.ts'
import type { ShownGraph } from '../graph/use-shown-graph.ts'
import { expandView, toEdgeCurve, type ViewState } from '../graph/view-state.ts'
import { catalogGraphMessages } from '../messages.ts'
import { catalogEntityRoute } from '../routes.ts'
import { EntityNodeView, entityNodeSize } from './EntityNodeView.tsx'
import { ExportMenu } from './ExportMenu.tsx'
import styles from './GraphPane.module.css'
import { GraphPlaceholder } from './GraphPlaceholder.tsx'
import { SelectedEntity } from './SelectedEntity.tsx'

export interface GraphPaneProps {
  readonly view: ViewState
  readonly onChange: (part: Partial<ViewState>) => void
  readonly shown: ShownGraph
}

/** The graph with its search and the selected node, or its error, loading or empty state. */
export function GraphPane({ view, onChange, shown }: GraphPaneProps) {
  const text = useText()
  const { graph, path, error, partial, isStale, isLoading } = shown
  if (error) return <RequestErrorPanel error={error} title={text(catalogGraphMessages.failed)} onRetry={shown.retry} />
  if (path && path.result !== 'found') {
    const gaveUp = path.result === 'gave-up'
    return (
      <EmptyState
        title={text(gaveUp ? catalogGraphMessages.pathGaveUp : catalogGraphMessages.pathNone)}
        action={
          <Button variant="default" onClick={() => onChange({ pathTo: undefined })}>
            {text(catalogGraphMessages.leavePath)}
          </Button>
        }
      >
        {gaveUp ? text(catalogGraphMessages.pathGaveUpHint, { count: path.looked }) : text(catalogGraphMessages.pathNoneHint)}
      </EmptyState>
    )
  }
  if (!graph || isLoading)
    return <GraphPlaceholder label={view.pathTo === undefined ? undefined : text(catalogGraphMessages.pathLooking)} />
  return (
    <div className={styles.pane} data-stale={isStale || undefined}>
      {partial && (
        <WarningPanel
          title={text(catalogGraphMessages.partly)}
          action={
            <Button variant="default" size="compact-sm" onClick={shown.retry}>
              {text(uiMessages.retry)}
            </Button>
          }
        >
          {partial.message}
        </WarningPanel>
      )}
      <DrawnPane view={view} onChange={onChange} graph={graph} path={path} />
    </div>
  )
}

function DrawnPane(props: Omit<GraphPaneProps, 'shown'> & { graph: NonNullable<ShownGraph['graph']>; path: ShownGraph['path'] }) {
  const { view, onChange, graph, path } = props
  const text = useText()
  const number = useNumber()
  const navigate = useNavigate()
  const toEntity = useRouteRef(catalogEntityRoute)
  const [layout, setLayout] = useState<GraphLayout>()
  const [searched, setSearched] = useState('')
  const [at, setAt] = useState(0)
  const [hoveredId, setHoveredId] = useState<string>()
  const [selection, setSelection] = useState<{ readonly id: string; readonly byKey: boolean }>()
  const pane = useRef<HTMLDivElement>(null)
  const found = useMemo(() => findNodes(graph, searched), [graph, searched])
  const current = found[at % Math.max(1, found.length)]
  const highlighted = useMemo(
    () => (hoveredId !== undefined ? neighboursOf(graph, hoveredId) : searched.trim() === '' ? undefined : new Set(found)),
    [graph, hoveredId, searched, found],
  )
  const renderNode = useCallback(
    (node: EntityNode) => (
      <EntityNodeView
        node={node}
        isDim={highlighted !== undefined && !highlighted.has(node.id)}
        isSelected={node.id === selection?.id || node.id === current}
      />
    ),
    [highlighted, selection?.id, current],
  )
  const selected = graph.nodes.find(({ id }) => id === selection?.id)
  const [root = ''] = view.rootEntityRefs
  const name = (graph.nodes.find(({ id }) => id === root) ?? graph.groups?.find(({ id }) => id === root))?.label ?? root
  const label = path
    ? text(catalogGraphMessages.pathFromTo, { from: name, to: graph.nodes.at(-1)?.label ?? '' })
    : text(catalogGraphMessages.graphOf, { name })

  function expand({ leftOut, isFull }: EntityNode) {
    if (leftOut && !isFull) onChange({ expanded: expandView(view, leftOut.from, leftOut.relation).expanded })
  }
  function open(node: EntityNode, event: MouseEvent | KeyboardEvent) {
    const page = node.form === 'entity' ? toEntity?.({ ...parseEntityRef(node.ref) }) : undefined
    if (page !== undefined) void navigate(page)
    // The first click of two has shown more already.
    else if (event.type === 'keydown') expand(node)
  }
  function select(node: EntityNode, event: MouseEvent | KeyboardEvent) {
    if (node.leftOut) expand(node)
    else if (event.shiftKey || event.metaKey || event.ctrlKey) open(node, event)
    else setSelection({ id: node.id, byKey: event.type === 'keydown' })
  }
  function close() {
    const id = selection?.id
    const isInPanel = pane.current?.querySelector('section')?.contains(document.activeElement) ?? false
    setSelection(undefined)
    if (id !== undefined && isInPanel) pane.current?.querySelector<HTMLElement>(`[data-node="${CSS.escape(id)}"]`)?.focus()
  }

  return (
    <>
      <div className={styles.bar}>
        <div className={styles.search}>
          <SearchField
            value={searched}
            label={text(catalogGraphMessages.searchInGraph)}
            onChange={value => {
              // Enter submits the same text again: go to the next match.
              setAt(value === searched ? at + 1 : 0)
              setSearched(value)
            }}
          />
        </div>
        <span role="status" className={styles.matches}>
          {searched.trim() !== '' &&
            (found.length === 0
              ? text(catalogGraphMessages.noMatches)
              : text(catalogGraphMessages.matches, { current: number((at % found.length) + 1), count: number(found.length) }))}
        </span>
        {found.length > 1 && (
          <ActionIcon
            aria-label={text(catalogGraphMessages.nextMatch)}
            title={text(catalogGraphMessages.nextMatch)}
            onClick={() => setAt(at + 1)}
          >
            <IconChevronRight size={16} aria-hidden />
          </ActionIcon>
        )}
        <span className={styles.counts}>
          {path?.result === 'found' ? (
            <>
              {text(catalogGraphMessages.pathSteps, { count: number(graph.edges.length) })}
              <Button variant="default" size="compact-sm" onClick={() => onChange({ pathTo: undefined })}>
                {text(catalogGraphMessages.leavePath)}
              </Button>
            </>
          ) : (
            text(catalogGraphMessages.counts, {
              entities: number(graph.nodes.filter(({ id }) => !isSummary(id)).length),
              relations: number(graph.edges.filter(({ to }) => !isSummary(to)).length),
            })
          )}
          <ExportMenu name="catalog-graph" layout={layout} graph={graph} curve={view.curve} />
        </span>
      </div>
      {/* Escape works wherever the focus is inside. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- see above */}
      <div ref={pane} className={styles.frame} onKeyDown={event => event.key === 'Escape' && close()}>
        <DependencyGraph
          label={label}
          nodes={graph.nodes}
          edges={graph.edges}
          groups={graph.groups}
          direction={view.direction}
          curve={toEdgeCurve(view.curve)}
          focus={view.rootEntityRefs[0]}
          renderNode={renderNode}
          nodeSize={entityNodeSize}
          onOpen={open}
          onSelect={select}
          onHighlight={setHoveredId}
          onLayout={setLayout}
          reveal={selected?.id ?? current}
          panel={
            selected && (
              <SelectedEntity
                node={selected}
                isRoot={view.rootEntityRefs.includes(selected.ref)}
                takesFocus={selection?.byKey ?? false}
                onStart={() => onChange({ rootEntityRefs: [selected.ref], expanded: [], pathTo: undefined })}
                onAdd={() => onChange({ rootEntityRefs: [...view.rootEntityRefs, selected.ref], pathTo: undefined })}
                onPath={path ? undefined : () => onChange({ pathTo: selected.ref })}
                onClose={close}
              />
            )
          }
          dense
          height="var(--graph-height)"
        />
      </div>
      {graph.nodes.length === 1 && <p className={styles.note}>{text(catalogGraphMessages.alone)}</p>}
      {graph.nodes.some(({ isFull }) => isFull) && <p className={styles.note}>{text(catalogGraphMessages.moreFull)}</p>}
      <p className={styles.help}>{text(catalogGraphMessages.clickHelp)}</p>
    </>
  )
}
