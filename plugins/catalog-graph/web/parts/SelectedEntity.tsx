import { ownersOf, parseEntityRef } from '@portico/catalog/common'
import { EntityLink, KindIcon } from '@portico/catalog/web'
import { Link, useRouteRef, useText } from '@portico/core/web'
import { ActionIcon, Button } from '@portico/ui'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { useEffect, useRef } from 'react'
import type { EntityNode } from '../graph/graph-drawing.ts'
import { systemOf } from '../graph/group-nodes.ts'
import { catalogGraphMessages } from '../messages.ts'
import { catalogEntityRoute } from '../routes.ts'
import styles from './SelectedEntity.module.css'

export interface SelectedEntityProps {
  readonly node: EntityNode
  readonly isRoot: boolean
  /** It was selected by key: the keys go on here. */
  readonly takesFocus: boolean
  readonly onStart: () => void
  readonly onAdd: () => void
  readonly onPath: (() => void) | undefined
  readonly onClose: () => void
}

/** Details and actions of the selected node: a panel at the side, on a phone a sheet at the foot. */
export function SelectedEntity({ node, isRoot, takesFocus, onStart, onAdd, onPath, onClose }: SelectedEntityProps) {
  const text = useText()
  const panel = useRef<HTMLElement>(null)
  const toEntity = useRouteRef(catalogEntityRoute)
  const page = node.form === 'entity' ? toEntity?.({ ...parseEntityRef(node.ref) }) : undefined
  const [owner] = node.entity ? ownersOf(node.entity) : []
  const lifecycle = node.entity?.spec?.['lifecycle']
  const system = systemOf(node.ref, ref => (ref === node.ref ? node.entity : undefined))
  useEffect(() => {
    if (takesFocus) panel.current?.focus({ preventScroll: true })
  }, [takesFocus, node.id])
  return (
    <section ref={panel} tabIndex={-1} className={styles.panel} aria-label={text(catalogGraphMessages.selected)}>
      <div className={styles.head}>
        <KindIcon kind={node.kind ?? ''} size={20} />
        <div className={styles.words}>
          <h2 className={styles.name}>
            <bdi>{node.label}</bdi>
          </h2>
          <p className={styles.hint}>{node.hint}</p>
        </div>
        <ActionIcon size={28} aria-label={text(catalogGraphMessages.closeSelected)} onClick={onClose}>
          <IconX size={16} aria-hidden />
        </ActionIcon>
      </div>
      {node.entity?.metadata.description && <p className={styles.description}>{node.entity.metadata.description}</p>}
      <dl className={styles.facts}>
        {owner !== undefined && (
          <>
            <dt>{text(catalogGraphMessages.owner)}</dt>
            <dd>
              <EntityLink entity={owner} defaultKind="group" />
            </dd>
          </>
        )}
        {system !== undefined && (
          <>
            <dt>{text(catalogGraphMessages.system)}</dt>
            <dd>
              <EntityLink entity={system} defaultKind="system" />
            </dd>
          </>
        )}
        {typeof lifecycle === 'string' && (
          <>
            <dt>{text(catalogGraphMessages.lifecycle)}</dt>
            <dd>{lifecycle}</dd>
          </>
        )}
      </dl>
      <div className={styles.actions}>
        {page !== undefined && (
          <Button component={Link} to={page} plain fullWidth>
            {text(catalogGraphMessages.openPage)}
          </Button>
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
