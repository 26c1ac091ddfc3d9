import { entityDeletePermission, entityRefOf, type Entity } from '@portico/catalog/common'
import { usePermission, useText } from '@portico/core/web'
import { Button } from '@portico/ui'
import { useId, useState } from 'react'
import { entityMessages } from '../entity/messages.ts'
import styles from './Unregister.module.css'
import type { useRemoval } from './use-removal.ts'

export interface DeleteProps {
  readonly entity: Entity
  readonly removal: ReturnType<typeof useRemoval>
}

/** Deleting only this entity, collapsed: its source still lists it, and will bring it back. */
export function DeleteOption({ entity, removal }: DeleteProps) {
  const text = useText()
  const id = useId()
  const [isShown, show] = useState(false)
  return (
    <div className={styles.option}>
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        className={styles.toggle}
        aria-expanded={isShown}
        aria-controls={id}
        disabled={removal.isBusy}
        onClick={() => show(!isShown)}
      >
        {text(entityMessages.advancedOptions)}
      </Button>
      <div id={id} hidden={!isShown} className={styles.advanced}>
        <p className={styles.quiet}>{text(entityMessages.deleteReturns)}</p>
        <DeleteButton entity={entity} removal={removal} />
      </div>
    </div>
  )
}

/** Deletes the entity, where that is allowed. */
export function DeleteButton({ entity, removal }: DeleteProps) {
  const text = useText()
  const { loading, allowed } = usePermission({ permission: entityDeletePermission, resourceRef: entityRefOf(entity) })
  return (
    <Button
      variant="outline"
      className={styles.danger}
      disabled={removal.isBusy || !allowed}
      title={allowed || loading ? undefined : text(entityMessages.unregisterNotAllowed)}
      onClick={() => void removal.deleteEntity()}
    >
      {text(entityMessages.deleteEntity)}
    </Button>
  )
}
