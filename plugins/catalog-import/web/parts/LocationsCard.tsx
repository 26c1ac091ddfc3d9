import { catalogApi, catalogPaths, type Location } from '@portico/catalog/common'
import { query, RequestErrorPanel, useQuery, useText } from '@portico/core/web'
import { InfoCard, Link, RelativeTime, SkeletonRows, Status } from '@portico/ui'
import { catalogImportMessages } from '../messages.ts'
import styles from './OutcomeCards.module.css'

/** What is registered, with why it cannot be read where that is so. */
export function LocationsCard() {
  const text = useText()
  const { data, error, refetch } = useQuery(query(catalogApi.queryLocations, { body: { limit: 100 } }))
  const items = data?.items.toSorted((one, other) => Number(other.error !== undefined) - Number(one.error !== undefined))
  return (
    <InfoCard title={text(catalogImportMessages.locations)} flush={items !== undefined && items.length > 0}>
      {error ? (
        <RequestErrorPanel error={error} title={text(catalogImportMessages.locationsFailed)} onRetry={() => void refetch()} />
      ) : !items ? (
        <SkeletonRows rows={2} />
      ) : items.length === 0 ? (
        <p className={styles.quiet}>{text(catalogImportMessages.noLocations)}</p>
      ) : (
        <ul className={styles.locations} aria-label={text(catalogImportMessages.locations)}>
          {items.map(location => (
            <LocationRow key={location.id} location={location} />
          ))}
        </ul>
      )}
    </InfoCard>
  )
}

function LocationRow({ location: { target, entityRef, error, lastReadAt } }: { location: Location }) {
  const text = useText()
  return (
    <li>
      {entityRef === undefined ? (
        <span className={styles.target}>{target}</span>
      ) : (
        <Link to={catalogPaths.entity(entityRef)} className={styles.target} aria-label={text(catalogImportMessages.details, { target })}>
          {target}
        </Link>
      )}
      {error ? (
        <Status kind="error" />
      ) : lastReadAt === undefined ? (
        <Status kind="pending">{text(catalogImportMessages.notYetRead)}</Status>
      ) : (
        <Status kind="ok">
          {text(catalogImportMessages.readOk)} <RelativeTime at={lastReadAt} />
        </Status>
      )}
      {error && <p className={styles.reason}>{error.message}</p>}
    </li>
  )
}
