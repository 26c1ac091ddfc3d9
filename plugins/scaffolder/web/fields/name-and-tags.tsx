import { catalogApi } from '@portico/catalog/common'
import { textOf } from '@portico/core/common'
import { query, useQuery, useText } from '@portico/core/web'
import { entityNameProblem, isEntityName, isEntityTag } from '@portico/scaffolder/common'
import { focusWhenShown, fromList, Input, MultiSelect } from '@portico/ui'
import { useMemo, useState } from 'react'
import type { FormFieldModule, FormFieldProps } from '../form/form-field.ts'
import { textsOf } from '../form/json-fields.ts'
import { formMessages } from '../messages.ts'
import styles from './fields.module.css'

function EntityNamePickerView(props: FormFieldProps<string>) {
  const { id, describedBy, value, onChange, required, disabled, invalid, initialFocus, placeholder } = props
  return (
    <Input
      id={id}
      attributes={{ input: { 'aria-describedby': describedBy } }}
      value={typeof value === 'string' ? value : ''}
      onChange={event => onChange(event.currentTarget.value === '' ? undefined : event.currentTarget.value)}
      required={required}
      disabled={disabled}
      error={invalid}
      {...focusWhenShown(initialFocus)}
      placeholder={placeholder}
      autoComplete="off"
      spellCheck={false}
    />
  )
}

/** The name of an entity. */
export const entityNamePicker: FormFieldModule = {
  View: EntityNamePickerView,
  validate(value, { addError }) {
    if (value !== undefined && value !== '' && !isEntityName(value)) addError(entityNameProblem)
  },
  valueSchema: { type: 'string' },
}

function EntityTagsPickerView(props: FormFieldProps<readonly string[]>) {
  const { id, describedBy, title, value, onChange, options, required, disabled, invalid, initialFocus, placeholder } = props
  const text = useText()
  const [refused, setRefused] = useState<string>()
  const kinds = textsOf(options['kinds'])
  const facet = 'metadata.tags'
  const asked = { facets: [facet], ...(kinds.length > 0 && { query: { kind: { $in: kinds } } }) }
  const { data } = useQuery(query(catalogApi.getEntityFacetsByPredicate, { body: asked }))
  const counts = data?.facets[facet]
  const load = useMemo(
    () =>
      fromList(
        (counts ?? []).map(tag => ({
          value: tag.value,
          label: tag.value,
          ...(options['showCounts'] === true && { hint: String(tag.count) }),
        })),
      ),
    [counts, options],
  )
  const tags = textsOf(value)
  return (
    <>
      <MultiSelect
        id={id}
        describedBy={`${id}-tags ${describedBy}`}
        label={title}
        load={load}
        values={tags.map(tag => ({ value: tag, label: tag }))}
        onChange={chosen => {
          const given = chosen.map(option => option.value.trim().toLowerCase())
          const wrong = given.find(tag => !isEntityTag(tag))
          setRefused(wrong)
          const next = [...new Set(given.filter(isEntityTag))]
          onChange(next.length === 0 ? undefined : next)
        }}
        allowText
        required={required}
        disabled={disabled}
        invalid={invalid || refused !== undefined}
        initialFocus={initialFocus}
        placeholder={placeholder}
      />
      <p id={`${id}-tags`} className={refused === undefined ? styles.hint : styles.wrong}>
        {refused !== undefined && `${text(formMessages.badTag, { tag: refused })} `}
        {textOf(options['helperText']) ?? text(formMessages.tagHint)}
      </p>
    </>
  )
}

/** Tags of an entity, those of the catalog or new ones. */
export const entityTagsPicker: FormFieldModule = {
  View: EntityTagsPickerView,
  valueSchema: { type: 'array', items: { type: 'string' } },
  optionsSchema: {
    type: 'object',
    properties: {
      kinds: { type: 'array', items: { type: 'string' }, title: 'Kinds whose tags are suggested' },
      showCounts: { type: 'boolean', title: 'Shows how often each tag is used' },
      helperText: { type: 'string', title: 'Text under the field' },
    },
  },
}
