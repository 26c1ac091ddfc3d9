import { catalogPaths } from '@portico/catalog/common'
import { catalogIndexRoute, shortenRef } from '@portico/catalog/web'
import { useRouteRef, useText } from '@portico/core/web'
import { Button, InfoCard, Link, Status, useNumber, WarningPanel } from '@portico/ui'
import { useFollow } from '../import/use-follow.ts'
import type { Watched } from '../import/watched.ts'
import { catalogImportMessages } from '../messages.ts'
import styles from './OutcomeCards.module.css'

const maxListed = 200

/** The entities on their way, until all of them are in the catalog. */
export function FollowCard({ watched, onAnother }: { watched: Watched; onAnother: () => void }) {
  const text = useText()
  const number = useNumber()
  const toIndex = useRouteRef(catalogIndexRoute)
  const { refs, locationId } = watched
  const { arrived, isDone, error } = useFollow(refs, locationId)
  const counts = { done: number(arrived.size), count: number(refs.length) }
  return (
    <InfoCard title={text(catalogImportMessages.follow)}>
      <div className={styles.steps}>
        <span role="status">
          <Status kind={isDone ? 'ok' : error ? 'error' : 'running'}>
            {text(isDone ? catalogImportMessages.followDone : catalogImportMessages.followRunning, counts)}
          </Status>
        </span>
        {error && (
          <WarningPanel severity="error" title={text(catalogImportMessages.followFailed)}>
            {error.message}
          </WarningPanel>
        )}
        <ul className={styles.watched} aria-label={text(catalogImportMessages.entities)}>
          {refs.slice(0, maxListed).map(ref => (
            <li key={ref}>
              {arrived.has(ref) ? <Link to={catalogPaths.entity(ref)}>{shortenRef(ref)}</Link> : <span>{shortenRef(ref)}</span>}
              {arrived.has(ref) ? (
                <Status kind="ok">{text(catalogImportMessages.arrived)}</Status>
              ) : (
                <Status kind="pending">{text(catalogImportMessages.waiting)}</Status>
              )}
            </li>
          ))}
        </ul>
        <div className={styles.bar}>
          <Button component={Link} to={toIndex()} plain variant={isDone ? 'filled' : 'default'}>
            {text(catalogImportMessages.openCatalog)}
          </Button>
          <Button variant="default" onClick={onAnother}>
            {text(catalogImportMessages.another)}
          </Button>
        </div>
      </div>
    </InfoCard>
  )
}
