import type { ViewFact } from '@portico/connectors/common'
import { useText } from '@portico/core/web'
import { RelativeTime, Sparkline, TrendChart, type SeriesPoint, type TrendSeries } from '@portico/ui'
import { toolMessages } from '../messages.ts'
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
  const series = facts.flatMap(toSeries)
  if (!isCourse(series)) return <Unchanged series={series} format={value => words(value, unit)} />
  const scale = unit === 's' || unit === 'ms' ? scaleOf(series, unit === 's' ? 1 : 1000) : 1
  return (
    <TrendChart
      label={facts.map(({ title }) => title).join(', ')}
      series={series.map(line => ({ ...line, points: line.points.map(each => ({ ...each, value: each.value && each.value / scale })) }))}
      format={value => words(value * scale, unit)}
      height={isCompact ? 120 : 200}
      {...(unit === '%' && isNearWhole(series) && { max: 100 })}
    />
  )
}

/** Whether there is a course to draw: a value that was once another. */
export function isCourse(series: readonly TrendSeries[]): boolean {
  return series.some(({ points }) => new Set(points.flatMap(({ value }) => value ?? [])).size > 1)
}

/** What has always been the same needs no chart. */
function Unchanged({ series, format }: { readonly series: readonly TrendSeries[]; readonly format: (value: number) => string }) {
  const text = useText()
  const known = series.flatMap(({ name, points }) => {
    const first = points.find(({ value }) => value !== undefined)
    return first?.value === undefined ? [] : [{ name, at: first.at, value: first.value }]
  })
  if (known.length === 0) return <span className={styles.muted}>{text(toolMessages.noValues)}</span>
  return known.map(({ name, at, value }) => (
    <span key={name} className={styles.muted}>
      {series.length > 1 && `${name}: `}
      {format(value)} · {text(toolMessages.unchangedSince)} <RelativeTime at={at} />
    </span>
  ))
}

/** The scale of a percentage ends at 100, where its values come near to it. */
function isNearWhole(series: readonly TrendSeries[]): boolean {
  const highest = Math.max(...series.flatMap(({ points }) => points.map(({ value = 0 }) => value)))
  return highest > 60 && highest <= 100
}

/** Durations are drawn in minutes, hours or days, so that the axis has whole ones of them. */
function scaleOf(series: readonly TrendSeries[], second: number): number {
  const highest = Math.max(...series.flatMap(({ points }) => points.map(({ value = 0 }) => value))) / second
  return second * (highest > 172_800 ? 86_400 : highest > 7200 ? 3600 : highest > 120 ? 60 : 1)
}

/** One line for a number; for a list one for each name in its items. */
export function toSeries(fact: ViewFact): readonly TrendSeries[] {
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
