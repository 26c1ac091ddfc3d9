import type { Tone, ViewFact, ViewSection } from '@portico/connectors/common'
import { Gauge } from '@portico/ui'
import { useUnitWords } from './fact-words.ts'
import { FactMark } from './FactMark.tsx'
import styles from './Sections.module.css'

type GaugeSpec = Extract<ViewSection, { type: 'gauge' }>

/** A number on its scale, coloured by the limits of the section. */
export function GaugeSection({ fact, section }: { readonly fact: ViewFact; readonly section: GaugeSpec }) {
  const words = useUnitWords()
  const value = fact.value?.value
  const known = typeof value === 'number' ? value : undefined
  const tone = known === undefined ? undefined : gaugeTone(known, section)
  return (
    <div className={styles.gauge}>
      <Gauge
        label={fact.title}
        value={known}
        min={section.min}
        max={section.max}
        format={shown => words(shown, fact.unit)}
        {...(tone && { tone })}
      />
      <FactMark fact={fact} />
    </div>
  )
}

/** Good, unless the value has reached a limit. Without limits it is neither. */
export function gaugeTone(
  value: number,
  { warning, error, isLowGood }: Pick<GaugeSpec, 'warning' | 'error' | 'isLowGood'>,
): Tone | undefined {
  const hasReached = (limit: number | undefined) => limit !== undefined && (isLowGood ? value >= limit : value <= limit)
  if (warning === undefined && error === undefined) return undefined
  if (hasReached(error)) return 'error'
  return hasReached(warning) ? 'warning' : 'ok'
}
