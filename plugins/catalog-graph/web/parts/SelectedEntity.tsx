import { ownersOf, parseEntityRef } from '@portico/catalog/common'
import { EntityLink } from '@portico/catalog/web'
import { Link, useRouteRef, useText } from '@portico/core/web'
import { ActionIcon, Button } from '@portico/ui'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import type { EntityNode } from '../graph/graph-drawing.ts'
import { catalogGraphMessages } from '../messages.ts'
import { catalogEntityRoute } from '../routes.ts'
import styles from './SelectedEntity.module.css'

export interface SelectedEntityProps {
  readonly node: EntityNode
  readonly isRoot: boolean
  readonly onStart: () => void
  readonly onAdd: () => void
  readonly onPath: (() => void) | undefined
  readonly onClose: () => void
}

/** Details and actions of the selected node. */
export function SelectedEntity({ node, isRoot, onStart, onAdd, onPath, onClose }: SelectedEntityProps) {
  const text = useText()
  const toEntity = useRouteRef(catalogEntityRoute)
  const page = node.form === 'entity' ? toEntity?.({ ...parseEntityRef(node.ref) }) : undefined
  const [owner] = node.entity ? ownersOf(node.entity) : []
  return (
    <section className={styles.panel} aria-label={text(catalogGraphMessages.selected)}>
      <div className={styles.head}>
        <div className={styles.name}>
          <EntityLink entity={node.entity ?? node.ref} defaultKind={node.kind} />
        </div>
        <ActionIcon size={24} aria-label={text(catalogGraphMessages.closeSelected)} onClick={onClose}>
          <IconX size={14} aria-hidden />
        </ActionIcon>
      </div>
      <p className={styles.facts}>
        {node.hint}
        {owner !== undefined && (
          <>
            {' · '}
            {text(catalogGraphMessages.ownedBy)} <EntityLink entity={owner} defaultKind="group" hideIcon />
          </>
        )}
      </p>
      {node.entity?.metadata.description && <p className={styles.description}>{node.entity.metadata.description}</p>}
      <div className={styles.actions}>
        {page !== undefined && (
          <Link to={page} plain className={styles.open}>
            {text(catalogGraphMessages.openPage)}
          </Link>
        )}
        {!isRoot && (
          <>
            <Button size="compact-sm" variant="default" onClick={onStart}>
              {text(catalogGraphMessages.makeRoot)}
            </Button>
            <Button size="compact-sm" variant="default" onClick={onAdd}>
              {text(catalogGraphMessages.addRoot)}
            </Button>
            {onPath && (
              <Button size="compact-sm" variant="default" onClick={onPath}>
                {text(catalogGraphMessages.pathHere)}
              </Button>
            )}
          </>
        )}
      </div>
    </section>
  )
}
