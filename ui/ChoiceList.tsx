import { useId, type ReactNode } from 'react'
import styles from './ChoiceList.module.css'
import { useNumber } from './locale.tsx'

export interface Choice {
  readonly value: string
  readonly label: string
  readonly icon?: ReactNode
  readonly count?: number | undefined
  readonly disabled?: boolean
}

export interface ChoiceListProps {
  readonly label: string
  readonly choices: readonly Choice[]
  readonly value: string
  readonly onChange: (value: string) => void
  /** Whether the choices stand beside each other on narrow screens, where the list is above what it filters. */
  readonly isRowWhenNarrow?: boolean
}

/** A choice of one of a few, each with its count. */
export function ChoiceList({ label, choices, value, onChange, isRowWhenNarrow = false }: ChoiceListProps) {
  const number = useNumber()
  const name = useId()
  return (
    <fieldset className={styles.list} data-row={isRowWhenNarrow || undefined}>
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
