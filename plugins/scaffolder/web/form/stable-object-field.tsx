import ObjectField from '@rjsf/core/lib/components/fields/ObjectField.js'
import { useDeepCompareMemo, type FieldProps } from '@rjsf/utils'

/**
 * An object of the form library that draws only the fields that change. The library gives it a new `uiSchema` at each key, and with that
 * new handlers to all of its fields, however many there are.
 */
export function StableObjectField(props: FieldProps) {
  const uiSchema = useDeepCompareMemo(props.uiSchema)
  return <ObjectField {...props} {...(uiSchema && { uiSchema })} />
}
