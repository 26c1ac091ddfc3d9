import { connectorsApi, operatePermission, type ConnectorSummary } from '@portico/connectors/common'
import { Link, query, RequestErrorPanel, RequirePermission, useQuery, useText } from '@portico/core/web'
import { CodeBlock, Content, DataTable, EmptyState, Page, PageHeader, RelativeTime, SkeletonRows, Stack, useNumber } from '@portico/ui'
import IconPlugConnected from '@tabler/icons-react/dist/esm/icons/IconPlugConnected.mjs'
import { ToolIcon } from '../entity/tool-icon.tsx'
import { ConnectorState } from '../operate/ConnectorState.tsx'
import { firstTarget } from '../operate/first-target.ts'
import { operateMessages } from '../operate/messages.ts'
import styles from '../operate/Operate.module.css'
import { registrationMessages } from '../registration-messages.ts'

const refreshMs = 15_000
const searchFrom = 8

/** All connectors, with how they run, for those who operate the portal. */
export default function ConnectorsPage() {
  const text = useText()
  return (
    <Page>
      <PageHeader title={text(registrationMessages.connectors)} subtitle={text(operateMessages.subtitle)} />
      <Content>
        <RequirePermission permission={operatePermission}>
          <Connectors />
        </RequirePermission>
      </Content>
    </Page>
  )
}

function Connectors() {
  const { data, error, refetch } = useQuery({ ...query(connectorsApi.listConnectors), refetchInterval: refreshMs })
  if (error && !data) return <RequestErrorPanel error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={12} />
  const on = data.items.filter(({ state }) => state !== 'off')
  const off = data.items.filter(({ state }) => state === 'off')
  return (
    <Stack>
      {on.length === 0 ? <FirstTarget /> : <OnTable items={on} />}
      {off.length > 0 && <OffTable items={off} />}
    </Stack>
  )
}

/** Nothing is on: how the first tool is added. */
function FirstTarget() {
  const text = useText()
  return (
    <EmptyState
      wide
      icon={<IconPlugConnected size={28} aria-hidden />}
      title={text(operateMessages.noTargets)}
      detail={
        <CodeBlock
          language="yaml"
          title="app-config.yaml"
          code={firstTarget('argocd', { auth: ['bearer'], hasBaseUrl: false, headers: [], values: [] })}
        />
      }
    >
      {text(operateMessages.noTargetsText)}
    </EmptyState>
  )
}

function OnTable({ items }: { readonly items: readonly ConnectorSummary[] }) {
  const text = useText()
  const number = useNumber()
  return (
    <DataTable
      label={text(operateMessages.on)}
      title={text(operateMessages.on)}
      rows={items}
      rowKey={({ name }) => name}
      search={items.length > searchFrom}
      columns={[
        {
          id: 'title',
          title: text(operateMessages.connector),
          highlight: true,
          value: ({ title }) => title,
          cell: row => <Name row={row} />,
        },
        {
          id: 'state',
          title: text(operateMessages.state),
          value: ({ state }) => state,
          summary: true,
          cell: row => <ConnectorState state={row.state} />,
        },
        { id: 'reason', title: text(operateMessages.reason), value: ({ reason }) => reason, grow: true, summary: true },
        { id: 'targets', title: text(operateMessages.targets), align: 'end', value: ({ targets }) => targets },
        {
          id: 'entities',
          title: text(operateMessages.entities),
          align: 'end',
          value: ({ entities }) => entities,
          cell: row => number(row.entities),
        },
        {
          id: 'failing',
          title: text(operateMessages.failing),
          align: 'end',
          value: ({ failing }) => failing,
          cell: row => number(row.failing),
        },
        {
          id: 'last',
          title: text(operateMessages.lastRequest),
          value: ({ lastRequestAt }) => lastRequestAt,
          cell: ({ lastRequestAt }) => (lastRequestAt === undefined ? '–' : <RelativeTime at={lastRequestAt} isPast />),
        },
        {
          id: 'origin',
          title: text(operateMessages.origin),
          value: ({ origin }) => origin,
          cell: ({ origin, file }) => <span title={file}>{origin}</span>,
        },
      ]}
    />
  )
}

function OffTable({ items }: { readonly items: readonly ConnectorSummary[] }) {
  const text = useText()
  return (
    <DataTable
      label={text(operateMessages.off)}
      title={text(operateMessages.off)}
      rows={items}
      rowKey={({ name }) => name}
      search={items.length > searchFrom}
      columns={[
        {
          id: 'title',
          title: text(operateMessages.connector),
          highlight: true,
          value: ({ title }) => title,
          cell: row => <Name row={row} />,
        },
        { id: 'description', title: text(operateMessages.description), value: ({ description }) => description, grow: true, summary: true },
        { id: 'reason', title: text(operateMessages.reason), value: ({ reason }) => reason },
      ]}
    />
  )
}

function Name({ row: { name, title, icon } }: { readonly row: ConnectorSummary }) {
  return (
    <span className={styles.name}>
      <ToolIcon name={icon} />
      <Link to={`/connectors/${encodeURIComponent(name)}`}>{title}</Link>
    </span>
  )
}
