import { catalogSourcesApi, type HostState } from '@portico/catalog-sources/common'
import { query, RequestErrorPanel, useCall, useQuery, useText } from '@portico/core/web'
import { Button, DataTable, ErrorText, InfoCard, SkeletonRows, Status } from '@portico/ui'
import { sourceMessages } from '../messages.ts'

/** The hosts of integrations, what they still allow, and a test of their credentials. */
export function HostCard() {
  const text = useText()
  return (
    <InfoCard title={text(sourceMessages.hosts)} flush>
      <HostTable />
    </InfoCard>
  )
}

function HostTable() {
  const text = useText()
  const { data, error, refetch } = useQuery(query(catalogSourcesApi.listHosts))
  if (error) return <RequestErrorPanel error={error} title={text(sourceMessages.hostsFailed)} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={4} />
  return (
    <DataTable
      label={text(sourceMessages.hosts)}
      rows={data.items}
      rowKey={host => `${host.type} ${host.host}`}
      empty={text(sourceMessages.noBudget)}
      columns={[
        { title: text(sourceMessages.host), cell: ({ host }) => host },
        { title: text(sourceMessages.kind), cell: ({ title }) => title },
        {
          title: text(sourceMessages.credentials),
          cell: ({ hasCredentials }) => text(hasCredentials ? sourceMessages.withCredentials : sourceMessages.publicOnly),
        },
        { title: text(sourceMessages.budget), cell: host => <Budgets host={host} /> },
        { title: text(sourceMessages.actions), titleHidden: true, align: 'end', cell: host => <TestButton host={host} /> },
      ]}
    />
  )
}

function Budgets({ host: { budgets } }: { host: HostState }) {
  const text = useText()
  if (budgets.length === 0) return text(sourceMessages.noBudget)
  return budgets.map(({ key, remaining, limit, blockedUntil }) => (
    <div key={key}>
      {blockedUntil !== undefined
        ? text(sourceMessages.blocked)
        : text(sourceMessages.budgetOf, { remaining: remaining ?? '–', limit: limit ?? '–' })}
    </div>
  ))
}

function TestButton({ host: { host, canCheck } }: { host: HostState }) {
  const text = useText()
  const check = useCall(catalogSourcesApi.checkHost)
  if (!canCheck) return undefined
  if (check.error) return <ErrorText>{check.error.message}</ErrorText>
  if (check.data) {
    const { isFine, message, scopes } = check.data
    const words = scopes.length === 0 ? message : text(sourceMessages.scopes, { message, scopes: scopes.join(', ') })
    if (isFine === false) return <ErrorText>{words}</ErrorText>
    return <Status kind={isFine === undefined ? 'pending' : 'ok'}>{words}</Status>
  }
  return (
    <Button
      size="compact-xs"
      variant="default"
      aria-label={text(sourceMessages.testHost, { host })}
      loading={check.isPending}
      onClick={() => check.mutate({ params: { host } })}
    >
      {text(sourceMessages.test)}
    </Button>
  )
}
