import type { ConnectorViews, ViewFact, ViewSection } from '@portico/connectors/common'
import { useText } from '@portico/core/web'
import { SkeletonRows } from '@portico/ui'
import { toolMessages } from '../messages.ts'
import { SectionView } from '../sections/SectionView.tsx'
import { isCourse, toSeries } from '../sections/SeriesSection.tsx'
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
  const named = new Set(sections.flatMap(section => (section.type === 'facts' ? section.facts : [])))
  if (tool.facts.some(isKnown))
    return sections
      .filter(section => section.type !== 'series' || hasCourse(tool, section) || !section.facts.every(name => named.has(name)))
      .map((section, index) => <SectionView key={index} {...{ tool, section, isCompact }} />)
  // Why nothing is known stands above.
  return tool.state === 'failing' ? undefined : <p className={styles.nothing}>{text(toolMessages.nothingKnown, { tool: tool.title })}</p>
}

/** Whether a series has more to show than its last value, which may be named already. */
function hasCourse({ facts }: ConnectorViews, { facts: names }: Extract<ViewSection, { type: 'series' }>): boolean {
  return isCourse(facts.filter(({ name }) => names.includes(name)).flatMap(toSeries))
}

/** A value that says something; a list without items says that there are none. */
export function isKnown({ value }: ViewFact): boolean {
  return value?.value !== null && value?.value !== undefined
}
