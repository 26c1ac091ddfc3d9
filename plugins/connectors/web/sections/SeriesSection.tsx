import type { ViewFact } from '@portico/connectors/common'
import { Sparkline, TrendChart, type SeriesPoint, type TrendSeries } from '@portico/ui'
import { itemsOf, textOf, useUnitWords } from './fact-words.ts'
import { FactMark } from './FactMark.tsx'
import { FactText } from './FactText.tsx'
import styles from './Sections.module.css'

/** Numbers over time: the history of number facts, or the items of a list. */
export function SeriesSection({ facts, isCompact }: { readonly facts: readonly ViewFact[]; readonly isCompact: boolean }) {
  const words = useUnitWords()
  const unit = facts[0]?.unit ?? facts[0]?.columns?.find(({ name }) => name === 'value')?.unit
  const numbers = facts.filter(({ type }) => type === 'number')
  if (facts.length === 0) return undefined
  if (isCompact && numbers.length === facts.length) {
    return (
      <dl className={styles.facts}>
        {numbers.map(fact => (
          <div key={fact.name} className={styles.fact}>
            <dt title={fact.description}>{fact.title}</dt>
            <dd className={styles.spark}>
              <Sparkline
                label={fact.title}
                points={pointsOf(fact)}
                format={value => words(value, fact.unit)}
                {...(fact.tone && { tone: fact.tone })}
              />
              <FactText fact={fact} value={fact.value?.value} />
              <FactMark fact={fact} />
            </dd>
          </div>
        ))}
      </dl>
    )
  }
  return (
    <TrendChart
      label={facts.map(({ title }) => title).join(', ')}
      series={facts.flatMap(toSeries)}
      format={value => words(value, unit)}
      height={isCompact ? 120 : 200}
    />
  )
}

/** One line for a number; for a list one for each name in its items. */
function toSeries(fact: ViewFact): readonly TrendSeries[] {
  if (fact.type === 'number') return [{ name: fact.title, points: pointsOf(fact) }]
  const lines = Map.groupBy(itemsOf(fact.value?.value), item => textOf(item, 'name') ?? fact.title)
  return [...lines].map(([name, items]) => ({
    name,
    points: items.map(item => ({ at: String(item['time'] ?? ''), value: typeof item['value'] === 'number' ? item['value'] : undefined })),
  }))
}

/** The values that a number had, until the one that it has now. */
function pointsOf({ points = [], value }: ViewFact): readonly SeriesPoint[] {
  const past = points.map(point => ({ at: point.at, value: typeof point.value === 'number' ? point.value : undefined }))
  return typeof value?.value === 'number' ? [...past, { at: value.checkedAt, value: value.value }] : past
}
