import { useId } from 'react'
import styles from './Select.module.css'

export interface SelectOption {
  readonly value: string
  readonly label: string
  /** The language of the label, where it is not that of the page. */
  readonly lang?: string
}

export interface SelectProps {
  readonly label: string
  readonly value: string
  readonly options: readonly SelectOption[]
  readonly onChange: (value: string) => void
}

/** A choice of one of a few, with its label above. */
export function Select({ label, value, options, onChange }: SelectProps) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <select id={id} className={styles.select} value={value} onChange={event => onChange(event.currentTarget.value)}>
        {options.map(option => (
          <option key={option.value} value={option.value} lang={option.lang}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  )
}
