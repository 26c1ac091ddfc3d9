import { entityRoute, useEntityPage } from '@portico/catalog/web'
import type { ConnectorViews, EntityView } from '@portico/connectors/common'
import { Link, useRouteRef, useText } from '@portico/core/web'
import { InfoCard, SkeletonRows } from '@portico/ui'
import IconExternalLink from '@tabler/icons-react/dist/esm/icons/IconExternalLink.mjs'
import { ActionMenu } from '../actions/ActionButtons.tsx'
import { toolMessages } from '../messages.ts'
import { registrationMessages } from '../registration-messages.ts'
import { RefreshButton } from './RefreshButton.tsx'
import { isKnown, ToolSections } from './ToolSections.tsx'
import { ToolIcon } from './tool-icon.tsx'
import { ToolNotice } from './ToolNotice.tsx'
import styles from './Tools.module.css'
import { useEntityParams, useEntityTools } from './use-entity-tools.ts'

type Card = Extract<EntityView, { type: 'card' }>

/** The cards of connectors on the overview of an entity. */
export function ToolCards() {
  const text = useText()
  const { asOf } = useEntityPage()
  const { data, error } = useEntityTools()
  // What tools say is about now.
  if (asOf !== undefined || (error && !data)) return undefined
  if (!data) {
    return (
      <InfoCard title={text(registrationMessages.tools)}>
        <SkeletonRows rows={3} />
      </InfoCard>
    )
  }
  const cards = data.items.flatMap(tool => tool.views.filter(view => view.type === 'card').map(view => ({ tool, view })))
  if (cards.length === 0) return undefined
  return (
    <div className={cards.length > 1 ? styles.cards : undefined}>
      {cards.map(({ tool, view }) => (
        <div key={`${tool.connector} ${view.id}`} className={styles.card}>
          <ToolCard tool={tool} view={view} />
        </div>
      ))}
    </div>
  )
}

function ToolCard({ tool, view }: { readonly tool: ConnectorViews; readonly view: Card }) {
  const text = useText()
  const toEntity = useRouteRef(entityRoute)
  const params = useEntityParams()
  return (
    <InfoCard
      title={
        <span className={styles.title}>
          <ToolIcon name={tool.icon} />
          {view.title}
        </span>
      }
      action={
        <span className={styles.buttons}>
          {view.href !== undefined && <OpenLink tool={tool} href={view.href} />}
          <RefreshButton tool={tool} />
          <ActionMenu tool={tool} />
        </span>
      }
    >
      <div className={styles.sections}>
        <ToolNotice tool={tool} />
        <ToolSections tool={tool} sections={view.sections} isCompact />
        {tool.facts.some(isKnown) && tool.views.some(({ type }) => type === 'tab') && (
          <Link to={`${toEntity({ ...params })}/tools#tool-${tool.connector}`} className={styles.all}>
            {text(toolMessages.inTools)}
          </Link>
        )}
      </div>
    </InfoCard>
  )
}

/** Leads to what a view shows, in the tool itself. */
export function OpenLink({ tool, href }: { readonly tool: ConnectorViews; readonly href: string }) {
  const text = useText()
  const label = text(toolMessages.open, { tool: tool.title })
  return (
    <Link to={href} aria-label={label} title={label} className={styles.open} plain>
      <IconExternalLink size={16} aria-hidden />
    </Link>
  )
}
