import { signedInUserApiRef, useApi, useObservable, useText } from '@portico/core/web'
import { CodeBlock, InfoCard, Link, WarningPanel } from '@portico/ui'
import { agentMessages } from '../page-messages.ts'
import styles from './Agents.module.css'

interface ConnectCardsProps {
  readonly servers: readonly {
    readonly id: string
    readonly name: string
    readonly description?: string | undefined
    readonly url: string
    readonly tools: number
  }[]
  readonly canSignIn: boolean
}

/** How common assistants are connected: a line to copy for each. */
export function ConnectCards({ servers, canSignIn }: ConnectCardsProps) {
  const text = useText()
  const isGuest = useObservable(useApi(signedInUserApiRef))?.isGuest ?? true
  const [first] = servers
  if (!first) return null
  const name = toName(first.name)
  return (
    <>
      {!canSignIn && <WarningPanel title={text(agentMessages.noRegistration)} severity="info" />}
      <InfoCard title={text(agentMessages.servers)} subtitle={text(agentMessages.serversText)}>
        <div className={styles.column}>
          {servers.map(({ id, name: title, description, url, tools }) => (
            <div key={id}>
              <CodeBlock
                title={`${title} · ${tools === 1 ? text(agentMessages.oneTool) : text(agentMessages.toolCount, { count: tools })}`}
                code={url}
              />
              {description !== undefined && <p className={styles.hint}>{description}</p>}
            </div>
          ))}
        </div>
      </InfoCard>
      <InfoCard title={text(agentMessages.clients)} subtitle={text(agentMessages.clientsText)}>
        <div className={styles.column}>
          <CodeBlock title="Claude Code" language="bash" code={`claude mcp add --transport http ${name} ${first.url}`} />
          <CodeBlock title="Codex" language="bash" code={`codex mcp add ${name} --url ${first.url}`} />
          <CodeBlock title="VS Code" language="bash" code={`code --add-mcp '${JSON.stringify({ name, type: 'http', url: first.url })}'`} />
          <CodeBlock
            title="Cursor (~/.cursor/mcp.json)"
            language="json"
            code={JSON.stringify({ mcpServers: { [name]: { url: first.url } } }, undefined, 2)}
          />
          <p className={styles.hint}>{text(agentMessages.otherClient)}</p>
        </div>
      </InfoCard>
      <InfoCard title={text(agentMessages.token)} subtitle={text(agentMessages.tokenText)}>
        <div className={styles.column}>
          <CodeBlock
            title="HTTP"
            language="bash"
            code={`claude mcp add --transport http ${name} ${first.url} --header "Authorization: Bearer $PORTICO_TOKEN"`}
          />
          <CodeBlock title="stdio" language="bash" code={`PORTICO_TOKEN=… npx portico mcp --url ${new URL(first.url).origin}`} />
          {isGuest ? (
            <p className={styles.hint}>{text(agentMessages.guestToken)}</p>
          ) : (
            <Link to="/settings/access-tokens">{text(agentMessages.makeToken)}</Link>
          )}
        </div>
      </InfoCard>
    </>
  )
}

function toName(title: string): string {
  return (
    title
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, '') || 'portal'
  )
}
