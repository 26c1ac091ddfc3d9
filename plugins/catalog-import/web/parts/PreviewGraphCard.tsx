import type { EntityPreview } from '@portico/catalog/common'
import { KindIcon } from '@portico/catalog/web'
import { useText } from '@portico/core/web'
import { DependencyGraph, InfoCard, measureNodeWords, NodeText, useNumber } from '@portico/ui'
import { useMemo } from 'react'
import { drawPreview, maxDrawn, type PreviewNode } from '../import/preview-graph.ts'
import { catalogImportMessages } from '../messages.ts'
import styles from './PreviewCard.module.css'

function nodeSize({ label, hint }: PreviewNode) {
  return { width: Math.min(260, Math.max(112, measureNodeWords({ label, hint }) + 54)), height: 44 }
}

const renderNode = ({ label, hint, kind, form, id }: PreviewNode) => (
  <span className={styles.node} data-form={form} title={id}>
    <KindIcon kind={kind ?? ''} size={18} />
    <NodeText label={label} hint={hint} {...(form === 'missing' && { tone: 'error' as const })} />
  </span>
)

/** The entities of the preview and what they name, with what is not there marked. */
export function PreviewGraphCard({ items }: { items: readonly EntityPreview[] }) {
  const text = useText()
  const number = useNumber()
  const missing = text(catalogImportMessages.missing)
  const { nodes, edges, isPartial } = useMemo(() => drawPreview(items, missing), [items, missing])
  return (
    <InfoCard
      title={text(catalogImportMessages.graph)}
      subtitle={isPartial ? text(catalogImportMessages.graphMany, { shown: number(maxDrawn) }) : undefined}
      flush
    >
      <div className={styles.graph}>
        <DependencyGraph
          label={text(catalogImportMessages.graphLabel)}
          nodes={nodes}
          edges={edges}
          direction="LR"
          renderNode={renderNode}
          nodeSize={nodeSize}
          quiet
          height={320}
        />
      </div>
    </InfoCard>
  )
}
