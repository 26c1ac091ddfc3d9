import { isRecord, textOf } from '@portico/core/common'
import type { JsonObject } from '@portico/scaffolder/common'
import { getUiOptions, type FieldProps } from '@rjsf/utils'
import { Suspense } from 'react'
import type { FormFieldModule } from './form-field.ts'
import { describedBy } from './theme/FieldFrame.tsx'

const adapted = new WeakMap<FormFieldModule, (props: FieldProps) => React.ReactNode>()

/** A type of field as the form library takes it. The same one each time, so that a field keeps its state. */
export function toLibraryField(field: FormFieldModule): (props: FieldProps) => React.ReactNode {
  const known = adapted.get(field)
  if (known) return known
  const { View } = field
  function CustomField(props: FieldProps) {
    const { fieldPathId, name, schema, uiSchema, formData, required, disabled, readonly, autofocus, rawErrors, onChange } = props
    const { title = schema.title ?? name, placeholder } = getUiOptions(uiSchema)
    const options = uiSchema?.['ui:options']
    return (
      <Suspense>
        <View
          id={fieldPathId.$id}
          describedBy={describedBy(fieldPathId.$id)}
          name={name}
          title={title}
          value={formData as unknown}
          onChange={value => onChange(value, fieldPathId.path)}
          options={isRecord(options) ? (options as JsonObject) : {}}
          schema={schema as JsonObject}
          required={required === true}
          disabled={disabled === true || readonly === true}
          invalid={(rawErrors?.length ?? 0) > 0}
          initialFocus={autofocus === true}
          placeholder={textOf(placeholder)}
        />
      </Suspense>
    )
  }
  adapted.set(field, CustomField)
  return CustomField
}
