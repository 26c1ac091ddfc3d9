import { useText } from '@portico/core/web'
import { ActionIcon } from '@portico/ui'
import IconHistory from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs'
import { timeMessages } from './messages.ts'
import { useMoment } from './use-moment.ts'

/** Opens and closes the bar by which a moment of the past is chosen. */
export function TimeButton() {
  const text = useText()
  const { isOpen, open, close } = useMoment()
  const label = text(timeMessages.lookBack)
  return (
    <ActionIcon variant="default" aria-label={label} title={label} aria-pressed={isOpen} onClick={isOpen ? close : open}>
      <IconHistory size={16} aria-hidden />
    </ActionIcon>
  )
}
