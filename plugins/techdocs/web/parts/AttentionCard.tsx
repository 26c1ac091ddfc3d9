import { EntityLink } from '@portico/catalog/web'
import { query, useIdentity, useQuery, useText } from '@portico/core/web'
import { techdocsApi } from '@portico/techdocs/common'
import { InfoCard, RelativeTime } from '@portico/ui'
import { techdocsMessages } from '../messages.ts'
import styles from './AttentionCard.module.css'

/** Docs that cannot be read, have broken links, or did not change for long. Nothing where there are none. */
export function AttentionCard({ ownedOnly }: { readonly ownedOnly: boolean }) {
  const text = useText()
  const { ownershipEntityRefs } = useIdentity()
  const { data } = useQuery(query(techdocsApi.listReports, { query: ownedOnly ? { owner: [...ownershipEntityRefs] } : {} }))
  if (!data || data.items.length === 0) return undefined
  const words = {
    error: () => text(techdocsMessages.reasonError),
    stale: () => text(techdocsMessages.reasonStale),
    broken: (count: number) => text(techdocsMessages.reasonBroken, { count }),
  }
  return (
    <div className={styles.card}>
      <InfoCard title={text(techdocsMessages.attention)} flush>
        <ul className={styles.list}>
          {data.items.slice(0, 50).map(({ entityRef, reasons, brokenLinks = 0, checkedAt, error }) => (
            <li key={entityRef} className={styles.row}>
              <EntityLink entity={entityRef} tab="docs" />
              <span className={styles.why} title={error}>
                {reasons.map(reason => words[reason](brokenLinks)).join(', ')}
              </span>
              <span className={styles.when}>
                <RelativeTime at={checkedAt} />
              </span>
            </li>
          ))}
        </ul>
      </InfoCard>
    </div>
  )
}
