import { EntityLink } from '@portico/catalog/web'
import { dialogApiRef, useApi, useText } from '@portico/core/web'
import type { ConnectedAgent } from '@portico/mcp-actions/common'
import { Button, DataTable, RelativeTime, useBytes } from '@portico/ui'
import { agentTabMessages } from '../messages.ts'
import { agentMessages } from '../page-messages.ts'
import styles from './Agents.module.css'

interface AgentTableProps {
  readonly agents: readonly ConnectedAgent[]
  /** Also whose each is. */
  readonly withUsers?: boolean
  readonly onDisconnect: (id: string) => Promise<unknown>
}

/** Connected agents: what each may do, when it was used, and how to end it. */
export function AgentTable({ agents, withUsers = false, onDisconnect }: AgentTableProps) {
  const text = useText()
  const bytes = useBytes()
  const dialogs = useApi(dialogApiRef)
  const ask = ({ id, name }: ConnectedAgent) =>
    dialogs.confirm({
      title: text(agentMessages.disconnectAgent, { name }),
      message: text(agentMessages.disconnectText, { name }),
      confirm: agentMessages.disconnect,
      destructive: true,
      run: async () => void (await onDisconnect(id)),
    })
  return (
    <DataTable
      label={text(agentTabMessages.connectedAgents)}
      rows={agents}
      rowKey={({ id }) => id}
      empty={<p className={styles.empty}>{text(agentMessages.noAgents)}</p>}
      columns={[
        { title: text(agentMessages.name), cell: ({ name }) => <span className={styles.tool}>{name}</span> },
        ...(withUsers
          ? [{ title: text(agentMessages.user), cell: ({ user }: ConnectedAgent) => <EntityLink entity={user} defaultKind="user" /> }]
          : []),
        { title: text(agentMessages.may), cell: ({ scopes }) => scopes.join(', ') },
        {
          title: text(agentMessages.lastUsed),
          cell: ({ lastUsedAt }) => (lastUsedAt === undefined ? text(agentMessages.never) : <RelativeTime at={lastUsedAt} />),
        },
        {
          title: text(agentMessages.today),
          cell: ({ today: { calls, bytes: size } }) =>
            calls === 0
              ? '–'
              : `${calls === 1 ? text(agentMessages.oneCall) : text(agentMessages.calls, { count: calls })}, ${bytes(size)}`,
        },
        { title: text(agentMessages.until), cell: ({ expiresAt }) => <RelativeTime at={expiresAt} /> },
      ]}
      actions={agent => (
        <Button
          variant="subtle"
          color="gray"
          size="compact-xs"
          aria-label={text(agentMessages.disconnectAgent, { name: agent.name })}
          onClick={() => void ask(agent)}
        >
          {text(agentMessages.disconnect)}
        </Button>
      )}
    />
  )
}
