import { useText } from '@portico/core/web'
import { Button, WarningPanel } from '@portico/ui'
import { entityMessages } from '../messages.ts'

/** The entity could not be refetched. */
export function StaleNotice({ error, retry }: { error: Error; retry: () => void }) {
  const text = useText()
  return (
    <WarningPanel
      title={text(entityMessages.stale)}
      action={
        <Button variant="default" size="xs" onClick={retry}>
          {text(entityMessages.lookAgain)}
        </Button>
      }
    >
      {error.message}
    </WarningPanel>
  )
}
