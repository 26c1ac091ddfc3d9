import { PluginBoundary, useText } from '@portico/core/web'
import type { JsonObject } from '@portico/scaffolder/common'
import Form from '@rjsf/core/lib/components/Form.js'
import ObjectField from '@rjsf/core/lib/components/fields/ObjectField.js'
import { englishStringTranslator, TranslatableString, useDeepCompareMemo, type ErrorSchema, type FieldProps } from '@rjsf/utils'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { formMessages } from '../messages.ts'
import { toLibraryField } from './custom-field.tsx'
import { FieldsContext, type FormFields } from './fields-context.ts'
import type { FormPage } from './form-page.ts'
import type { FormStore } from './form-values.tsx'
import { formValidator } from './form-validator.ts'
import { useLayouts } from './layouts.tsx'
import { defaultsBehaviour } from './page-check.ts'
import styles from './PageForm.module.css'
import { templates, widgets } from './theme/theme.ts'

export interface PageFormProps {
  readonly page: FormPage
  readonly fields: FormFields
  /** All answers of the form; the page changes its own. */
  readonly store: FormStore
  /** What is wrong, at its fields. Keep it the same between renders. */
  readonly errors?: ErrorSchema | undefined
  readonly onSubmit?: () => void
  readonly disabled?: boolean
}

/** The fields of one page of a form. Only the form itself is drawn again while somebody types, and of it the field that changes. */
export function PageForm({ page, fields, store, errors, onSubmit, disabled = false }: PageFormProps) {
  const text = useText()
  const layouts = useLayouts()
  const change = useChange(store)
  const submit = useRef(onSubmit)
  useEffect(() => void (submit.current = onSubmit))
  const libraryFields = useMemo(
    () => ({
      ObjectField: StableObjectField,
      ...Object.fromEntries([...fields].map(([name, field]) => [name, toLibraryField(field)])),
    }),
    [fields],
  )
  const allTemplates = useMemo(() => ({ ...templates, ...layouts }), [layouts])
  const translate = useMemo(
    () => (key: TranslatableString, params?: string[]) => {
      if (key === TranslatableString.OptionPrefix) return text(formMessages.option, { number: params?.[0] ?? '' })
      if (key === TranslatableString.TitleOptionPrefix)
        return text(formMessages.titleOption, { title: params?.[0] ?? '', number: params?.[1] ?? '' })
      if (key === TranslatableString.NewStringDefault) return ''
      if (key === TranslatableString.YesLabel) return text(formMessages.yes)
      if (key === TranslatableString.NoLabel) return text(formMessages.no)
      return englishStringTranslator(key, params)
    },
    [text],
  )
  // The form keeps the answers while it is there, so they are no reason to draw it again; whatever else changes it gets the last ones.
  const form = useMemo(
    () => (
      <Form
        className={styles.form ?? ''}
        schema={page.schema}
        uiSchema={page.uiSchema}
        formData={store.values.get()}
        fields={libraryFields}
        templates={allTemplates}
        widgets={widgets}
        validator={formValidator}
        idPrefix="form"
        {...(errors && { extraErrors: errors })}
        disabled={disabled}
        noValidate
        noHtml5Validate
        showErrorList={false}
        translateString={translate}
        experimental_defaultFormStateBehavior={defaultsBehaviour}
        onChange={change}
        onSubmit={() => submit.current?.()}
      >
        {/* Enter in a field leads on, as the button does. */}
        <button type="submit" hidden aria-hidden tabIndex={-1} />
      </Form>
    ),
    [page, store, libraryFields, allTemplates, errors, disabled, translate, change],
  )
  return (
    <FieldsContext value={fields}>
      <PluginBoundary plugin="scaffolder">{form}</PluginBoundary>
    </FieldsContext>
  )
}

/** Keeps what the form reports. It reports the defaults of a page while it is made, when nothing may change yet. */
function useChange(store: FormStore): (change: { readonly formData?: unknown }) => void {
  const isMade = useRef(false)
  const early = useRef<JsonObject>(undefined)
  useEffect(() => {
    isMade.current = true
    if (early.current) store.setValues(early.current)
  }, [store])
  return useCallback(
    ({ formData }) => {
      const next = (formData ?? {}) as JsonObject
      if (isMade.current) store.setValues(next)
      else early.current = next
    },
    [store],
  )
}

/**
 * An object of the form library that draws only the fields that change. The library gives it a new `uiSchema` at each key, and with that
 * new handlers to all of its fields, however many there are.
 */
function StableObjectField(props: FieldProps) {
  const uiSchema = useDeepCompareMemo(props.uiSchema)
  return <ObjectField {...props} {...(uiSchema && { uiSchema })} />
}
