import { textOf } from '@portico/core/common'
import { PluginBoundary, useText } from '@portico/core/web'
import {
  ADDITIONAL_PROPERTY_FLAG,
  getUiOptions,
  type FieldTemplateProps,
  type MultiSchemaFieldTemplateProps,
  type UnsupportedFieldProps,
  type WrapIfAdditionalTemplateProps,
} from '@rjsf/utils'
import { ActionIcon, TextInput, WarningPanel } from '@portico/ui'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { use } from 'react'
import { formMessages } from '../../messages.ts'
import { FieldsContext } from '../fields-context.ts'
import { FieldFrame } from './FieldFrame.tsx'
import styles from './theme.module.css'

/** A field with everything around it. One that fails costs itself only. */
export function FieldTemplate(props: FieldTemplateProps) {
  const { id, label, children, rawErrors = [], rawHelp, rawDescription, hidden, required = false, displayLabel, uiSchema = {} } = props
  const text = useText()
  const fields = use(FieldsContext)
  if (hidden) return <div hidden>{children}</div>
  const { field: name, widget } = getUiOptions(uiSchema)
  const field = typeof name === 'string' ? fields.get(name) : undefined
  // Where a type of field is named, the library leaves its title to the field; here the form draws it.
  const isNamed = field !== undefined || (typeof name === 'string' && ['string', 'number', 'integer'].includes(String(props.schema.type)))
  const isTitled = (displayLabel === true || isNamed) && widget !== 'checkbox'
  const isMany = !isTitled && widget !== 'checkbox' && props.schema.type !== 'boolean'
  return (
    <WrapIfAdditional {...props}>
      <FieldFrame
        id={id}
        title={isTitled ? label : undefined}
        required={required}
        // Objects and lists show their own description, above their fields.
        description={isMany ? undefined : textOf(rawDescription)}
        help={textOf(rawHelp)}
        errors={[...new Set(rawErrors)]}
        warning={typeof name === 'string' && !field ? text(formMessages.unknownField, { name }) : undefined}
        isGroup={isTitled && (field?.isGroup === true || widget === 'radio' || widget === 'checkboxes')}
      >
        <PluginBoundary plugin="scaffolder">{children}</PluginBoundary>
      </FieldFrame>
    </WrapIfAdditional>
  )
}

/** A property that the schema does not name has a name that can be changed, and can be removed. */
function WrapIfAdditional(props: Omit<WrapIfAdditionalTemplateProps, 'children'> & { readonly children: React.ReactNode }) {
  const { id, label, schema, disabled, readonly, onKeyRenameBlur, onRemoveProperty, children } = props
  const text = useText()
  if (!(ADDITIONAL_PROPERTY_FLAG in schema)) return children
  return (
    <div className={styles.additional}>
      <TextInput
        key={label}
        id={`${id}-key`}
        label={text(formMessages.propertyName)}
        defaultValue={label}
        disabled={disabled || readonly}
        onBlur={onKeyRenameBlur}
      />
      <div className={styles.additionalValue}>{children}</div>
      <ActionIcon aria-label={text(formMessages.removeItem, { name: label })} disabled={disabled || readonly} onClick={onRemoveProperty}>
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    </div>
  )
}

/** A choice between several schemas, and the fields of the chosen one. */
export function MultiSchemaFieldTemplate({ selector, optionSchemaField }: MultiSchemaFieldTemplateProps) {
  return (
    <div className={styles.fields}>
      {selector}
      {optionSchemaField}
    </div>
  )
}

/** A schema of which no field can be made. */
export function UnsupportedFieldTemplate({ reason, fieldPathId }: UnsupportedFieldProps) {
  const text = useText()
  return <WarningPanel title={text(formMessages.unsupported, { path: fieldPathId.path.join('.') })}>{reason}</WarningPanel>
}
