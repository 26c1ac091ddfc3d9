import {
  Chip,
  Content,
  DataTable,
  EmptyState,
  InfoCard,
  Link,
  Markdown,
  query,
  RequestErrorPanel,
  SkeletonRows,
  useEntity,
  useQuery,
  useSearchParams,
  useText,
} from '@portico/plugin/web'
import { decisionRecordsApi } from '../common/index.ts'
import { recordMessages } from './messages.ts'

/** The decision records of the entity, or the one that the address names. */
export function RecordsTab() {
  const [search] = useSearchParams()
  const { kind, metadata } = useEntity()
  const params = { kind, namespace: metadata.namespace ?? 'default', name: metadata.name }
  const file = search.get('record')
  return <Content>{file === null ? <RecordList params={params} /> : <OneRecord params={params} file={file} />}</Content>
}

interface EntityProps {
  readonly params: { readonly kind: string; readonly namespace: string; readonly name: string }
}

function RecordList({ params }: EntityProps) {
  const text = useText()
  const { data, error, refetch } = useQuery(query(decisionRecordsApi.listRecords, { params }))
  if (error) return <RequestErrorPanel title={text(recordMessages.failed)} error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows />
  if (data.items.length === 0) return <EmptyState title={text(recordMessages.none)}>{text(recordMessages.noneHelp)}</EmptyState>
  return (
    <DataTable
      label={text(recordMessages.records)}
      rows={data.items}
      rowKey={({ file }) => file}
      search
      columns={[
        {
          title: text(recordMessages.record),
          field: 'title',
          highlight: true,
          cell: ({ title, file }) => <Link to={`?record=${encodeURIComponent(file)}`}>{title}</Link>,
        },
        { title: text(recordMessages.status), field: 'status', cell: ({ status }) => status && <Chip>{status}</Chip> },
        { title: text(recordMessages.date), field: 'date' },
      ]}
    />
  )
}

function OneRecord({ params, file }: EntityProps & { readonly file: string }) {
  const text = useText()
  const { data, error } = useQuery(query(decisionRecordsApi.getRecord, { params, query: { file } }))
  if (error) return <RequestErrorPanel title={text(recordMessages.failed)} error={error} />
  if (!data) return <SkeletonRows />
  return (
    <>
      <p>
        <Link to="?">{text(recordMessages.back)}</Link>
      </p>
      <InfoCard title={[data.status, data.date].filter(Boolean).join(', ') || data.file}>
        <Markdown topHeading={2}>{data.text}</Markdown>
      </InfoCard>
    </>
  )
}
