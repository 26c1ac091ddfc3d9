import { locationDeletePermission, type Entity } from '@portico/catalog/common'
import { RequestErrorPanel, usePermission, useText } from '@portico/core/web'
import { Button, SkeletonRows, useNumber, WarningPanel } from '@portico/ui'
import type { ReactNode } from 'react'
import { entityMessages } from '../entity/messages.ts'
import { SourceName } from '../entity/why/SourceFacts.tsx'
import { EntityLink } from '../parts/EntityLink.tsx'
import { DeleteButton, DeleteOption } from './DeleteOption.tsx'
import { RemovalHelp } from './RemovalHelp.tsx'
import styles from './Unregister.module.css'
import type { Colocated, UnregisterState } from './unregister-state.ts'
import type { useRemoval } from './use-removal.ts'

export interface UnregisterContentProps {
  readonly entity: Entity
  readonly state: UnregisterState
  readonly removal: ReturnType<typeof useRemoval>
  readonly onClose: () => void
}

/** What the dialog says and offers in each state. */
export function UnregisterContent(props: UnregisterContentProps) {
  const text = useText()
  const { state, entity, removal, onClose } = props
  switch (state.type) {
    case 'loading':
      return (
        <Framed {...props}>
          <SkeletonRows rows={4} />
        </Framed>
      )
    case 'error':
      return (
        <Framed {...props}>
          <RequestErrorPanel error={state.error} title={text(entityMessages.unregisterFailed)} onRetry={state.retry} />
        </Framed>
      )
    case 'bootstrap':
      return (
        <Framed {...props}>
          <WarningPanel severity="info" title={text(entityMessages.bootstrap)}>
            <SourceName name={state.location} />
          </WarningPanel>
          <RemovalHelp entity={entity} configured={state.location} />
          <DeleteOption entity={entity} removal={removal} />
        </Framed>
      )
    case 'unregister':
      return <Unregister {...props} state={state} />
    case 'only-delete':
      return (
        <Framed {...props} action={<DeleteButton entity={entity} removal={removal} />}>
          <p>{text(entityMessages.onlyDelete)}</p>
          <p className={styles.quiet}>{text(entityMessages.deleteText)}</p>
          <RemovalHelp entity={entity} />
        </Framed>
      )
    default:
      return (
        <Framed entity={entity} removal={removal} onClose={onClose}>
          <WarningPanel severity="error" title={text(entityMessages.unknownState)} />
        </Framed>
      )
  }
}

function Unregister(props: UnregisterContentProps & { readonly state: Extract<UnregisterState, { type: 'unregister' }> }) {
  const text = useText()
  const { state, entity, removal } = props
  const { loading, allowed } = usePermission({ permission: locationDeletePermission })
  return (
    <Framed
      {...props}
      action={
        <Button
          variant="outline"
          className={styles.danger}
          loading={removal.isBusy}
          disabled={!allowed}
          title={allowed || loading ? undefined : text(entityMessages.unregisterLocationNotAllowed)}
          onClick={() => void removal.unregister(state.location)}
        >
          {text(entityMessages.unregisterLocation)}
        </Button>
      }
    >
      <p>{text(entityMessages.unregisterText)}</p>
      <ColocatedList colocated={state.colocated} />
      <p>
        {text(entityMessages.unregisterFrom)} <SourceName name={`${state.location.type}:${state.location.target}`} />
      </p>
      <p className={styles.quiet}>{text(entityMessages.unregisterUndo)}</p>
      <DeleteOption entity={entity} removal={removal} />
    </Framed>
  )
}

function ColocatedList({ colocated: { items, total } }: { colocated: Colocated }) {
  const text = useText()
  const number = useNumber()
  const hidden = total - items.length
  return (
    <ul className={styles.entities} aria-label={text(entityMessages.willBeRemoved)}>
      {items.map(item => (
        <li key={`${item.kind}:${item.metadata.namespace}/${item.metadata.name}`}>
          <EntityLink entity={item} />
        </li>
      ))}
      {items.length === 0 && <li>{text(entityMessages.allOfIt)}</li>}
      {hidden > 0 && <li className={styles.quiet}>{text(entityMessages.moreCount, { count: number(hidden) })}</li>}
    </ul>
  )
}

type FramedProps = Pick<UnregisterContentProps, 'removal' | 'onClose' | 'entity'> & {
  readonly action?: ReactNode
  readonly children: ReactNode
}

/** The words, and under them the buttons. */
function Framed({ removal, onClose, action, children }: FramedProps) {
  const text = useText()
  return (
    <>
      <div className={styles.body}>{children}</div>
      <div className={styles.buttons}>
        <Button variant="default" disabled={removal.isBusy} onClick={onClose} data-autofocus>
          {text(entityMessages.cancel)}
        </Button>
        {action}
      </div>
    </>
  )
}
