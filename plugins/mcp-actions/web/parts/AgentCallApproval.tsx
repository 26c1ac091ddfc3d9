import { EntityText } from '@portico/catalog/web'
import { query, RequestErrorPanel, useCall, useQuery, useText, type Text } from '@portico/core/web'
import { mcpActionsApi, mcpPaths, type AgentApproval } from '@portico/mcp-actions/common'
import { Decision } from '@portico/notifications/web'
import { Checkbox, CodeBlock, Fact, Facts, Link, RelativeTime, SkeletonRows, Status, type StatusKind } from '@portico/ui'
import { useState } from 'react'
import { namedBy } from '../attention.ts'
import { agentTabMessages } from '../messages.ts'
import { agentMessages } from '../page-messages.ts'
import styles from './Agents.module.css'

const states: Record<Exclude<AgentApproval['state'], 'waiting'>, { readonly kind: StatusKind; readonly message: Text }> = {
  succeeded: { kind: 'ok', message: agentMessages.stateSucceeded },
  failed: { kind: 'error', message: agentMessages.stateFailed },
  refused: { kind: 'aborted', message: agentMessages.stateRefused },
  running: { kind: 'running', message: agentMessages.stateRunning },
  expired: { kind: 'aborted', message: agentMessages.stateExpired },
}

const runningPollMs = 3_000

/** A call of an agent: what it would do, and the yes or no of the user; or how it ended. */
export function AgentCallApproval({ id }: { readonly id: string }) {
  const text = useText()
  const { data, error, refetch } = useQuery({
    ...query(mcpActionsApi.getAgentApproval, { params: { id } }),
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? runningPollMs : false),
  })
  if (error && !data) return <RequestErrorPanel error={error} title={text(agentMessages.failed)} onRetry={() => void refetch()} />
  return data ? <Approval approval={data} /> : <SkeletonRows rows={4} />
}

function Approval({ approval }: { approval: AgentApproval }) {
  const text = useText()
  const [always, setAlways] = useState(false)
  const decide = useCall(mcpActionsApi.decideAgentApproval)
  const { id, agent, action, title, input, createdAt, expiresAt, state, error } =
    (approval.state === 'waiting' ? decide.data : undefined) ?? approval
  return (
    <div className={styles.column}>
      {state === 'waiting' && <p className={styles.hint}>{text(agentMessages.approvalText, { agent })}</p>}
      <Facts>
        <Fact label={text(agentMessages.does)}>
          <EntityText>{[title, namedBy(input).join(', ')].filter(Boolean).join(': ')}</EntityText>
        </Fact>
        <Fact label={text(agentMessages.action)}>{action}</Fact>
        <Fact label={text(agentMessages.name)}>{agent}</Fact>
        <Fact label={text(agentMessages.asked)}>
          <RelativeTime at={createdAt} />
        </Fact>
        <Fact label={text(agentMessages.until)}>
          <RelativeTime at={expiresAt} />
        </Fact>
      </Facts>
      <CodeBlock title={text(agentMessages.input)} language="json" code={JSON.stringify(input, undefined, 2)} maxHeight={360} />
      {state === 'waiting' ? (
        <Decision
          approve={text(agentMessages.approve)}
          isPending={decide.isPending}
          error={decide.error}
          onDecide={decision => decide.mutate({ params: { id }, body: { decision, always: decision === 'approve' && always } })}
        >
          <Checkbox label={text(agentMessages.always, { agent })} checked={always} onChange={event => setAlways(event.target.checked)} />
        </Decision>
      ) : (
        <div>
          <Status kind={states[state].kind}>{text(states[state].message)}</Status>
        </div>
      )}
      {error !== undefined && <p className={styles.hint}>{error}</p>}
      <Link to={mcpPaths.settings}>{text(agentTabMessages.connectedAgents)}</Link>
    </div>
  )
}
