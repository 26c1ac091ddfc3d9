import { useText } from '@portico/core/web'
import { Autocomplete, Checkbox, fromList, Select } from '@portico/ui'
import { useMemo } from 'react'
import { searchMessages } from '../messages.ts'
import styles from './Filters.module.css'

/** A value that a filter can have. */
export interface FilterOption {
  readonly value: string
  readonly label: string
}

export interface SearchFilterProps {
  readonly label: string
  readonly options: readonly FilterOption[]
  /** What a value is called that is no option. */
  readonly nameOf: (value: string) => string
  readonly values: readonly string[]
  readonly onChange: (values: readonly string[]) => void
}

/** Several of few values. */
export function CheckboxFilter({ label, options, nameOf, values, onChange }: SearchFilterProps) {
  return (
    <fieldset className={styles.group}>
      <legend className={styles.name}>{label}</legend>
      {withChosen(options, values, nameOf).map(option => (
        <Checkbox
          key={option.value}
          label={option.label}
          checked={values.includes(option.value)}
          onChange={event =>
            onChange(event.currentTarget.checked ? [...values, option.value] : values.filter(value => value !== option.value))
          }
        />
      ))}
    </fieldset>
  )
}

/** One of few values, or all. */
export function SelectFilter({ label, options, nameOf, values, onChange }: SearchFilterProps) {
  const text = useText()
  return (
    <Select
      label={label}
      value={values[0] ?? ''}
      options={[{ value: '', label: text(searchMessages.all) }, ...withChosen(options, values, nameOf)]}
      onChange={value => onChange(value === '' ? [] : [value])}
    />
  )
}

/** One of very many values, found by typing. */
export function AutocompleteFilter({ label, options, nameOf, values, onChange }: SearchFilterProps) {
  const text = useText()
  const load = useMemo(() => fromList(options), [options])
  const [chosen] = values
  return (
    <Autocomplete
      label={label}
      placeholder={text(searchMessages.anyValue)}
      load={load}
      value={chosen === undefined ? undefined : { value: chosen, label: nameOf(chosen) }}
      onChange={option => onChange(option ? [option.value] : [])}
    />
  )
}

/** What is chosen stays an option, also where nothing has it now. */
function withChosen(
  options: readonly FilterOption[],
  values: readonly string[],
  nameOf: SearchFilterProps['nameOf'],
): readonly FilterOption[] {
  const missing = values.filter(value => options.every(option => option.value !== value))
  return [...options, ...missing.map(value => ({ value, label: nameOf(value) }))]
}
