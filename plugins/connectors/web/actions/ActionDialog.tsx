import { entityRefOf } from '@portico/catalog/common'
import { useEntity } from '@portico/catalog/web'
import { connectorsApi, type ConnectorAction, type ConnectorViews } from '@portico/connectors/common'
import type { Input } from '@portico/core/common'
import { alertApiRef, useApi, useCall, useText } from '@portico/core/web'
import { ConfirmDialog, hasMistake, SchemaForm, Stack, toFormValues } from '@portico/ui'
import { useState } from 'react'
import { toolMessages } from '../messages.ts'
import styles from '../sections/Sections.module.css'
import { missingFields, toActionForm } from './form-schema.ts'

type ActionInput = Input<typeof connectorsApi.runAction>['body']['input']

interface ActionDialogProps {
  readonly tool: ConnectorViews
  readonly action: ConnectorAction
  readonly onClose: () => void
}

/** Asks before an action, with its form. It stays open with the reason when the tool refuses. */
export function ActionDialog({ tool, action, onClose }: ActionDialogProps) {
  const text = useText()
  const alerts = useApi(alertApiRef)
  const entityRef = entityRefOf(useEntity())
  const run = useCall(connectorsApi.runAction)
  const form = toActionForm(action.form)
  const [values, setValues] = useState<Readonly<Record<string, unknown>>>(() => (form ? toFormValues(form, {}) : {}))

  async function confirm() {
    const missing = missingFields(action.form, values).map(name => form?.properties[name]?.title ?? name)
    if (form && (missing.length > 0 || hasMistake(form, values))) {
      const wrong = Object.entries(form.properties).filter(([name, field]) =>
        hasMistake({ ...form, properties: { [name]: field } }, values),
      )
      const names = missing.length > 0 ? missing : wrong.map(([name, { title }]) => title ?? name)
      throw new Error(
        text(missing.length > 0 ? toolMessages.required : toolMessages.correct, { names: names.map(name => text(name)).join(', ') }),
      )
    }
    const { message } = await run.mutateAsync({
      params: { connector: tool.connector, action: action.name },
      body: { entityRef, input: values as NonNullable<ActionInput> },
    })
    const isWhole = message.startsWith(`${action.title}: `)
    alerts.post({ message: isWhole ? message : text(toolMessages.done, { action: action.title, message }), display: 'transient' })
  }
  return (
    <ConfirmDialog open title={action.confirm ?? action.title} confirm={action.title} onConfirm={confirm} onClose={onClose}>
      <Stack>
        <p className={styles.muted}>{action.description ?? text(toolMessages.confirmAction, { tool: tool.title })}</p>
        {form && <SchemaForm schema={form} values={values} onChange={setValues} />}
      </Stack>
    </ConfirmDialog>
  )
}
