import { Button, Dialog, useText } from '@portico/ui'
import { shellMessages } from '../messages.ts'

/** Asks whether anybody is there. Closing it is an answer too. */
export function InactivityDialog({ secondsLeft, onStay }: { secondsLeft: number; onStay: () => void }) {
  const text = useText()
  return (
    <Dialog
      open
      onClose={onStay}
      title={text(shellMessages.inactivityTitle)}
      footer={
        <Button data-autofocus onClick={onStay}>
          {text(shellMessages.inactivityStay)}
        </Button>
      }
    >
      {text(shellMessages.inactivityText, { seconds: secondsLeft })}
    </Dialog>
  )
}
