import { useId, type ReactNode } from 'react'
import styles from './SegmentedControl.module.css'

export interface Segment<Value extends string> {
  readonly value: Value
  readonly label: string
  /** Stands before the label. */
  readonly icon?: ReactNode
  /** Shown instead of the label, which is then read out, and shown under the pointer. */
  readonly sign?: ReactNode
}

export interface SegmentedControlProps<Value extends string> {
  readonly label: string
  /** In a bar, where the segments say enough: the label is only read out, and the control is as wide as its words. */
  readonly labelHidden?: boolean
  readonly segments: readonly Segment<Value>[]
  readonly value: Value
  readonly onChange: (value: Value) => void
  readonly className?: string | undefined
}

/** Switches between a few views or settings that are all in sight. To the keyboard and to screen readers it is a radio group. */
export function SegmentedControl<Value extends string>(props: SegmentedControlProps<Value>) {
  const { label, labelHidden = false, segments, value, onChange, className = '' } = props
  const id = useId()
  return (
    <div
      role="radiogroup"
      aria-labelledby={labelHidden ? undefined : id}
      aria-label={labelHidden ? label : undefined}
      className={`${styles.control} ${className}`}
      data-inline={labelHidden || undefined}
    >
      {!labelHidden && (
        <div id={id} className={styles.name}>
          {label}
        </div>
      )}
      <div className={styles.track}>
        {segments.map(segment => (
          <label
            key={segment.value}
            className={styles.segment}
            data-sign={segment.sign !== undefined || undefined}
            title={segment.sign === undefined ? undefined : segment.label}
          >
            <input
              type="radio"
              className={styles.radio}
              name={`${id}-choice`}
              value={segment.value}
              aria-label={segment.label}
              checked={segment.value === value}
              onChange={() => onChange(segment.value)}
            />
            {segment.icon}
            <span className={styles.words}>{segment.sign ?? segment.label}</span>
          </label>
        ))}
      </div>
    </div>
  )
}
