import { query, RequestErrorPanel, useQuery, useText } from '@portico/core/web'
import { exemptionViews, scorecardsApi, type ExemptionView } from '@portico/scorecards/common'
import { EmptyState, InfoCard, OffsetPager, SegmentedControl, SkeletonRows } from '@portico/ui'
import IconShieldCheck from '@tabler/icons-react/dist/esm/icons/IconShieldCheck.mjs'
import { ExemptionList } from '../exemptions/ExemptionList.tsx'
import { exemptionMessages } from '../exemptions/messages.ts'
import { scorecardsMessages } from '../messages.ts'
import pages from '../parts/Pages.module.css'
import { ScorecardsFrame } from '../parts/ScorecardsFrame.tsx'
import { oneOf, pageSizes, useSearchState } from '../use-search-state.ts'

const endingDays = 30

const queries = {
  decide: { toDecide: 'true', state: ['asked'] },
  active: { state: ['approved'] },
  ending: { state: ['approved'], endsWithinDays: endingDays },
  all: {},
} as const

function exemptionsQuery(show: ExemptionView, page: { readonly offset: number; readonly limit: number }) {
  const { state, ...rest } = { state: undefined, ...queries[show] }
  return query(scorecardsApi.listExemptions, { query: { ...rest, ...(state && { state: [...state] }), ...page } })
}

/** Exemptions: to be decided, active, those that end soon, and all there were. */
export default function ExemptionsPage() {
  const text = useText()
  const { search, change, offset, limit } = useSearchState()
  const given = search.get('show')
  const toDecide = useQuery({ ...exemptionsQuery('decide', { offset, limit }), enabled: given === null })
  // Where nothing waits for the reader, the page opens with those that count now.
  const show = given === null && toDecide.data?.total === 0 ? 'active' : oneOf(given, exemptionViews)
  return (
    <ScorecardsFrame title={text(scorecardsMessages.scorecards)} tab="exemptions">
      <div>
        <SegmentedControl
          label={text(exemptionMessages.show)}
          labelHidden
          value={show}
          segments={exemptionViews.map(value => ({ value, label: text(exemptionMessages[value]) }))}
          onChange={value => change({ show: value })}
        />
      </div>
      <Exemptions show={show} />
    </ScorecardsFrame>
  )
}

function Exemptions({ show }: { show: ExemptionView }) {
  const text = useText()
  const { offset, limit, change } = useSearchState()
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...exemptionsQuery(show, { offset, limit }),
    placeholderData: previous => previous,
  })
  if (error) return <RequestErrorPanel error={error} title={text(exemptionMessages.failed)} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={6} />
  if (data.items.length === 0) {
    const isDecide = show === 'decide'
    return (
      <EmptyState
        icon={<IconShieldCheck size={32} aria-hidden />}
        title={text(isDecide ? exemptionMessages.noneToDecide : exemptionMessages.none)}
      >
        {text(isDecide ? exemptionMessages.noneToDecideText : exemptionMessages.noneText)}
      </EmptyState>
    )
  }
  return (
    <div className={isPlaceholderData ? pages.old : undefined}>
      <InfoCard title={text(exemptionMessages[show])} flush>
        <ExemptionList exemptions={data.items} />
        {data.total > pageSizes[0]! && (
          <OffsetPager
            offset={offset}
            limit={limit}
            count={data.total}
            sizes={pageSizes}
            onChange={page => change({ offset: String(page.offset), limit: String(page.limit) })}
          />
        )}
      </InfoCard>
    </div>
  )
}
