import { useNumber } from '../locale.tsx'
import type { Tone } from '../Status.tsx'
import { uiMessages } from '../messages.ts'
import { useText } from '../text.tsx'
import series from './series.module.css'
import { seriesLooks } from './series.ts'
import styles from './StackedBar.module.css'
import tones from './tones.module.css'

export interface StackedPart {
  readonly label: string
  readonly value: number
  /** A colour with a meaning; otherwise parts are told apart by colours without one. */
  readonly tone?: Tone
  /** Where it is on a scale from 0 to 1: the higher, the stronger its colour. */
  readonly strength?: number
}

export interface StackedBarProps {
  readonly label: string
  readonly parts: readonly StackedPart[]
  /** How a value is written in the legend; as a number by default. */
  readonly format?: (value: number) => string
  /** Shown unless the words beside the bar already say what it shows. */
  readonly hasLegend?: boolean
}

/** The parts of a whole as one bar, with a legend below. */
export function StackedBar({ label, parts, format, hasLegend = true }: StackedBarProps) {
  const text = useText()
  const number = useNumber()
  const write = format ?? (value => number(value))
  const shown = parts.filter(({ value }) => value > 0)
  const total = shown.reduce((sum, { value }) => sum + value, 0)
  const words = shown.map(part => text(uiMessages.partOf, { name: part.label, value: write(part.value) })).join(', ')
  const lookOf = (part: StackedPart) => {
    if (part.strength !== undefined) return styles.scale
    return part.tone
      ? `${tones[part.tone]} ${part.tone === 'unknown' ? styles.hatched : ''}`
      : series[`series-${parts.filter(({ tone }) => !tone).indexOf(part) % seriesLooks}`]
  }
  const strengthOf = ({ strength = 0 }: StackedPart) => ({ '--strength': `${Math.round(strength * 100)}%` }) as Record<string, string>
  return (
    <div className={styles.whole}>
      <div className={styles.bar} role="img" aria-label={`${label}: ${words || text(uiMessages.noValues)}`}>
        {shown.map(part => (
          <span
            key={part.label}
            className={`${styles.part} ${lookOf(part)}`}
            style={{ flexGrow: part.value / total, ...strengthOf(part) }}
            title={text(uiMessages.partOf, { name: part.label, value: write(part.value) })}
          />
        ))}
      </div>
      {hasLegend && (
        <ul className={styles.legend} aria-hidden>
          {parts.map(part => (
            <li key={part.label} className={part.value > 0 ? undefined : styles.absent}>
              <span className={`${styles.mark} ${lookOf(part)}`} style={strengthOf(part)} />
              {part.label}
              <span className={styles.value}>{write(part.value)}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
