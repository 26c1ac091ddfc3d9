import { query, RequestErrorPanel, useQuery, useText } from '@portico/core/web'
import { scorecardsApi } from '@portico/scorecards/common'
import { SkeletonRows } from '@portico/ui'
import { ExemptionList } from './ExemptionList.tsx'
import { exemptionMessages } from './messages.ts'

/** An exemption among what waits for the user: with the buttons that decide it, or how it was decided. */
export function ExemptionApproval({ id }: { readonly id: string }) {
  const text = useText()
  const { data, error, refetch } = useQuery(query(scorecardsApi.getExemption, { params: { id } }))
  if (error) return <RequestErrorPanel error={error} title={text(exemptionMessages.failed)} onRetry={() => void refetch()} />
  return data ? <ExemptionList exemptions={[data]} /> : <SkeletonRows rows={2} />
}
