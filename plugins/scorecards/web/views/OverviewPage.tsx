import { TimeButton } from '@portico/catalog/web'
import { Link, query, RequestErrorPanel, usePermission, useQuery, useText } from '@portico/core/web'
import { manageScorecardsPermission, scorecardsApi, scorecardsPaths, type Overview } from '@portico/scorecards/common'
import { Button, EmptyState, OffsetPager, SkeletonRows, useNumber, VisuallyHidden, WarningPanel } from '@portico/ui'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import { scorecardsMessages } from '../messages.ts'
import { EmptyScorecards } from '../overview/EmptyScorecards.tsx'
import { overviewMessages } from '../overview/messages.ts'
import { useOverviewState, type OverviewState } from '../overview/overview-state.ts'
import { OverviewBar } from '../overview/OverviewBar.tsx'
import { GroupHeatMap, GroupTable } from '../overview/OverviewGroups.tsx'
import { OverviewHead } from '../overview/OverviewHead.tsx'
import styles from '../overview/Overview.module.css'
import { ExportButton } from '../parts/ExportButton.tsx'
import { pageMessages } from '../parts/page-messages.ts'
import { PastBar } from '../parts/Past.tsx'
import { ScorecardsFrame } from '../parts/ScorecardsFrame.tsx'
import { pageSizes } from '../use-search-state.ts'

/** How often numbers are read again while the first results come in. */
const pendingPollMs = 3000
const pollMs = 60_000

/** The scores of the whole organisation. */
export default function OverviewPage() {
  const text = useText()
  const state = useOverviewState()
  const { allowed } = usePermission({ permission: manageScorecardsPermission })
  return (
    <ScorecardsFrame
      title={text(scorecardsMessages.scorecards)}
      tab="overview"
      actions={
        <>
          <TimeButton />
          <ExportButton
            name="scores"
            read={client => client.send(scorecardsApi.downloadOverview, { query: state.query }, { accept: 'text/csv' })}
          />
          {allowed && (
            <Button
              component={Link}
              to={scorecardsPaths.editor({ kind: 'Check' })}
              plain
              size="xs"
              variant="default"
              leftSection={<IconPlus size={16} aria-hidden />}
            >
              {text(pageMessages.newCheck)}
            </Button>
          )}
        </>
      }
    >
      <Scores state={state} />
    </ScorecardsFrame>
  )
}

function Scores({ state }: { state: OverviewState }) {
  const text = useText()
  const number = useNumber()
  const { asOf, scorecard } = state
  const cards = useQuery({
    ...query(scorecardsApi.listScorecards, { query: { ...(asOf !== undefined && { asOf }) } }),
    placeholderData: previous => previous,
  })
  const overview = useQuery({
    ...query(scorecardsApi.getOverview, { query: state.query }),
    placeholderData: previous => previous,
    refetchInterval: ({ state: { data } }) => (asOf !== undefined ? false : data && data.pending > 0 ? pendingPollMs : pollMs),
  })
  const isBusy = overview.isPlaceholderData || cards.isPlaceholderData
  const error = overview.error ?? cards.error
  if (error) {
    return (
      <RequestErrorPanel
        error={error}
        title={text(overviewMessages.groupsFailed)}
        onRetry={() => void (overview.error ? overview : cards).refetch()}
      />
    )
  }
  const data = overview.data
  // Who has chosen checks has entities with results; before that there is only something to choose.
  const isUnused = data?.total.entities === 0 && data.pending === 0 && state.filters.length === 0 && state.text === ''
  if (isUnused && cards.data?.items.length === 0 && asOf === undefined) return <EmptyScorecards />
  return (
    <div className={styles.overview}>
      <PastBar scope={{ scorecard, owner: state.filters.find(([name]) => name === 'owner')?.[1] }} isBusy={isBusy} />
      {data && data.pending > 0 && <WarningPanel severity="info" title={text(pageMessages.pending, { count: number(data.pending) })} />}
      <OverviewHead state={state} overview={data} scorecards={cards.data?.items} />
      <OverviewBar state={state} scorecards={cards.data?.items ?? []} />
      {data ? <Groups state={state} overview={data} isOld={isBusy} /> : <SkeletonRows rows={8} />}
    </div>
  )
}

function Groups({ state, overview, isOld }: { state: OverviewState; overview: Overview; isOld: boolean }) {
  const text = useText()
  const number = useNumber()
  const { look, offset, limit, change } = state
  if (overview.groups.length === 0) {
    return (
      <EmptyState
        size="small"
        title={text(pageMessages.noMatch)}
        action={
          <Button
            size="xs"
            variant="default"
            onClick={() => change({ text: undefined, owner: undefined, kind: undefined, type: undefined, lifecycle: undefined })}
          >
            {text(pageMessages.showAll)}
          </Button>
        }
      >
        {text(pageMessages.noMatchText)}
      </EmptyState>
    )
  }
  return (
    <div className={styles.groups} aria-busy={isOld} data-old={isOld || undefined}>
      {look === 'heat' ? <GroupHeatMap state={state} overview={overview} /> : <GroupTable state={state} overview={overview} />}
      {overview.totalGroups > pageSizes[0]! && (
        <OffsetPager
          offset={offset}
          limit={limit}
          count={overview.totalGroups}
          sizes={pageSizes}
          onChange={page => change({ offset: String(page.offset), limit: String(page.limit) })}
        />
      )}
      <VisuallyHidden>
        <span role="status">{isOld ? '' : text(pageMessages.entitiesCount, { count: number(overview.total.entities) })}</span>
      </VisuallyHidden>
    </div>
  )
}
