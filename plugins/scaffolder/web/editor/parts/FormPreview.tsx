import { RequestErrorPanel, useText } from '@portico/core/web'
import type { JsonObject, ParameterSchema } from '@portico/scaffolder/common'
import { SkeletonRows, StructuredMetadata } from '@portico/ui'
import { useState } from 'react'
import type { FormFields } from '../../form/fields-context.ts'
import { FormSteps } from '../../form/FormSteps.tsx'
import { useForm } from '../../form/use-form.ts'
import { useFormFields } from '../../form/use-form-fields.ts'
import { editorMessages } from '../messages.ts'
import styles from './Editor.module.css'

export interface FormPreviewProps {
  readonly steps: ParameterSchema['steps']
  /** What the last button does. */
  readonly finish: string
  readonly onFinish: (values: JsonObject, secrets: Readonly<Record<string, string>>) => void
  readonly busy?: boolean
}

/** The form of a template that is being written. Answers stay while its schema changes. */
export function FormPreview(props: FormPreviewProps) {
  const text = useText()
  const { fields, error, retry } = useFormFields()
  if (error) return <RequestErrorPanel error={error} title={text(editorMessages.fieldsFailed)} onRetry={retry} />
  if (!fields) return <SkeletonRows rows={4} />
  return <PreviewOf {...props} fields={fields} />
}

function PreviewOf({ steps, fields, finish, onFinish, busy = false }: FormPreviewProps & { readonly fields: FormFields }) {
  const text = useText()
  const form = useForm({ steps, fields })
  const [at, setAt] = useState(0)
  const shown = Math.min(at, form.pages.length)
  return (
    <FormSteps
      label={text(editorMessages.form)}
      form={form}
      at={shown}
      onMove={setAt}
      review={{
        title: text(editorMessages.review),
        content: shown === form.pages.length && <Answers facts={form.answers()} />,
      }}
      labels={{ finish }}
      onFinish={() => onFinish(form.answers(), form.store.secrets.get())}
      busy={busy}
    />
  )
}

function Answers({ facts }: { readonly facts: JsonObject }) {
  const text = useText()
  if (Object.keys(facts).length === 0) return <p className={styles.quiet}>{text(editorMessages.formEmpty)}</p>
  return <StructuredMetadata facts={facts} />
}
