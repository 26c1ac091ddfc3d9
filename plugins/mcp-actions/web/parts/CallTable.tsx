import { EntityLink, EntityText } from '@portico/catalog/web'
import { RequestErrorPanel, useText, type Text } from '@portico/core/web'
import type { AgentCall } from '@portico/mcp-actions/common'
import { Button, DataTable, InfoCard, RelativeTime, SkeletonRows, Status, useBytes, type StatusKind } from '@portico/ui'
import { agentMessages } from '../page-messages.ts'
import styles from './Agents.module.css'

const results: Record<AgentCall['result'], { readonly kind: StatusKind; readonly message: Text }> = {
  succeeded: { kind: 'ok', message: agentMessages.succeeded },
  failed: { kind: 'error', message: agentMessages.callFailed },
  refused: { kind: 'aborted', message: agentMessages.refused },
  waiting: { kind: 'pending', message: agentMessages.waiting },
}

interface CallTableProps {
  readonly page: { readonly items: readonly AgentCall[]; readonly next?: string | undefined } | undefined
  readonly error: Error | null
  readonly withUsers?: boolean
  readonly onRetry: () => void
  readonly onOlder: (before: string) => void
}

/** What agents did, the newest first. */
export function CallTable({ page, error, withUsers = false, onRetry, onOlder }: CallTableProps) {
  const text = useText()
  const bytes = useBytes()
  if (error) return <RequestErrorPanel error={error} title={text(agentMessages.failed)} onRetry={onRetry} />
  const { next } = page ?? {}
  return (
    <InfoCard
      title={text(agentMessages.activity)}
      flush
      action={
        next !== undefined && (
          <Button variant="subtle" size="compact-xs" onClick={() => onOlder(next)}>
            {text(agentMessages.older)}
          </Button>
        )
      }
    >
      {page ? (
        <DataTable
          label={text(agentMessages.activity)}
          rows={page.items}
          rowKey={({ id }) => id}
          empty={<p className={styles.empty}>{text(agentMessages.noActivity)}</p>}
          columns={[
            { title: text(agentMessages.action), cell: call => <Action call={call} /> },
            { title: text(agentMessages.name), cell: ({ agent }) => agent },
            ...(withUsers
              ? [{ title: text(agentMessages.user), cell: ({ user }: AgentCall) => <EntityLink entity={user} defaultKind="user" /> }]
              : []),
            {
              title: text(agentMessages.result),
              cell: ({ result }) => <Status kind={results[result].kind}>{text(results[result].message)}</Status>,
            },
            { title: text(agentMessages.when), cell: ({ at }) => <RelativeTime at={at} /> },
            { title: text(agentMessages.answerSize), cell: call => bytes(call.bytes) },
          ]}
        />
      ) : (
        <SkeletonRows rows={5} />
      )}
    </InfoCard>
  )
}

/** Why it failed stands beside it: a hint that shows on hover alone is no help on a phone. */
function Action({ call: { action, detail } }: { call: AgentCall }) {
  return (
    <>
      {action}{' '}
      {detail !== undefined && (
        <span className={styles.detail} title={detail}>
          <EntityText>{detail}</EntityText>
        </span>
      )}
    </>
  )
}
