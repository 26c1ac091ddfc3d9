import { useNumber } from '../locale.tsx'
import { uiMessages } from '../messages.ts'
import type { Tone } from '../Status.tsx'
import { useText } from '../text.tsx'
import styles from './Gauge.module.css'
import tones from './tones.module.css'

export interface GaugeProps {
  readonly label: string
  /** Undefined where it is unknown. */
  readonly value: number | undefined
  readonly min?: number
  /** 100 by default. */
  readonly max?: number
  readonly format?: (value: number) => string
  readonly tone?: Tone
}

const radius = 52
const arc = `M8 60A${radius} ${radius} 0 0 1 112 60`

/** A number on its scale: half a ring that is filled as far as the value goes, with the value inside and its name below. */
export function Gauge({ label, value, min = 0, max = 100, format, tone }: GaugeProps) {
  const text = useText()
  const number = useNumber()
  if (value === undefined) {
    return (
      <div className={styles.gauge} role="img" aria-label={`${label}: ${text(uiMessages.statusUnknown)}`}>
        <svg viewBox="0 0 120 66" aria-hidden>
          <path className={`${styles.scale} ${styles.missing}`} d={arc} />
        </svg>
        <span className={`${styles.value} ${tones['unknown']}`}>–</span>
        <span className={styles.label}>{label}</span>
      </div>
    )
  }
  const words = format ? format(value) : number(value)
  const share = max > min ? Math.min(1, Math.max(0, (value - min) / (max - min))) : 0
  return (
    <div
      className={styles.gauge}
      role="meter"
      aria-label={label}
      aria-valuemin={min}
      aria-valuemax={max}
      aria-valuenow={value}
      aria-valuetext={words}
    >
      <svg viewBox="0 0 120 66" className={tones[tone ?? 'accent']} aria-hidden>
        <path className={styles.scale} d={arc} />
        {share > 0 && <path className={styles.filled} d={arc} pathLength={100} strokeDasharray={`${share * 100} 200`} />}
      </svg>
      <span className={styles.value}>{words}</span>
      <span className={styles.label}>{label}</span>
    </div>
  )
}
