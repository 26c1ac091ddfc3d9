import { useId, type ReactNode } from 'react'
import styles from './SegmentedChoice.module.css'

export interface Segment<Value extends string> {
  readonly value: Value
  readonly label: string
  /** Shown instead of the label, which is then only read out. */
  readonly sign?: ReactNode
}

/** A choice of one of a few options that are all visible. */
export function SegmentedChoice<Value extends string>(props: {
  label: string
  segments: readonly Segment<Value>[]
  value: Value
  onChange: (value: Value) => void
}) {
  const { label, segments, value, onChange } = props
  const name = useId()
  return (
    <fieldset className={styles.field}>
      <legend className={styles.name}>{label}</legend>
      <div className={styles.track}>
        {segments.map(segment => (
          <label key={segment.value} className={styles.segment} title={segment.sign === undefined ? undefined : segment.label}>
            <input
              type="radio"
              className={styles.radio}
              name={name}
              value={segment.value}
              aria-label={segment.label}
              checked={segment.value === value}
              onChange={() => onChange(segment.value)}
            />
            <span className={styles.sign}>{segment.sign ?? segment.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
