import { useText } from '@portico/core/web'
import { Button, Dialog, ErrorPanel, TextInput } from '@portico/ui'
import { useState, type FormEvent } from 'react'
import { kubernetesMessages } from '../messages.ts'
import styles from './TypedConfirm.module.css'

interface TypedConfirmProps {
  readonly open: boolean
  readonly title: string
  /** What will be lost, and how to get it back. */
  readonly message: string
  readonly confirm: string
  /** What has to be typed. */
  readonly name: string
  readonly onConfirm: () => Promise<void>
  readonly onClose: () => void
}

/** Asks for confirmation by the name of what is about to be changed. */
export function TypedConfirm({ open, title, message, confirm, name, onConfirm, onClose }: TypedConfirmProps) {
  const text = useText()
  const [typed, setTyped] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  function close() {
    setTyped('')
    setFailure(undefined)
    onClose()
  }
  async function run(event: FormEvent) {
    event.preventDefault()
    if (typed !== name || isBusy) return
    setBusy(true)
    setFailure(undefined)
    try {
      await onConfirm()
      close()
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog open={open} onClose={close} title={title}>
      <form className={styles.form} onSubmit={event => void run(event)}>
        {failure !== undefined && <ErrorPanel title={failure} />}
        <p className={styles.text}>{message}</p>
        <TextInput
          label={text(kubernetesMessages.typeToConfirm, { name })}
          value={typed}
          autoComplete="off"
          data-autofocus
          onChange={event => setTyped(event.currentTarget.value)}
        />
        <div className={styles.foot}>
          <Button type="submit" variant="outline" className={styles.danger} loading={isBusy} disabled={typed !== name}>
            {confirm}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
