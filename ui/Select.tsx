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
  /** The label stands before it, and it is as wide as its options: in a row of small controls. */
  readonly inline?: boolean
}

/** A choice of one of a few, with its label above. */
export function Select({ label, value, options, onChange, inline = false }: SelectProps) {
  const id = useId()
  return (
    <div className={inline ? styles.inline : undefined}>
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
