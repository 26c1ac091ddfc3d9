import { memo, useDeferredValue } from 'react'
import { uiMessages } from '../messages.ts'
import { useText } from '../text.tsx'
import { VisuallyHidden } from '../VisuallyHidden.tsx'
import type { GraphEdge, GraphNode } from './graph-shape.ts'

const nothing = { nodes: [], edges: [] }

/** The same graph in words: every node and where it leads. */
export const GraphList = memo(function GraphList(props: { nodes: readonly GraphNode[]; edges: readonly GraphEdge[] }) {
  const text = useText()
  // Thousands of lines are written after the picture.
  const { nodes, edges } = useDeferredValue(props, nothing)
  const labels = new Map(nodes.map(({ id, label }) => [id, label]))
  const targets = new Map<string, string[]>()
  for (const { from, to, label } of edges) {
    const name = labels.get(to)
    if (name === undefined || !labels.has(from)) continue
    const list = targets.get(from) ?? []
    list.push(label === undefined ? name : `${name} (${label})`)
    targets.set(from, list)
  }
  return (
    <VisuallyHidden>
      <ul aria-label={text(uiMessages.graphList)}>
        {nodes.map(({ id, label }) => {
          const names = targets.get(id)?.join(', ')
          return <li key={id}>{names === undefined ? label : `${label} ${text(uiMessages.graphLeadsTo, { names })}`}</li>
        })}
      </ul>
    </VisuallyHidden>
  )
})
