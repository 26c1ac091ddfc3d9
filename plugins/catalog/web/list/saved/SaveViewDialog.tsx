import { useText } from '@portico/core/web'
import { Button, Checkbox, Dialog, ErrorPanel, TextInput, uiMessages } from '@portico/ui'
import { useId, useState } from 'react'
import { catalogMessages } from '../../messages.ts'
import styles from './SavedViews.module.css'
import { maxNameLength } from './saved-views.ts'

/** Asks for the name of a new view. */
export function SaveViewDialog({ onSave, onClose }: { onSave: (name: string, isDefault: boolean) => Promise<void>; onClose: () => void }) {
  const text = useText()
  const form = useId()
  const [name, setName] = useState('')
  const [isDefault, setDefault] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  async function save() {
    if (name.trim() === '') return
    setBusy(true)
    try {
      await onSave(name, isDefault)
      onClose()
    } catch (error) {
      setBusy(false)
      setFailure(error instanceof Error ? error.message : String(error))
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={text(catalogMessages.saveView)}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {text(uiMessages.cancel)}
          </Button>
          <Button type="submit" form={form} loading={busy} disabled={name.trim() === ''}>
            {text(catalogMessages.saveViewAction)}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className={styles.form}
        onSubmit={event => {
          event.preventDefault()
          void save()
        }}
      >
        {failure !== undefined && <ErrorPanel title={failure} />}
        <TextInput
          data-autofocus
          label={text(catalogMessages.viewName)}
          description={text(catalogMessages.viewNameHelp)}
          maxLength={maxNameLength}
          value={name}
          onChange={event => setName(event.currentTarget.value)}
        />
        <Checkbox
          label={text(catalogMessages.viewOpensFirst)}
          checked={isDefault}
          onChange={event => setDefault(event.currentTarget.checked)}
        />
      </form>
    </Dialog>
  )
}
