import { tryParseEntityRef } from '@portico/catalog/common'
import { presentEntity } from '@portico/catalog/web'
import { MultiSelect } from '@portico/ui'
import type { FormFieldModule, FormFieldProps } from '../form/form-field.ts'
import { toEntityQuery } from './catalog-filter.ts'
import { toRef } from './EntityField.tsx'
import { refDefaultsOf, useEntityOptions } from './entity-options.ts'

function MultiEntityPickerView(props: FormFieldProps<readonly string[]>) {
  const { id, describedBy, title, value, onChange, options, schema, required, disabled, invalid, initialFocus, placeholder } = props
  const defaults = refDefaultsOf(options)
  const load = useEntityOptions(toEntityQuery(options['catalogFilter']), defaults)
  const refs = (Array.isArray(value) ? (value as readonly unknown[]) : []).filter(ref => typeof ref === 'string')
  return (
    <MultiSelect
      id={id}
      describedBy={describedBy}
      label={title}
      load={load}
      values={refs.map(ref => ({ value: ref, label: presentEntity(ref, defaults).primaryTitle }))}
      onChange={chosen => onChange(chosen.length === 0 ? undefined : chosen.map(option => toRef(option.value, defaults)))}
      max={typeof schema['maxItems'] === 'number' ? schema['maxItems'] : undefined}
      allowText={options['allowArbitraryValues'] !== false}
      autoSelect={options['autoSelect'] !== false}
      required={required}
      disabled={disabled}
      invalid={invalid}
      initialFocus={initialFocus}
      placeholder={placeholder}
    />
  )
}

/** Several entities of the catalog. */
export const multiEntityPicker: FormFieldModule = {
  View: MultiEntityPickerView,
  validate(value, { addError }) {
    for (const ref of Array.isArray(value) ? (value as readonly unknown[]) : [])
      if (typeof ref !== 'string' || !tryParseEntityRef(ref)) addError(`${String(ref)} is not a valid entity ref`)
  },
  valueSchema: { type: 'array', items: { type: 'string' } },
  optionsSchema: {
    type: 'object',
    properties: {
      catalogFilter: { title: 'Which entities', oneOf: [{ type: 'object' }, { type: 'array', items: { type: 'object' } }] },
      defaultKind: { type: 'string' },
      defaultNamespace: { oneOf: [{ type: 'string' }, { const: false }] },
      allowArbitraryValues: { type: 'boolean', default: true },
      autoSelect: { type: 'boolean', default: true },
    },
  },
}
