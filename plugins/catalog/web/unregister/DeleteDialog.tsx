import type { Entity } from '@portico/catalog/common'
import { useText } from '@portico/core/web'
import { Button, Dialog } from '@portico/ui'
import { entityMessages } from '../entity/messages.ts'
import { presentEntity } from '../presentation/entity-presentation.ts'
import { DeleteButton } from './DeleteOption.tsx'
import styles from './Unregister.module.css'
import { useRemoval } from './use-removal.ts'

/** Asks whether to delete an entity that nothing lists any more. */
export function DeleteDialog({ entity, onClose }: { entity: Entity; onClose: () => void }) {
  const text = useText()
  const removal = useRemoval(entity)
  const { primaryTitle: name } = presentEntity(entity, { defaultKind: entity.kind })
  return (
    <Dialog open onClose={() => !removal.isBusy && onClose()} title={text(entityMessages.deleteTitle, { name })} size="small">
      <div className={styles.body}>
        <p>{text(entityMessages.deleteText)}</p>
      </div>
      <div className={styles.buttons}>
        <Button variant="default" disabled={removal.isBusy} onClick={onClose} data-autofocus>
          {text(entityMessages.cancel)}
        </Button>
        <DeleteButton entity={entity} removal={removal} />
      </div>
    </Dialog>
  )
}
