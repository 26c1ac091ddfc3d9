import { Button, Dialog, useText } from '@portico/ui'
import { shellMessages } from '../messages.ts'

/** Asks whether the user is still there. Closing it counts as yes. */
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
