import type { ConnectorViews, ViewSection } from '@portico/connectors/common'
import { RequestErrorPanel, useText } from '@portico/core/web'
import { Content, EmptyState, RelativeTime, SkeletonRows, Stack, Status, type StatusKind } from '@portico/ui'
import IconPlugConnected from '@tabler/icons-react/dist/esm/icons/IconPlugConnected.mjs'
import { ActionButtons } from '../actions/ActionButtons.tsx'
import { toolMessages } from '../messages.ts'
import { RefreshButton } from './RefreshButton.tsx'
import { OpenLink } from './ToolCards.tsx'
import { ToolSections } from './ToolSections.tsx'
import { ToolIcon } from './tool-icon.tsx'
import { ToolNotice } from './ToolNotice.tsx'
import styles from './Tools.module.css'
import { useEntityTools } from './use-entity-tools.ts'

/** Everything that tools say about an entity: a part for each tool. */
export function ToolsTab() {
  return (
    <Content>
      <Tools />
    </Content>
  )
}

function Tools() {
  const text = useText()
  const { data, error, refetch } = useEntityTools()
  if (error && !data) return <RequestErrorPanel error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={8} />
  if (data.items.length === 0) {
    return (
      <EmptyState icon={<IconPlugConnected size={28} aria-hidden />} title={text(toolMessages.noTools)}>
        {text(toolMessages.noToolsText)}
      </EmptyState>
    )
  }
  return (
    <Stack>
      {data.items.length > 1 && <ToolIndex tools={data.items} />}
      {data.items.map(tool => (
        <Tool key={tool.connector} tool={tool} />
      ))}
    </Stack>
  )
}

/** Where each tool stands below, and how it is. */
function ToolIndex({ tools }: { readonly tools: readonly ConnectorViews[] }) {
  const text = useText()
  return (
    <nav className={styles.index} aria-label={text(toolMessages.onThisPage)}>
      {tools.map(tool => (
        <a key={tool.connector} href={`#tool-${tool.connector}`} className={styles.entry}>
          <ToolIcon name={tool.icon} size={14} />
          {tool.title}
          {(tool.state === 'failing' || tool.state === 'stale') && (
            <Status kind={stateKinds[tool.state]}>
              {text(tool.state === 'failing' ? toolMessages.failedShort : toolMessages.staleShort)}
            </Status>
          )}
        </a>
      ))}
    </nav>
  )
}

const stateKinds: Readonly<Record<ConnectorViews['state'], StatusKind>> = {
  ok: 'ok',
  waiting: 'pending',
  failing: 'error',
  stale: 'warning',
}

function Tool({ tool }: { readonly tool: ConnectorViews }) {
  const text = useText()
  const id = `tool-${tool.connector}`
  const href = tool.views.flatMap(view => (view.type !== 'state' && view.href !== undefined ? [view.href] : []))[0]
  return (
    <section id={id} aria-labelledby={`${id}-title`} className={styles.tool}>
      <header className={styles.head}>
        <h2 id={`${id}-title`} className={styles.name}>
          <ToolIcon name={tool.icon} size={20} />
          {tool.title}
        </h2>
        <span className={styles.told}>
          {tool.target !== undefined && tool.target !== 'default' && `${text(toolMessages.target)} ${tool.target} · `}
          {tool.checkedAt === undefined ? (
            text(toolMessages.waiting)
          ) : (
            <>
              {text(toolMessages.readAt)} <RelativeTime at={tool.checkedAt} isPast />
            </>
          )}
        </span>
        <span className={styles.buttons}>
          <ActionButtons tool={tool} />
          {href !== undefined && <OpenLink tool={tool} href={href} />}
          <RefreshButton tool={tool} />
        </span>
      </header>
      <ToolNotice tool={tool} />
      <div className={styles.grid}>
        <ToolSections tool={tool} sections={sectionsOf(tool)} isCompact={false} />
      </div>
    </section>
  )
}

/** What the tab shows: a connector without views for it shows those of its cards. */
function sectionsOf(tool: ConnectorViews): readonly ViewSection[] {
  const tabs = tool.views.filter(view => view.type === 'tab')
  const shown = tabs.length > 0 ? tabs : tool.views.filter(view => view.type === 'card')
  return shown.flatMap(({ sections }) => sections)
}
