import { catalogApi, entityRefOf, recentChangeLimits, type Entity } from '@portico/catalog/common'
import { EmptyWidget, query, RequestErrorPanel, useIdentity, useQuery, useText } from '@portico/core/web'
import { RelativeTime, SkeletonRows } from '@portico/ui'
import { useChangeSentence } from '../entity/history/change-sentence.ts'
import { EntityLink } from '../parts/EntityLink.tsx'
import { useStarredEntities } from '../starred/starred-entities.ts'
import { catalogHomeMessages } from './messages.ts'
import styles from './Widgets.module.css'

const maxShown = 20

/** What changed in the catalog of what the user owns or has starred, the newest first. */
export function ChangesWidget() {
  const text = useText()
  const toSentence = useChangeSentence()
  const { data, error, refetch } = useRecentChanges()
  if (error) return <RequestErrorPanel error={error} title={text(catalogHomeMessages.changesFailed)} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={5} />
  if (data.items.length === 0) {
    return <EmptyWidget title={text(catalogHomeMessages.noChanges)}>{text(catalogHomeMessages.noChangesText)}</EmptyWidget>
  }
  return (
    <ul className={styles.list}>
      {data.items.map(change => {
        const sentence = toSentence(change)
        return (
          <li key={`${change.revision} ${change.sequence}`} className={styles.change}>
            <span className={styles.name}>
              <EntityLink entity={change.ref} />
            </span>
            <span className={styles.what} title={sentence}>
              {sentence}
            </span>
            <span className={styles.when}>
              <RelativeTime at={change.at} />
            </span>
          </li>
        )
      })}
    </ul>
  )
}

function useRecentChanges() {
  const { ownershipEntityRefs } = useIdentity()
  const { starred, loaded } = useStarredEntities()
  const owned = useQuery(
    query(catalogApi.queryEntitiesByPredicate, {
      body: {
        query: { 'relations.ownedBy': { $in: [...ownershipEntityRefs] } },
        fields: ['kind', 'metadata.name', 'metadata.namespace'],
        limit: recentChangeLimits.refs,
        totalItems: 'exclude',
      },
    }),
  )
  const entityRefs = [...new Set([...starred, ...((owned.data?.items ?? []) as Entity[]).map(entityRefOf)])].slice(
    0,
    recentChangeLimits.refs,
  )
  const changes = useQuery({
    ...query(catalogApi.listRecentChanges, { body: { entityRefs, limit: maxShown } }),
    enabled: owned.data !== undefined && loaded,
    placeholderData: previous => previous,
  })
  const { error } = owned.error ? owned : changes
  return { data: changes.data, error, refetch: () => (owned.error ? owned.refetch() : changes.refetch()) }
}
