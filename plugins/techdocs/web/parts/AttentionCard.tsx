import { EntityLink, useStarredEntities } from '@portico/catalog/web'
import { query, RequestErrorPanel, useIdentity, useQuery, useText } from '@portico/core/web'
import { techdocsApi } from '@portico/techdocs/common'
import { InfoCard, RelativeTime, Status } from '@portico/ui'
import type { DocsList } from '../index/use-docs-list.ts'
import { techdocsMessages } from '../messages.ts'
import styles from './AttentionCard.module.css'

const maxShown = 50

/** Docs of a list that cannot be read, have broken links, or did not change for long. Nothing where there are none. */
export function AttentionCard({ list }: { readonly list: DocsList }) {
  const text = useText()
  const { ownershipEntityRefs } = useIdentity()
  const { starred } = useStarredEntities()
  const owner = list === 'owned' ? { owner: [...ownershipEntityRefs] } : {}
  const { data, error, refetch } = useQuery(query(techdocsApi.listReports, { query: owner }))
  if (error && !data) {
    return (
      <div className={styles.card}>
        <RequestErrorPanel error={error} title={text(techdocsMessages.attentionFailed)} onRetry={() => void refetch()} />
      </div>
    )
  }
  const items = (data?.items ?? []).filter(({ entityRef }) => list !== 'starred' || starred.has(entityRef))
  if (items.length === 0) return undefined
  const words = {
    error: () => text(techdocsMessages.reasonError),
    stale: () => text(techdocsMessages.reasonStale),
    broken: (count: number) => text(techdocsMessages.reasonBroken, { count }),
  }
  return (
    <div className={styles.card}>
      <InfoCard title={text(techdocsMessages.attention)} flush>
        <ul className={styles.list}>
          {items.slice(0, maxShown).map(({ entityRef, reasons, brokenLinks = 0, checkedAt, error: cause }) => (
            <li key={entityRef} className={styles.row}>
              <EntityLink entity={entityRef} tab="docs" />
              <span className={styles.why}>
                <Status kind={reasons.includes('error') ? 'error' : 'warning'}>
                  {reasons.map(reason => words[reason](brokenLinks)).join(', ')}
                </Status>
                {cause !== undefined && <span className={styles.cause}>{cause}</span>}
              </span>
              <span className={styles.when}>
                <RelativeTime at={checkedAt} />
              </span>
            </li>
          ))}
        </ul>
      </InfoCard>
      {items.length > maxShown && <p className={styles.more}>{text(techdocsMessages.more, { count: maxShown })}</p>}
    </div>
  )
}
