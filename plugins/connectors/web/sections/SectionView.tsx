import type { ConnectorViews, ViewFact, ViewSection } from '@portico/connectors/common'
import { AlertsSection } from './AlertsSection.tsx'
import { itemsOf } from './fact-words.ts'
import { FactsSection } from './FactsSection.tsx'
import { FactMark } from './FactMark.tsx'
import { GaugeSection } from './GaugeSection.tsx'
import { LinksSection } from './LinksSection.tsx'
import { PeopleSection } from './PeopleSection.tsx'
import styles from './Sections.module.css'
import { isCourse, SeriesSection, toSeries } from './SeriesSection.tsx'
import { SeveritySection } from './SeveritySection.tsx'
import { TableSection } from './TableSection.tsx'

/** More facts than these stand side by side in a tab. */
const maxNarrow = 3

export interface SectionProps {
  readonly tool: ConnectorViews
  readonly section: ViewSection
  /** In a card: fewer rows, no search, no axes. */
  readonly isCompact: boolean
}

/** One part of a card or a tab, with its heading. */
export function SectionView({ tool, section, isCompact }: SectionProps) {
  const factOf = (name: string): ViewFact | undefined => tool.facts.find(fact => fact.name === name)
  const isWide = !isCompact && isWideSection(section, factOf)
  const content = contentOf(section, factOf, isCompact)
  if (!content) return undefined
  const heading = headingOf(section, factOf, isCompact)
  const marked = isList(section) ? factOf(section.fact) : undefined
  return (
    <div className={isWide ? styles.wide : styles.section}>
      {heading !== undefined && (
        <h3 className={styles.heading}>
          {heading} {marked && <FactMark fact={marked} />}
        </h3>
      )}
      {content}
    </div>
  )
}

function isWideSection(section: ViewSection, factOf: FactOf): boolean {
  if (section.type === 'series') return isCourse(section.facts.flatMap(name => factOf(name) ?? []).flatMap(toSeries))
  if (section.type === 'table' || section.type === 'alerts') return itemsOf(factOf(section.fact)?.value?.value).length > 0
  return section.type === 'facts' && section.facts.length > maxNarrow
}

type FactOf = (name: string) => ViewFact | undefined

/** A section that shows the items of one fact. */
function isList(section: ViewSection): section is Extract<ViewSection, { type: 'table' | 'links' | 'alerts' | 'people' }> {
  return section.type === 'table' || section.type === 'links' || section.type === 'alerts' || section.type === 'people'
}

/** Lists are called what their fact is called, unless the section says otherwise. */
function headingOf(section: ViewSection, factOf: FactOf, isCompact: boolean): string | undefined {
  if (section.title !== undefined) return section.title
  if (isList(section)) return factOf(section.fact)?.title
  if (section.type !== 'series' || section.facts.length !== 1) return undefined
  const fact = factOf(section.facts[0]!)
  return isCompact && fact?.type === 'number' ? undefined : fact?.title
}

function contentOf(section: ViewSection, factOf: FactOf, isCompact: boolean) {
  if (section.type === 'facts') {
    const isWide = !isCompact && isWideSection(section, factOf)
    return <FactsSection facts={section.facts.flatMap(name => factOf(name) ?? [])} isWide={isWide} />
  }
  if (section.type === 'severity')
    return <SeveritySection counts={section.counts.flatMap(({ level, fact }) => toCount(level, factOf(fact)))} />
  if (section.type === 'series') return <SeriesSection facts={section.facts.flatMap(name => factOf(name) ?? [])} isCompact={isCompact} />
  const fact = factOf(section.fact)
  if (!fact) return undefined
  if (section.type === 'gauge') return <GaugeSection fact={fact} section={section} />
  if (section.type === 'table') return <TableSection fact={fact} rows={section.rows} isCompact={isCompact} />
  if (section.type === 'links') return <LinksSection fact={fact} />
  if (section.type === 'alerts') return <AlertsSection fact={fact} rows={section.rows} isCompact={isCompact} />
  return <PeopleSection fact={fact} />
}

type Level = Extract<ViewSection, { type: 'severity' }>['counts'][number]['level']

function toCount(level: Level, fact: ViewFact | undefined) {
  return fact ? [{ level, fact }] : []
}
