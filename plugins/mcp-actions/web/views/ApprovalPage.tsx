import { query, RequestErrorPanel, useCall, useParams, useQuery, useText, type Text } from '@portico/core/web'
import { mcpActionsApi, mcpPaths, type AgentApproval } from '@portico/mcp-actions/common'
import {
  Button,
  Checkbox,
  CodeBlock,
  Content,
  ErrorPanel,
  Fact,
  Facts,
  InfoCard,
  Link,
  Page,
  PageHeader,
  RelativeTime,
  SkeletonRows,
  Status,
  type StatusKind,
} from '@portico/ui'
import { useState } from 'react'
import { agentTabMessages } from '../messages.ts'
import { agentMessages } from '../page-messages.ts'
import styles from '../parts/Agents.module.css'

const states: Record<Exclude<AgentApproval['state'], 'waiting'>, { readonly kind: StatusKind; readonly message: Text }> = {
  succeeded: { kind: 'ok', message: agentMessages.stateSucceeded },
  failed: { kind: 'error', message: agentMessages.stateFailed },
  refused: { kind: 'aborted', message: agentMessages.stateRefused },
  running: { kind: 'running', message: agentMessages.stateRunning },
  expired: { kind: 'aborted', message: agentMessages.stateExpired },
}

/** A call of an agent that waits: what it would do, and the yes or no of the user. */
export function ApprovalPage() {
  const text = useText()
  const { id = '' } = useParams()
  const { data, error, refetch } = useQuery(query(mcpActionsApi.getAgentApproval, { params: { id } }))
  return (
    <Page>
      <PageHeader title={text(agentMessages.approval)} />
      <Content>
        <div className={styles.narrow}>
          {error && <RequestErrorPanel error={error} title={text(agentMessages.failed)} onRetry={() => void refetch()} />}
          {!error && !data && (
            <InfoCard title={text(agentMessages.approval)}>
              <SkeletonRows rows={4} />
            </InfoCard>
          )}
          {!error && data && <Approval approval={data} />}
        </div>
      </Content>
    </Page>
  )
}

function Approval({ approval }: { approval: AgentApproval }) {
  const text = useText()
  const [always, setAlways] = useState(false)
  const decide = useCall(mcpActionsApi.decideAgentApproval)
  const { id, agent, action, title, input, createdAt, expiresAt, state, error } = decide.data ?? approval
  const send = (decision: 'approve' | 'refuse') =>
    decide.mutate({ params: { id }, body: { decision, always: decision === 'approve' && always } })
  return (
    <InfoCard title={title} subtitle={state === 'waiting' ? text(agentMessages.approvalText, { agent }) : agent}>
      <div className={styles.column}>
        <Facts>
          <Fact label={text(agentMessages.action)}>{action}</Fact>
          <Fact label={text(agentMessages.asked)}>
            <RelativeTime at={createdAt} />
          </Fact>
          <Fact label={text(agentMessages.until)}>
            <RelativeTime at={expiresAt} />
          </Fact>
        </Facts>
        <CodeBlock title={text(agentMessages.input)} language="json" code={JSON.stringify(input, undefined, 2)} maxHeight={360} />
        {state === 'waiting' ? (
          <>
            <Checkbox label={text(agentMessages.always, { agent })} checked={always} onChange={event => setAlways(event.target.checked)} />
            {decide.error && <ErrorPanel title={decide.error.message} />}
            <div className={styles.buttons}>
              <Button loading={decide.isPending} onClick={() => send('approve')}>
                {text(agentMessages.approve)}
              </Button>
              <Button variant="default" disabled={decide.isPending} onClick={() => send('refuse')}>
                {text(agentMessages.refuse)}
              </Button>
            </div>
          </>
        ) : (
          <div>
            <Status kind={states[state].kind}>{text(states[state].message)}</Status>
          </div>
        )}
        {error !== undefined && <p className={styles.hint}>{error}</p>}
        <Link to={mcpPaths.settings}>{text(agentTabMessages.connectedAgents)}</Link>
      </div>
    </InfoCard>
  )
}
