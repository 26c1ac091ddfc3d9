import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs'
import { useId, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { useNumber } from '../locale.tsx'
import { uiMessages } from '../messages.ts'
import { useRowWindow } from '../rows/use-row-window.ts'
import { useText } from '../text.tsx'
import { toTreeNodes, type TreeNode } from './tree-nodes.ts'
import styles from './ValueViewer.module.css'

const lineHeight = 24

export interface ValueTreeProps {
  readonly value: unknown
  readonly label: string
  readonly open: ReadonlySet<string>
  readonly onOpen: (open: ReadonlySet<string>) => void
}

/** A value as lines that fold. Up and down move, right opens, left closes or goes to the parent. */
export function ValueTree({ value, label, open, onOpen }: ValueTreeProps) {
  const id = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const nodes = useMemo(() => toTreeNodes(value, path => open.has(path)), [value, open])
  const [at, setAt] = useState('')
  const index = Math.max(
    0,
    nodes.findIndex(node => node.path === at),
  )
  const { first, end, before, after, scrollTo } = useRowWindow({
    count: nodes.length,
    rowHeight: lineHeight,
    scroller,
    enabled: nodes.length > 200,
  })
  function toggle(node: TreeNode, wanted = !open.has(node.path)) {
    if (node.children === 0) return
    const next = new Set(open)
    if (wanted) next.add(node.path)
    else next.delete(node.path)
    onOpen(next)
  }
  function goTo(target: number) {
    const node = nodes[Math.max(0, Math.min(nodes.length - 1, target))]
    if (!node) return
    setAt(node.path)
    scrollTo(nodes.indexOf(node))
  }
  function onKeyDown(event: KeyboardEvent) {
    const node = nodes[index]
    if (!node) return
    const isOpen = open.has(node.path) && node.children > 0
    const acts: Record<string, () => void> = {
      ArrowDown: () => goTo(index + 1),
      ArrowUp: () => goTo(index - 1),
      Home: () => goTo(0),
      End: () => goTo(nodes.length - 1),
      ArrowRight: () => (isOpen ? goTo(index + 1) : toggle(node, true)),
      ArrowLeft: () => (isOpen ? toggle(node, false) : goTo(nodes.findIndex(({ path }) => path === node.parent))),
      Enter: () => toggle(node),
      ' ': () => toggle(node),
    }
    const act = acts[event.key]
    if (!act) return
    event.preventDefault()
    act()
  }
  return (
    <div
      ref={scroller}
      role="tree"
      aria-label={label}
      tabIndex={0}
      aria-activedescendant={`${id}-${index}`}
      className={styles.tree}
      onKeyDown={onKeyDown}
    >
      <div style={{ height: before }} role="presentation" />
      {nodes.slice(first, end).map((node, offset) => (
        // The tree has the focus and the keys; the line is for the pointer.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- see above
        <div
          key={node.path}
          id={`${id}-${first + offset}`}
          role="treeitem"
          aria-level={node.depth + 1}
          aria-expanded={node.children > 0 ? open.has(node.path) : undefined}
          aria-selected={first + offset === index}
          tabIndex={-1}
          className={styles.line}
          style={{ paddingLeft: 4 + node.depth * 16 }}
          onClick={() => {
            setAt(node.path)
            toggle(node)
          }}
        >
          <IconChevronRight size={14} aria-hidden className={node.children > 0 ? styles.chevron : styles.leaf} />
          {node.name !== undefined && <span className={styles.key}>{node.name}:</span>}
          <TreeValue value={node.value} count={node.children} />
        </div>
      ))}
      <div style={{ height: after }} role="presentation" />
    </div>
  )
}

function TreeValue({ value, count: children }: { value: unknown; count: number }) {
  const text = useText()
  const count = useNumber()(children)
  if (Array.isArray(value)) return <span className={styles.size}>{text(uiMessages.itemCount, { count })}</span>
  if (typeof value === 'object' && value !== null) return <span className={styles.size}>{text(uiMessages.keyCount, { count })}</span>
  const kind = value === null || value === undefined ? 'none' : typeof value
  const words = kind === 'string' ? JSON.stringify(value) : String(value)
  return (
    <span className={styles.value} data-kind={kind} title={words.length > 60 ? words : undefined}>
      {words}
    </span>
  )
}
