import { Link, useText } from '@portico/core/web'
import { scorecardsPaths, type Overview, type ScorecardSummary } from '@portico/scorecards/common'
import { InfoCard, SkeletonRows, useNumber } from '@portico/ui'
import { ChangeNumber } from '../parts/ChangeNumber.tsx'
import { LevelBar } from '../parts/LevelBar.tsx'
import { pageMessages } from '../parts/page-messages.ts'
import { ResultBar } from '../parts/ResultBar.tsx'
import { scoreMessages } from '../parts/score-messages.ts'
import { ScoreNumber } from '../parts/ScoreNumber.tsx'
import { Trend } from '../parts/Trend.tsx'
import styles from './Overview.module.css'
import type { OverviewState } from './overview-state.ts'

/** The whole: its score, how it was over time, and each scorecard. */
export function OverviewHead({
  state,
  overview,
  scorecards,
}: {
  state: OverviewState
  overview: Overview | undefined
  scorecards: readonly ScorecardSummary[] | undefined
}) {
  const text = useText()
  const number = useNumber()
  const { scorecard, asOf, filters } = state
  const owner = filters.find(([name]) => name === 'owner')?.[1]
  return (
    <div className={styles.head}>
      <InfoCard
        title={text(scoreMessages.score)}
        action={overview?.total.change !== undefined && <ChangeNumber change={overview.total.change} />}
        subtitle={overview && text(pageMessages.entitiesCount, { count: number(overview.total.entities) })}
      >
        {overview ? (
          <div className={styles.total}>
            <ScoreNumber score={overview.total} size="large" />
            <ResultBar label={text(pageMessages.results)} counts={overview.total.counts} />
          </div>
        ) : (
          <SkeletonRows rows={3} />
        )}
      </InfoCard>
      <InfoCard title={text(pageMessages.trend)}>
        <Trend scope={{ scorecard, owner }} asOf={asOf} shows="score" />
      </InfoCard>
      <ul className={styles.cards} aria-label={text(scoreMessages.scorecards)}>
        {scorecards?.map(card => (
          <li key={card.name} className={styles.card} data-chosen={card.name === scorecard || undefined}>
            <Link to={scorecardsPaths.scorecard(card.name)} className={styles.cardTitle} title={card.title}>
              {card.title}
            </Link>
            <ScoreNumber score={card} />
            {card.levels && card.levelTitles.length > 0 ? (
              <LevelBar label={card.title} levels={card.levelTitles} counts={card.levels} />
            ) : (
              <ResultBar label={card.title} counts={card.counts} hasLegend={false} />
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
