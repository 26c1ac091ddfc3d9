import { Code, EmptyState, useText } from '@portico/ui'
import IconLock from '@tabler/icons-react/dist/esm/icons/IconLock.mjs'
import { shellMessages } from '../messages.ts'
import type { Refusal } from './refusal.ts'
import styles from './RefusalPanel.module.css'

/** Something is not allowed: which permission is missing, which roles carry it, and whom to ask. */
export function RefusalPanel({ refusal, size = 'page' }: { refusal: Refusal; size?: 'page' | 'small' }) {
  const text = useText()
  return (
    <div role="alert">
      <EmptyState
        size={size}
        icon={<IconLock size={size === 'page' ? 32 : 20} stroke={1.5} aria-hidden />}
        title={text(shellMessages.refusedTitle)}
        detail={refusal.permission !== undefined && <RefusalFacts refusal={refusal} permission={refusal.permission} />}
      >
        {text(refusal.guest ? shellMessages.refusedGuest : shellMessages.refusedText)}
      </EmptyState>
    </div>
  )
}

function RefusalFacts({ refusal: { resourceRef, grantedBy, deniedBy }, permission }: { refusal: Refusal; permission: string }) {
  const text = useText()
  return (
    <dl className={styles.facts}>
      <dt>{text(shellMessages.refusedPermission)}</dt>
      <dd>
        <Code>{permission}</Code>
      </dd>
      {resourceRef !== undefined && (
        <>
          <dt>{text(shellMessages.refusedResource)}</dt>
          <dd>
            <Code>{resourceRef}</Code>
          </dd>
        </>
      )}
      {deniedBy && deniedBy.length > 0 && (
        <>
          <dt>{text(shellMessages.refusedDenied)}</dt>
          <dd>{deniedBy.join(', ')}</dd>
        </>
      )}
      {grantedBy && (
        <>
          <dt>{text(shellMessages.refusedRoles)}</dt>
          <dd>
            <Roles roles={grantedBy} />
          </dd>
        </>
      )}
    </dl>
  )
}

function Roles({ roles }: { roles: NonNullable<Refusal['grantedBy']> }) {
  const text = useText()
  if (roles.length === 0) return text(shellMessages.refusedNoRole)
  return (
    <ul className={styles.roles}>
      {roles.map(({ role, description, conditional }) => (
        <li key={role}>
          <span className={styles.role}>{role}</span>
          {description !== undefined && <span className={styles.description}>{description}</span>}
          {conditional && <span className={styles.description}>{text(shellMessages.refusedSome)}</span>}
        </li>
      ))}
    </ul>
  )
}
