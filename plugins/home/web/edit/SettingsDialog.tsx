import { type Extension, type HomeWidget, useText } from '@portico/core/web'
import { Button, Dialog, hasMistake, SchemaForm, SkeletonRows, toFormValues, type FormSchema } from '@portico/ui'
import { useEffect, useState } from 'react'
import { useWidgetTitle } from '../grid/WidgetFrame.tsx'
import type { PlacedWidget } from '../layout/layout.ts'
import { editMessages } from '../page-messages.ts'

export interface SettingsDialogProps {
  readonly placed: PlacedWidget
  readonly widget: Extension<HomeWidget> | undefined
  readonly onApply: (settings: Readonly<Record<string, unknown>>) => void
  readonly onClose: () => void
}

/** The settings of one widget. Their form is loaded when it is opened. */
export function SettingsDialog(props: SettingsDialogProps) {
  const text = useText()
  const title = useWidgetTitle(props.placed, props.widget)
  const form = useForm(props.widget)
  const shown = { open: true, onClose: props.onClose, title: text(editMessages.settings, { title }) }
  if (form) return <SettingsForm {...props} form={form} shown={shown} />
  return (
    <Dialog {...shown} size="medium">
      <SkeletonRows rows={3} />
    </Dialog>
  )
}

function useForm(widget: Extension<HomeWidget> | undefined): FormSchema | undefined {
  const [form, setForm] = useState<FormSchema>()
  useEffect(() => {
    widget?.item.settings?.().then(setForm, (error: unknown) => {
      // Thrown while rendering, so that the error boundary around it shows it.
      setForm(() => {
        throw error
      })
    })
  }, [widget])
  return form
}

interface SettingsFormProps extends SettingsDialogProps {
  readonly form: FormSchema
  readonly shown: { readonly open: boolean; readonly title: string; readonly onClose: () => void }
}

function SettingsForm({ placed, form, shown, onApply, onClose }: SettingsFormProps) {
  const text = useText()
  const [values, setValues] = useState<Readonly<Record<string, unknown>>>(() => toFormValues(form, placed.settings))
  const isWrong = hasMistake(form, values)
  function apply() {
    if (isWrong) return
    onApply(values)
    onClose()
  }
  return (
    <Dialog
      {...shown}
      size="medium"
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {text(editMessages.cancel)}
          </Button>
          <Button disabled={isWrong} onClick={apply}>
            {text(editMessages.apply)}
          </Button>
        </>
      }
    >
      <form
        onSubmit={event => {
          event.preventDefault()
          apply()
        }}
      >
        <SchemaForm schema={form} values={values} onChange={setValues} />
      </form>
    </Dialog>
  )
}
