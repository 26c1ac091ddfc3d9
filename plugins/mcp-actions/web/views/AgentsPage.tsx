import { query, RequestErrorPanel, useCall, usePermission, useQuery, useTabbedRoutes, useText } from '@portico/core/web'
import { administerAgentsPermission, mcpActionsApi, type OfferedTool } from '@portico/mcp-actions/common'
import { Content, DataTable, InfoCard, Page, PageHeader, SkeletonRows, Stack, Status } from '@portico/ui'
import { useState } from 'react'
import { agentTabMessages } from '../messages.ts'
import { agentMessages } from '../page-messages.ts'
import styles from '../parts/Agents.module.css'
import { AgentTable } from '../parts/AgentTable.tsx'
import { CallTable } from '../parts/CallTable.tsx'
import { ConnectCards } from '../parts/ConnectCards.tsx'
import { TryTool } from '../parts/TryTool.tsx'

/** How to connect an agent, what it is offered, a tool to try, and to administrators all agents. */
export function AgentsPage() {
  const text = useText()
  const { allowed } = usePermission({ permission: administerAgentsPermission })
  const own = [
    { path: '/', title: agentMessages.servers, children: <Connect /> },
    { path: '/tools', title: agentMessages.tools, children: <Tools /> },
    { path: '/try', title: agentMessages.tryTool, children: <Try /> },
  ]
  const all = { path: '/all', title: agentMessages.all, children: <AllAgents /> }
  const { tabs, content } = useTabbedRoutes({ label: agentTabMessages.agents, routes: allowed ? [...own, all] : own })
  return (
    <Page>
      <PageHeader title={text(agentTabMessages.agents)} subtitle={text(agentMessages.subtitle)} tabs={tabs} />
      <Content>{content}</Content>
    </Page>
  )
}

function useOffer() {
  return useQuery(query(mcpActionsApi.getOffer))
}

function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const text = useText()
  return <RequestErrorPanel error={error} title={text(agentMessages.failed)} onRetry={onRetry} />
}

function Connect() {
  const { data, error, refetch } = useOffer()
  if (error) return <Failed error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={8} />
  return (
    <div className={styles.wide}>
      <Stack>
        <ConnectCards servers={data.servers} canSignIn={data.canRegister || data.hasMetadataDocuments} />
      </Stack>
    </div>
  )
}

function Tools() {
  const text = useText()
  const { data, error, refetch } = useOffer()
  if (error) return <Failed error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={8} />
  return (
    <InfoCard title={text(agentMessages.tools)} subtitle={text(agentMessages.toolsText)} flush>
      <DataTable
        label={text(agentMessages.tools)}
        search
        rows={data.tools}
        rowKey={({ name }) => name}
        columns={[
          { title: text(agentMessages.tool), value: ({ name }) => name, cell: ({ name }) => <span className={styles.tool}>{name}</span> },
          {
            title: text(agentMessages.does),
            value: ({ description }) => description,
            cell: ({ description }) => <span title={description}>{description}</span>,
          },
          { title: text(agentMessages.scope), value: ({ scope }) => scope, cell: ({ scope }) => scope },
          { title: text(agentMessages.effect), cell: tool => <Effect tool={tool} /> },
        ]}
      />
    </InfoCard>
  )
}

function Effect({ tool: { readOnly, destructive } }: { tool: OfferedTool }) {
  const text = useText()
  if (readOnly) return <Status kind="ok">{text(agentMessages.reads)}</Status>
  return destructive ? (
    <Status kind="warning">{text(agentMessages.waits)}</Status>
  ) : (
    <Status kind="info">{text(agentMessages.changes)}</Status>
  )
}

function Try() {
  const { data, error, refetch } = useOffer()
  if (error) return <Failed error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={8} />
  return (
    <div className={styles.wide}>
      <TryTool tools={data.tools} />
    </div>
  )
}

function AllAgents() {
  const text = useText()
  const [before, setBefore] = useState<string>()
  const { data, error, refetch } = useQuery(query(mcpActionsApi.listAllAgents))
  const calls = useQuery(query(mcpActionsApi.listAllCalls, { query: { limit: 50, ...(before !== undefined && { before }) } }))
  const revoke = useCall(mcpActionsApi.revokeAnyAgent)
  if (error) return <Failed error={error} onRetry={() => void refetch()} />
  return (
    <Stack>
      <InfoCard title={text(agentMessages.all)} flush>
        {data ? (
          <AgentTable agents={data.items} withUsers onDisconnect={async id => revoke.mutateAsync({ params: { id } })} />
        ) : (
          <SkeletonRows rows={4} />
        )}
      </InfoCard>
      <CallTable page={calls.data} error={calls.error} withUsers onRetry={() => void calls.refetch()} onOlder={setBefore} />
    </Stack>
  )
}
