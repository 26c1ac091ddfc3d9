import { query, RequestErrorPanel, useCall, useNavigate, useQuery, useText } from '@portico/core/web'
import { mcpActionsApi, mcpPaths, type ConnectedAgent } from '@portico/mcp-actions/common'
import { WaitingForYou } from '@portico/notifications/web'
import { Button, Content, EmptyState, InfoCard, SkeletonRows, Stack } from '@portico/ui'
import IconRobot from '@tabler/icons-react/dist/esm/icons/IconRobot.mjs'
import { useState } from 'react'
import { agentTabMessages } from '../messages.ts'
import { agentMessages } from '../page-messages.ts'
import styles from './Agents.module.css'
import { AgentTable } from './AgentTable.tsx'
import { CallTable } from './CallTable.tsx'

/** The agents of the user: what waits, who may do what, and what they did. */
export function AgentsTab() {
  const text = useText()
  const { data, error, refetch } = useQuery(query(mcpActionsApi.listAgents))
  const revoke = useCall(mcpActionsApi.revokeAgent)
  if (error) {
    return (
      <Content>
        <RequestErrorPanel error={error} title={text(agentMessages.failed)} onRetry={() => void refetch()} />
      </Content>
    )
  }
  return (
    <Content>
      {data?.items.length === 0 ? (
        <EmptyState icon={<IconRobot size={32} stroke={1.5} aria-hidden />} title={text(agentMessages.noAgents)} action={<ConnectButton />}>
          {text(agentMessages.noAgentsText)}
        </EmptyState>
      ) : (
        <div className={styles.wide}>
          <Stack>
            <WaitingForYou plugin="mcp-actions" />
            <InfoCard title={text(agentTabMessages.connectedAgents)} action={<ConnectButton />} flush>
              {data ? (
                <AgentTable agents={data.items} onDisconnect={async id => revoke.mutateAsync({ params: { id } })} />
              ) : (
                <SkeletonRows rows={3} />
              )}
            </InfoCard>
            {data && <Allowed agents={data.items} />}
            <OwnCalls />
          </Stack>
        </div>
      )}
    </Content>
  )
}

function ConnectButton() {
  const text = useText()
  const navigate = useNavigate()
  return (
    <Button size="xs" onClick={() => void navigate(mcpPaths.agents)}>
      {text(agentTabMessages.connect)}
    </Button>
  )
}

/** Agents that need not ask for some actions, and how to have them ask again. */
function Allowed({ agents }: { agents: readonly ConnectedAgent[] }) {
  const text = useText()
  const set = useCall(mcpActionsApi.setAllowedActions)
  return agents
    .filter(({ allowedActions }) => allowedActions.length > 0)
    .map(({ id, name, allowedActions }) => (
      <InfoCard
        key={id}
        title={name}
        action={
          <Button
            variant="default"
            size="compact-xs"
            loading={set.isPending}
            onClick={() => set.mutate({ params: { id }, body: { actions: [] } })}
          >
            {text(agentMessages.askAgain)}
          </Button>
        }
      >
        {text(agentMessages.allowedActions, { actions: allowedActions.join(', ') })}
      </InfoCard>
    ))
}

function OwnCalls() {
  const [before, setBefore] = useState<string>()
  const { data, error, refetch } = useQuery(
    query(mcpActionsApi.listOwnCalls, { query: { limit: 20, ...(before !== undefined && { before }) } }),
  )
  return <CallTable page={data} error={error} onRetry={() => void refetch()} onOlder={setBefore} />
}
