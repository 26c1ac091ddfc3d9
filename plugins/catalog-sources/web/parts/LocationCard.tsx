import { catalogApi } from '@portico/catalog/common'
import { catalogSourcesApi, type LocationState } from '@portico/catalog-sources/common'
import { query, RequestErrorPanel, useCall, useQuery, useText } from '@portico/core/web'
import { Button, DataTable, ErrorText, InfoCard, RelativeTime, SkeletonRows, Status } from '@portico/ui'
import { sourceMessages } from '../messages.ts'
import styles from './SourceCard.module.css'

const shown = 100

/** The locations of config and the registered ones, those that cannot be read first. */
export function LocationCard() {
  const text = useText()
  return (
    <InfoCard title={text(sourceMessages.locations)} flush>
      <LocationTable />
    </InfoCard>
  )
}

function LocationTable() {
  const text = useText()
  const { data, error, refetch } = useQuery(query(catalogSourcesApi.listLocations, { query: { limit: shown } }))
  if (error) return <RequestErrorPanel error={error} title={text(sourceMessages.locationsFailed)} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={3} />
  return (
    <>
      <DataTable
        label={text(sourceMessages.locations)}
        rows={data.items}
        rowKey={({ entityRef }) => entityRef}
        empty={text(sourceMessages.noLocations)}
        columns={[
          { title: text(sourceMessages.location), cell: location => <Target location={location} /> },
          {
            title: text(sourceMessages.from),
            cell: ({ isConfig }) => text(isConfig ? sourceMessages.fromConfig : sourceMessages.fromUser),
          },
          { title: text(sourceMessages.entities), align: 'end', cell: ({ entities }) => entities },
          {
            title: text(sourceMessages.lastRead),
            cell: ({ readAt }) => (readAt === undefined ? text(sourceMessages.never) : <RelativeTime at={readAt} />),
          },
          {
            title: text(sourceMessages.nextRead),
            cell: ({ nextReadAt }) => (nextReadAt === undefined ? text(sourceMessages.notPlanned) : <RelativeTime at={nextReadAt} />),
          },
          {
            title: text(sourceMessages.actions),
            titleHidden: true,
            align: 'end',
            cell: location => <ReadAgain location={location} />,
          },
        ]}
      />
      {data.totalItems > data.items.length && (
        <p className={styles.more}>{text(sourceMessages.moreLocations, { shown: data.items.length, total: data.totalItems })}</p>
      )}
    </>
  )
}

function Target({ location: { type, target, error } }: { location: LocationState }) {
  return (
    <div className={styles.failure}>
      <span className={styles.target}>{`${type}:${target}`}</span>
      {error !== undefined && <ErrorText>{error}</ErrorText>}
    </div>
  )
}

function ReadAgain({ location: { entityRef, target } }: { location: LocationState }) {
  const text = useText()
  const refresh = useCall(catalogApi.refreshEntity)
  return (
    <div className={styles.actions}>
      {refresh.error && <ErrorText>{refresh.error.message}</ErrorText>}
      {refresh.isSuccess && <Status kind="pending">{text(sourceMessages.readSoon)}</Status>}
      <Button
        size="compact-xs"
        variant="default"
        aria-label={text(sourceMessages.readLocationAgain, { target })}
        loading={refresh.isPending}
        onClick={() => refresh.mutate({ body: { entityRef } })}
      >
        {text(sourceMessages.readAgain)}
      </Button>
    </div>
  )
}
