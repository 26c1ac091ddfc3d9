import { toEntityRef, type EntityQuery } from '@portico/catalog/common'
import { useEntityPresentation } from '@portico/catalog/web'
import { useClient } from '@portico/core/web'
import { Autocomplete } from '@portico/ui'
import { useEffect, useEffectEvent } from 'react'
import type { FormFieldProps } from '../form/form-field.ts'
import { onlyEntity, useEntityOptions, type RefDefaults } from './entity-options.ts'

export interface EntityFieldProps extends FormFieldProps<string> {
  readonly query: EntityQuery | undefined
  readonly defaults: RefDefaults
  /** Whether a text that is no entity of the list can be given. */
  readonly allowText: boolean
}

/** A picker of one entity. Its value is a whole ref, or the text that was typed. */
export function EntityField(props: EntityFieldProps) {
  const { id, describedBy, title, value, onChange, query, defaults, allowText, options } = props
  const { required, disabled, invalid, initialFocus, placeholder } = props
  const client = useClient()
  const load = useEntityOptions(query, defaults)
  const queryKey = JSON.stringify(query)
  const isOnlyOneTaken = required && !allowText && !disabled
  const take = useEffectEvent((ref: string | undefined) => {
    if (ref !== undefined && (value === undefined || value === '')) onChange(ref)
  })
  useEffect(() => {
    if (!isOnlyOneTaken) return
    const controller = new AbortController()
    const asked = queryKey === undefined ? undefined : (JSON.parse(queryKey) as EntityQuery)
    // A suggestion: without an answer the list itself says what is wrong.
    onlyEntity(client, asked, controller.signal).then(take, () => {})
    return () => controller.abort()
  }, [client, queryKey, isOnlyOneTaken])
  const text = typeof value === 'string' ? value : ''
  const { primaryTitle } = useEntityPresentation(text, defaults)
  return (
    <Autocomplete
      id={id}
      describedBy={describedBy}
      label={title}
      load={load}
      value={text === '' ? undefined : { value: text, label: primaryTitle }}
      onChange={option => onChange(option && toRef(option.value, defaults))}
      allowText={allowText}
      autoSelect={options['autoSelect'] !== false}
      required={required}
      disabled={disabled}
      invalid={invalid}
      initialFocus={initialFocus}
      placeholder={placeholder}
    />
  )
}

/** A typed ref with its defaults; a text that is no ref stays as it is. */
export function toRef(text: string, { defaultKind, defaultNamespace }: RefDefaults): string {
  if (defaultKind === undefined && !text.includes(':')) return text
  return toEntityRef(text, { defaultKind, defaultNamespace }) ?? text
}
