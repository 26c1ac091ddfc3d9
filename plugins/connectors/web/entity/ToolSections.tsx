import type { ConnectorViews, ViewFact, ViewSection } from '@portico/connectors/common'
import { useText } from '@portico/core/web'
import { SkeletonRows } from '@portico/ui'
import { toolMessages } from '../messages.ts'
import { SectionView } from '../sections/SectionView.tsx'
import styles from './Tools.module.css'

export interface ToolSectionsProps {
  readonly tool: ConnectorViews
  readonly sections: readonly ViewSection[]
  readonly isCompact: boolean
}

/** What a tool says in a card or a tab; where it says nothing at all, one line in place of many dashes. */
export function ToolSections({ tool, sections, isCompact }: ToolSectionsProps) {
  const text = useText()
  if (tool.state === 'waiting') return <SkeletonRows rows={Math.max(2, sections.length)} />
  if (tool.facts.some(isKnown)) return sections.map((section, index) => <SectionView key={index} {...{ tool, section, isCompact }} />)
  // Why nothing is known stands above.
  return tool.state === 'failing' ? undefined : <p className={styles.nothing}>{text(toolMessages.nothingKnown, { tool: tool.title })}</p>
}

/** A value that says something; a list without items says that there are none. */
function isKnown({ value }: ViewFact): boolean {
  return value?.value !== null && value?.value !== undefined
}
