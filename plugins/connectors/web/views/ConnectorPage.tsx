import { connectorsApi, operatePermission, type ConnectorDetails } from '@portico/connectors/common'
import {
  alertApiRef,
  query,
  RequestErrorPanel,
  RequirePermission,
  useApi,
  useCall,
  useParams,
  useQuery,
  useTabbedRoutes,
  useText,
  useTitle,
} from '@portico/core/web'
import {
  Breadcrumbs,
  Button,
  Content,
  Fact,
  Facts,
  InfoCard,
  Link,
  Page,
  PageHeader,
  RelativeTime,
  SkeletonRows,
  useNumber,
} from '@portico/ui'
import { ToolIcon } from '../entity/tool-icon.tsx'
import { ConnectorState } from '../operate/ConnectorState.tsx'
import { FactsTab } from '../operate/FactsTab.tsx'
import { MatchedTab } from '../operate/MatchedTab.tsx'
import { operateMessages } from '../operate/messages.ts'
import styles from '../operate/Operate.module.css'
import { OverviewTab } from '../operate/OverviewTab.tsx'
import { RequestItem } from '../operate/RequestItem.tsx'
import { TryTab } from '../operate/TryTab.tsx'
import { registrationMessages } from '../registration-messages.ts'

const refreshMs = 10_000

/** A connector, for those who operate the portal. */
export default function ConnectorPage() {
  return (
    <Page>
      <RequirePermission permission={operatePermission}>
        <Loaded />
      </RequirePermission>
    </Page>
  )
}

function Loaded() {
  const { name = '' } = useParams()
  const { data, error, refetch } = useQuery({ ...query(connectorsApi.getConnector, { params: { name } }), refetchInterval: refreshMs })
  if (data) return <Connector connector={data} />
  return <Content>{error ? <RequestErrorPanel error={error} onRetry={() => void refetch()} /> : <SkeletonRows rows={10} />}</Content>
}

function Connector({ connector }: { readonly connector: ConnectorDetails }) {
  const text = useText()
  const number = useNumber()
  useTitle(connector.title)
  const pages = [
    { path: '/', title: operateMessages.overview, children: <OverviewTab connector={connector} /> },
    { path: '/requests', title: operateMessages.requests, children: <RequestsTab connector={connector} /> },
    { path: '/entities', title: operateMessages.entities, count: connector.entities, children: <MatchedTab connector={connector} /> },
    { path: '/facts', title: operateMessages.facts, count: connector.facts, children: <FactsTab connector={connector} /> },
    { path: '/try', title: operateMessages.tryIt, children: <TryTab connector={connector} /> },
  ]
  const { tabs, content } = useTabbedRoutes({ label: operateMessages.tabs, routes: pages })
  const { description, icon, state, reason, lastRequestAt, docs } = connector
  return (
    <>
      <PageHeader
        breadcrumb={
          <Breadcrumbs items={[{ title: text(registrationMessages.connectors), to: '/connectors' }, { title: connector.title }]} />
        }
        icon={<ToolIcon name={icon} size={24} />}
        title={connector.title}
        subtitle={description}
        facts={
          <Facts>
            <Fact label={text(operateMessages.state)}>
              <ConnectorState state={state} /> {reason}
            </Fact>
            <Fact label={text(operateMessages.entities)}>{number(connector.entities)}</Fact>
            {lastRequestAt !== undefined && (
              <Fact label={text(operateMessages.lastRequest)}>
                <RelativeTime at={lastRequestAt} isPast />
              </Fact>
            )}
            {docs !== undefined && (
              <Fact label={text(operateMessages.docs)}>
                <Link to={docs}>{new URL(docs).hostname}</Link>
              </Fact>
            )}
          </Facts>
        }
        actions={state !== 'off' && state !== 'invalid' && <RefreshAll name={connector.name} />}
        tabs={tabs}
      />
      <Content>{content}</Content>
    </>
  )
}

function RefreshAll({ name }: { readonly name: string }) {
  const text = useText()
  const alerts = useApi(alertApiRef)
  const refresh = useCall(connectorsApi.refreshConnector)
  async function run() {
    try {
      const { entities } = await refresh.mutateAsync({ params: { name } })
      alerts.post({ message: text(operateMessages.refreshing, { count: entities }), display: 'transient' })
    } catch (error) {
      alerts.post({ message: (error as Error).message, severity: 'error' })
    }
  }
  return (
    <Button variant="default" loading={refresh.isPending} onClick={() => void run()}>
      {text(operateMessages.refreshAll)}
    </Button>
  )
}

/** The last requests, without secrets. */
function RequestsTab({ connector: { lastRequests } }: { readonly connector: ConnectorDetails }) {
  const text = useText()
  if (lastRequests.length === 0) return <p className={styles.muted}>{text(operateMessages.noRequests)}</p>
  return (
    <InfoCard title={text(operateMessages.requests)} flush>
      <ul className={styles.requests}>
        {lastRequests.map((request, index) => (
          <RequestItem key={index} request={request} at={request.at}>
            <p className={styles.muted}>
              {request.request} · {request.target} · {text(operateMessages.forEntities, { count: request.entities })}
            </p>
          </RequestItem>
        ))}
      </ul>
    </InfoCard>
  )
}
