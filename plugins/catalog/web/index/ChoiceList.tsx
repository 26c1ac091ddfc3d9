import { useNumber } from '@portico/ui'
import { useId, type ReactNode } from 'react'
import styles from './ChoiceList.module.css'

export interface Choice {
  readonly value: string
  readonly label: string
  readonly icon?: ReactNode
  readonly count?: number | undefined
  readonly disabled?: boolean
}

/** A choice of one of a few, each with its count. */
export function ChoiceList({
  label,
  choices,
  value,
  onChange,
}: {
  label: string
  choices: readonly Choice[]
  value: string
  onChange: (value: string) => void
}) {
  const number = useNumber()
  const name = useId()
  return (
    <fieldset className={styles.list}>
      <legend className={styles.legend}>{label}</legend>
      {choices.map(choice => (
        <label
          key={choice.value}
          className={styles.choice}
          data-chosen={choice.value === value || undefined}
          data-off={choice.disabled || undefined}
        >
          <input
            type="radio"
            name={name}
            className={styles.radio}
            checked={choice.value === value}
            disabled={choice.disabled === true}
            onChange={() => onChange(choice.value)}
          />
          {choice.icon}
          <span className={styles.words} title={choice.label}>
            {choice.label}
          </span>{' '}
          {choice.count !== undefined && <span className={styles.count}>{number(choice.count)}</span>}
        </label>
      ))}
    </fieldset>
  )
}
