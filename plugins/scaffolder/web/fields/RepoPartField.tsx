import { Autocomplete, fromList, TextInput } from '@portico/ui'
import { useMemo } from 'react'
import { autocompleteDebounceMs, useRepoSuggestions, type RepoQuery } from './repo-autocomplete.ts'
import type { RepoPart } from './repo-parts.ts'

export interface RepoPartFieldProps {
  readonly label: string
  readonly help?: string | undefined
  readonly value: string | undefined
  readonly onChange: (value: string | undefined) => void
  /** What can be chosen; empty: anything. */
  readonly allowed: readonly string[]
  readonly part: RepoPart
  /** What the host is asked for suggestions with; undefined: it is not asked. */
  readonly query: Omit<RepoQuery, 'client'> | undefined
  readonly required: boolean
  readonly disabled: boolean
  readonly invalid: boolean
}

const nothing: Omit<RepoQuery, 'client'> = { platform: undefined, token: undefined, parts: {} }

/** One part of the location of a repository: a choice where only some are allowed, else a text with suggestions. */
export function RepoPartField({ label, help, value, onChange, allowed, part, query, required, disabled, invalid }: RepoPartFieldProps) {
  const suggest = useRepoSuggestions(part, query ?? nothing)
  const list = allowed.join('\n')
  const load = useMemo(() => fromList(list === '' ? [] : list.split('\n')), [list])
  const chosen = value === undefined || value === '' ? undefined : { value, label: value }
  const shared = { label, help, required, invalid }
  if (allowed.length > 0) {
    return (
      <Autocomplete
        {...shared}
        load={load}
        value={chosen}
        onChange={option => onChange(option?.value)}
        disabled={disabled || allowed.length === 1}
      />
    )
  }
  if (query) {
    return (
      <Autocomplete
        {...shared}
        load={suggest}
        value={chosen}
        onChange={option => onChange(option?.value)}
        allowText
        debounceMs={autocompleteDebounceMs}
        disabled={disabled}
      />
    )
  }
  return (
    <TextInput
      label={label}
      description={help}
      required={required}
      error={invalid}
      disabled={disabled}
      autoComplete="off"
      spellCheck={false}
      value={value ?? ''}
      onChange={event => onChange(event.currentTarget.value === '' ? undefined : event.currentTarget.value)}
    />
  )
}
