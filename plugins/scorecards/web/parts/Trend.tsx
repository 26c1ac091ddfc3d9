import { query, RequestErrorPanel, useQuery, useText } from '@portico/core/web'
import { scorecardsApi, type TrendPoint } from '@portico/scorecards/common'
import { SkeletonRows, TrendChart, useNumber, type TrendSeries } from '@portico/ui'
import { useMemo } from 'react'
import { pageMessages } from './page-messages.ts'
import { toTrendQuery, type TrendScope } from './Past.tsx'
import { scoreMessages } from './score-messages.ts'
import styles from './Past.module.css'

const dayMs = 86_400_000
const shownDays = 90

export interface TrendProps {
  readonly scope: TrendScope
  /** The end of the trend; now by default. */
  readonly asOf: string | undefined
  /** `score`: the score and how much is known, in percent. `states`: how many pass, fail and are unknown. */
  readonly shows: 'score' | 'states'
}

/** How the scores of a scope were in the 90 days before a moment. */
export function Trend({ scope, asOf, shows }: TrendProps) {
  const text = useText()
  const number = useNumber()
  // Until now the server begins so long ago by itself.
  const range = asOf === undefined ? {} : { from: new Date(new Date(asOf).getTime() - shownDays * dayMs).toISOString(), to: asOf }
  const { data, error, refetch } = useQuery({
    ...query(scorecardsApi.getTrend, { query: { ...toTrendQuery(scope), ...range } }),
    placeholderData: previous => previous,
    staleTime: 60_000,
  })
  const series = useTrendSeries(data?.points, shows)
  if (error) return <RequestErrorPanel error={error} title={text(pageMessages.trendFailed)} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={5} />
  if (data.points.length === 0) return <p className={styles.then}>{text(pageMessages.trendNone)}</p>
  const isPercent = shows === 'score'
  return (
    <TrendChart
      label={text(pageMessages.trend)}
      series={series}
      min={0}
      height={140}
      {...(isPercent && { max: 100, format: value => number(value / 100, { style: 'percent', maximumFractionDigits: 0 }) })}
    />
  )
}

/** Before the first results there is no line, rather than one at nothing. */
const isEmpty = ({ counts: { pass, fail, unknown, exempt } }: TrendPoint) => pass + fail + unknown + exempt === 0

function useTrendSeries(points: readonly TrendPoint[] | undefined, shows: TrendProps['shows']): readonly TrendSeries[] {
  const text = useText()
  return useMemo(() => {
    const of = (valueOf: (point: TrendPoint) => number | undefined) =>
      (points ?? []).map(point => ({ at: point.at, value: isEmpty(point) ? undefined : valueOf(point) }))
    if (shows === 'score') {
      return [
        { name: text(scoreMessages.score), points: of(({ score }) => score) },
        { name: text(scoreMessages.known), points: of(({ coverage }) => coverage), tone: 'unknown' as const },
      ]
    }
    return [
      { name: text(scoreMessages.passing), points: of(({ counts }) => counts.pass), tone: 'ok' as const },
      { name: text(scoreMessages.failing), points: of(({ counts }) => counts.fail), tone: 'error' as const },
      { name: text(scoreMessages.notKnown), points: of(({ counts }) => counts.unknown), tone: 'unknown' as const },
    ]
  }, [points, shows, text])
}
