import { KindIcon, useTimeMark } from '@portico/catalog/web'
import { measureNodeWords, NodeText } from '@portico/ui'
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs'
import type { EntityNode } from '../graph/graph-drawing.ts'
import styles from './EntityNodeView.module.css'

/** The size of a node, by its words: around them are the icon and the padding. */
export function entityNodeSize({ label, hint }: EntityNode) {
  return { width: Math.min(320, Math.max(112, measureNodeWords({ label, hint }) + 54)), height: 44 }
}

/** The same in a card, which is narrow: the whole name shows on hover. */
export function cardNodeSize(node: EntityNode) {
  const { width, height } = entityNodeSize(node)
  return { width: Math.min(176, width), height }
}

/** A node of the graph: the icon of its kind, its name, what it is. */
export function EntityNodeView({ node, isDim = false, isSelected = false }: { node: EntityNode; isDim?: boolean; isSelected?: boolean }) {
  const mark = useTimeMark(node.ref)
  return (
    <span
      className={styles.node}
      title={node.form === 'more' ? undefined : `${node.label}\n${node.ref}`}
      data-form={node.form}
      data-root={node.isRoot || undefined}
      data-dim={isDim || undefined}
      data-selected={isSelected || undefined}
      data-change={mark?.change}
    >
      {node.form === 'more' ? <IconDots size={18} aria-hidden className={styles.dots} /> : <KindIcon kind={node.kind ?? ''} size={18} />}
      <NodeText label={node.label} hint={node.hint} />
    </span>
  )
}
