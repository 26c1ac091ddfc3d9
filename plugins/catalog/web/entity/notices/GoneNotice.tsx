import { useText } from '@portico/core/web'
import { Button, WarningPanel } from '@portico/ui'
import { entityMessages } from '../messages.ts'
import { useEntityPage } from '../page-context.tsx'

/** The entity was removed while its page was open. */
export function GoneNotice() {
  const text = useText()
  const { openWhy } = useEntityPage()
  return (
    <div role="alert">
      <WarningPanel
        title={text(entityMessages.gone)}
        action={
          <Button variant="default" size="xs" onClick={openWhy}>
            {text(entityMessages.why)}
          </Button>
        }
      >
        {text(entityMessages.goneText)}
      </WarningPanel>
    </div>
  )
}
