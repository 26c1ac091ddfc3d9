import { PluginBoundary, useText } from '@portico/core/web'
import type { JsonObject } from '@portico/scaffolder/common'
import Form from '@rjsf/core/lib/components/Form.js'
import { englishStringTranslator, TranslatableString, type ErrorSchema } from '@rjsf/utils'
import { useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { formMessages } from '../messages.ts'
import { toLibraryField } from './custom-field.tsx'
import { FieldsContext, type FormFields } from './fields-context.ts'
import type { FormPage } from './form-page.ts'
import { formValidator } from './form-validator.ts'
import { useLayouts } from './layouts.tsx'
import { defaultsBehaviour } from './page-check.ts'
import styles from './PageForm.module.css'
import { templates, widgets } from './theme/theme.ts'

export interface PageFormProps {
  readonly page: FormPage
  readonly fields: FormFields
  /** All answers of the form; the page changes its own. */
  readonly values: JsonObject
  readonly onChange: (values: JsonObject) => void
  /** What is wrong, at its fields. Keep it the same between renders. */
  readonly errors?: ErrorSchema | undefined
  readonly onSubmit?: () => void
  readonly disabled?: boolean
}

/** The fields of one page of a form. */
export function PageForm({ page, fields, values, onChange, errors, onSubmit, disabled = false }: PageFormProps) {
  const text = useText()
  const layouts = useLayouts()
  // The library reports the defaults of a page while it is made, when nothing may change yet.
  const isMade = useRef(false)
  const early = useRef<JsonObject>(undefined)
  const report = useEffectEvent((next: JsonObject) => onChange(next))
  useEffect(() => {
    isMade.current = true
    if (early.current) report(early.current)
  }, [])
  const libraryFields = useMemo(() => Object.fromEntries([...fields].map(([name, field]) => [name, toLibraryField(field)])), [fields])
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
  return (
    <FieldsContext value={fields}>
      <PluginBoundary plugin="scaffolder">
        <Form
          className={styles.form ?? ''}
          schema={page.schema}
          uiSchema={page.uiSchema}
          formData={values}
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
          onChange={({ formData }) => {
            const next = (formData ?? {}) as JsonObject
            if (isMade.current) onChange(next)
            else early.current = next
          }}
          onSubmit={() => onSubmit?.()}
        >
          {/* Enter in a field leads on, as the button does. */}
          <button type="submit" hidden aria-hidden tabIndex={-1} />
        </Form>
      </PluginBoundary>
    </FieldsContext>
  )
}
