import { Link, query, RequestErrorPanel, useQuery, useText } from '@portico/core/web'
import { scorecardsApi, scorecardsPaths, type CheckDetail } from '@portico/scorecards/common'
import { InfoCard, SkeletonRows } from '@portico/ui'
import { detailMessages } from '../parts/detail-messages.ts'
import styles from '../parts/Pages.module.css'
import { ExemptionList } from './ExemptionList.tsx'
import { exemptionMessages } from './messages.ts'

const limit = 10

/** The exemptions of a check: those to be decided first. */
export function CheckExemptions({ check }: { check: CheckDetail }) {
  const text = useText()
  const { data, error, refetch } = useQuery(
    query(scorecardsApi.listExemptions, { query: { check: check.name, state: ['asked', 'approved'], limit } }),
  )
  return (
    <InfoCard
      title={text(detailMessages.exemptionsOf)}
      flush
      action={
        check.openExemptions > 0 && (
          <Link to={scorecardsPaths.exemptions('decide')}>{text(exemptionMessages.open, { count: check.openExemptions })}</Link>
        )
      }
    >
      {error ? (
        <RequestErrorPanel error={error} title={text(exemptionMessages.failed)} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonRows rows={2} />
      ) : data.items.length === 0 ? (
        <p className={`${styles.muted} ${styles.row}`}>{text(detailMessages.noExemptions)}</p>
      ) : (
        <ExemptionList exemptions={data.items} hasCheck={false} />
      )}
    </InfoCard>
  )
}
