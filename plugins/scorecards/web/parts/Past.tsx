import { TimeBar, useMoment, type Time } from '@portico/catalog/web'
import type { Timeline } from '@portico/catalog/common'
import { query, useQuery, useText } from '@portico/core/web'
import { scorecardsApi, type TrendPoint } from '@portico/scorecards/common'
import { useDate } from '@portico/ui'
import { useMemo, useState } from 'react'
import { pageMessages } from './page-messages.ts'
import { scoreMessages } from './score-messages.ts'
import { ScoreNumber } from './ScoreNumber.tsx'
import styles from './Past.module.css'

const points = 60
const dayMs = 86_400_000
/** So far back goes the slider, where results are that old. */
const maxDays = 365

/** What the slider and the trend are about: everything, or what the filters leave. */
export interface TrendScope {
  readonly scorecard?: string | undefined
  readonly check?: string | undefined
  readonly owner?: readonly string[] | undefined
}

function toTimeline(since: string | undefined, items: readonly TrendPoint[]): Timeline {
  const kept = items.filter(({ at }) => since === undefined || at >= since)
  const parts = kept.slice(1).map((point, at) => {
    const before = kept[at]!
    const moved = Math.abs(point.counts.pass - before.counts.pass) + Math.abs(point.counts.unknown - before.counts.unknown)
    return { from: before.at, to: point.at, created: 0, updated: moved, deleted: 0 }
  })
  return { parts, beginsWithNothing: true, isCounted: true }
}

/** The bar by which a past date is chosen, with how it was then. The moment is in the address, as in the catalog. */
export function PastBar({ scope, isBusy }: { scope: TrendScope; isBusy: boolean }) {
  const moment = useMoment()
  const { since, trend, timeline, error, refetch } = useTimeline(scope, moment.isOpen)
  if (!moment.isOpen) return undefined
  const time: Time = { moment, scope: {}, timeline, error, retry: refetch, marks: undefined }
  return <TimeBar time={time} isBusy={isBusy} summary={<ThenNumbers asOf={moment.asOf} since={since} trend={trend} />} />
}

function useTimeline(scope: TrendScope, enabled: boolean) {
  const [from] = useState(() => new Date(Date.now() - maxDays * dayMs).toISOString())
  const { data, error, refetch } = useQuery({
    ...query(scorecardsApi.getTrend, { query: { ...toTrendQuery(scope), from, points } }),
    enabled,
    // Stops that move under the pointer would be worse than a history that ends when the bar was opened.
    staleTime: Infinity,
  })
  const timeline = useMemo(() => data && toTimeline(data.since, data.points), [data])
  return { since: data?.since, trend: data?.points, timeline, error: error ?? undefined, refetch: () => void refetch() }
}

/** The scope as the query of the route. */
export function toTrendQuery({ scorecard, check, owner }: TrendScope) {
  return {
    ...(scorecard !== undefined && { scorecard }),
    ...(check !== undefined && { check }),
    ...(owner !== undefined && owner.length > 0 && { owner: [...owner] }),
  }
}

function ThenNumbers({
  asOf,
  since,
  trend,
}: {
  asOf: string | undefined
  since: string | undefined
  trend: readonly TrendPoint[] | undefined
}) {
  const text = useText()
  const date = useDate()
  const then = trend?.findLast(({ at }) => asOf === undefined || at <= asOf)
  if (since !== undefined && asOf !== undefined && asOf < since) {
    return <p className={styles.then}>{text(pageMessages.nothingBefore, { moment: date(since) })}</p>
  }
  return (
    <p className={styles.then}>
      {then ? (
        <>
          {text(scoreMessages.score)} <ScoreNumber score={then} />
        </>
      ) : (
        ' '
      )}
    </p>
  )
}
