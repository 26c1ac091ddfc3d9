import { alertApiRef, RequestErrorPanel, useApi, useCall, useText } from '@portico/core/web'
import { scorecardsApi } from '@portico/scorecards/common'
import { Button, Dialog, Textarea, TextInput, uiMessages } from '@portico/ui'
import { useState } from 'react'
import styles from './Editor.module.css'
import { editorMessages } from './messages.ts'

export interface ProposeDialogProps {
  readonly text: string
  /** The file in a repository that the document is in. */
  readonly known: string | undefined
  readonly onClose: () => void
}

/** Proposes the text as a pull request. */
export function ProposeDialog({ text: document, known, onClose }: ProposeDialogProps) {
  const text = useText()
  const alerts = useApi(alertApiRef)
  const { mutateAsync, isPending, error } = useCall(scorecardsApi.proposeDocument)
  const [target, setTarget] = useState('')
  const [title, setTitle] = useState('')
  const [message, setMessage] = useState('')
  const given = (value: string) => (value.trim() === '' ? undefined : value.trim())
  async function propose() {
    const [where, named, said] = [given(target), given(title), given(message)]
    const { url } = await mutateAsync({
      body: {
        text: document,
        ...(where !== undefined && { target: where }),
        ...(named !== undefined && { title: named }),
        ...(said !== undefined && { message: said }),
      },
    })
    alerts.post({ message: text(editorMessages.proposed), to: url })
    onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={text(editorMessages.proposeTitle)}
      footer={
        <>
          <Button variant="default" disabled={isPending} onClick={onClose}>
            {text(uiMessages.cancel)}
          </Button>
          <Button
            loading={isPending}
            disabled={known === undefined && target.trim() === ''}
            onClick={() => void propose().catch(() => undefined)}
          >
            {text(editorMessages.propose)}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        {error && <RequestErrorPanel error={error} />}
        <TextInput
          label={text(editorMessages.proposeTarget)}
          description={known === undefined ? text(editorMessages.proposeTargetHelp) : text(editorMessages.proposeTargetKnown)}
          placeholder={known}
          value={target}
          onChange={({ currentTarget }) => setTarget(currentTarget.value)}
          data-autofocus
        />
        <TextInput
          label={text(editorMessages.proposeName)}
          maxLength={200}
          value={title}
          onChange={({ currentTarget }) => setTitle(currentTarget.value)}
        />
        <Textarea
          label={text(editorMessages.proposeMessage)}
          rows={3}
          maxLength={5000}
          value={message}
          onChange={({ currentTarget }) => setMessage(currentTarget.value)}
        />
      </div>
    </Dialog>
  )
}
