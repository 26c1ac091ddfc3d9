import type { Entity } from '@portico/catalog/common'
import { useText } from '@portico/core/web'
import { Dialog } from '@portico/ui'
import { entityMessages } from '../entity/messages.ts'
import { presentEntity } from '../presentation/entity-presentation.ts'
import { UnregisterContent } from './UnregisterContent.tsx'
import { useUnregisterState } from './unregister-state.ts'
import { useRemoval } from './use-removal.ts'

/** Asks whether to unregister an entity, and says what goes with it. */
export function UnregisterDialog({ entity, onClose }: { entity: Entity; onClose: () => void }) {
  const text = useText()
  const state = useUnregisterState(entity)
  const removal = useRemoval(entity)
  const { primaryTitle: name } = presentEntity(entity, { defaultKind: entity.kind })
  return (
    <Dialog open onClose={() => !removal.isBusy && onClose()} title={text(entityMessages.unregisterTitle, { name })} size="medium">
      <UnregisterContent entity={entity} state={state} removal={removal} onClose={onClose} />
    </Dialog>
  )
}
