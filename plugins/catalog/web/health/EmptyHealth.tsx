import { catalogPaths } from '@portico/catalog/common'
import { useText } from '@portico/core/web'
import { Button, EmptyState, Link } from '@portico/ui'
import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs'
import IconSearchOff from '@tabler/icons-react/dist/esm/icons/IconSearchOff.mjs'
import type { HealthState } from './health-state.ts'
import { healthMessages } from './messages.ts'

/** No problems: because all is well, or because nothing meets what was asked for. */
export function EmptyHealth({ state, onChange }: { state: HealthState; onChange: (part: Partial<HealthState>) => void }) {
  const text = useText()
  const showAll = (
    <Button size="xs" variant="default" onClick={() => onChange({ scope: 'all', type: undefined, text: '' })}>
      {text(healthMessages.showAll)}
    </Button>
  )
  if (state.type || state.text !== '') {
    return (
      <EmptyState icon={<IconSearchOff size={32} aria-hidden />} title={text(healthMessages.noMatch)} action={showAll}>
        {text(healthMessages.noMatchText)}
      </EmptyState>
    )
  }
  if (state.scope === 'mine') {
    return (
      <EmptyState icon={<IconCircleCheck size={32} aria-hidden />} title={text(healthMessages.nothingMine)} action={showAll}>
        {text(healthMessages.nothingMineText)}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={<IconCircleCheck size={32} aria-hidden />}
      title={text(healthMessages.nothingWrong)}
      action={
        <Button component={Link} to={catalogPaths.index()} plain size="xs" variant="default">
          {text(healthMessages.openCatalog)}
        </Button>
      }
    >
      {text(healthMessages.nothingWrongText)}
    </EmptyState>
  )
}
