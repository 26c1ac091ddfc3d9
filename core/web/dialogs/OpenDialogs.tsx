import { ConfirmDialog, Dialog, useText } from '@portico/ui'
import { useRef } from 'react'
import type { OpenDialog } from './dialogs.ts'

/** Draws the open dialogs. It comes in a chunk of its own, with the first one. */
export function OpenDialogs({ dialogs }: { dialogs: readonly OpenDialog[] }) {
  return dialogs.map(dialog =>
    'question' in dialog.shows ? (
      <Question key={dialog.id} question={dialog.shows.question} close={dialog.close} />
    ) : (
      <Custom key={dialog.id} custom={dialog.shows.custom} close={dialog.close} />
    ),
  )
}

type Shows<K extends string> = Extract<OpenDialog['shows'], Record<K, unknown>>

function Question({ question, close }: Shows<'question'> & Pick<OpenDialog, 'close'>) {
  const text = useText()
  const agreed = useRef(false)
  return (
    <ConfirmDialog
      open
      title={text(question.title)}
      confirm={text(question.confirm)}
      cancel={question.cancel && text(question.cancel)}
      destructive={question.destructive ?? false}
      onConfirm={async () => {
        await question.run?.()
        agreed.current = true
      }}
      onClose={() => close(agreed.current)}
    >
      {question.message}
    </ConfirmDialog>
  )
}

function Custom({ custom, close }: Shows<'custom'> & Pick<OpenDialog, 'close'>) {
  const text = useText()
  return (
    <Dialog open onClose={() => close()} title={text(custom.title)} size={custom.size ?? 'small'}>
      {custom.render(close as (result?: never) => void)}
    </Dialog>
  )
}
