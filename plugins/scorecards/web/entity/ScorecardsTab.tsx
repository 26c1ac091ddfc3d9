import { Link, RequestErrorPanel, useText } from '@portico/core/web'
import { scorecardsPaths, type EntityResult, type EntityScorecards } from '@portico/scorecards/common'
import { Content, EmptyState, InfoCard, SkeletonRows, WarningPanel } from '@portico/ui'
import IconListCheck from '@tabler/icons-react/dist/esm/icons/IconListCheck.mjs'
import { scorecardsMessages } from '../messages.ts'
import { fixMessages } from '../parts/fix-messages.ts'
import { LevelBadge } from '../parts/LevelBadge.tsx'
import { StepList } from '../parts/NextSteps.tsx'
import { pageMessages } from '../parts/page-messages.ts'
import { ResultBar } from '../parts/ResultBar.tsx'
import { ScoreNumber } from '../parts/ScoreNumber.tsx'
import { useDay } from '../use-day.ts'
import { BadgeButton } from './BadgeButton.tsx'
import styles from './Entity.module.css'
import { entityMessages } from './messages.ts'
import { ResultRow } from './ResultRow.tsx'
import { useEntityScores } from './use-entity-scores.ts'

/** Everything that checks say of an entity: scores, levels, what to do next, and each result with why, how to fix it and its history. */
export function ScorecardsTab() {
  const text = useText()
  const { data, error, refetch, isPlaceholderData, asOf } = useEntityScores()
  return (
    <Content>
      {error ? (
        <RequestErrorPanel error={error} title={text(entityMessages.failed)} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonRows rows={8} />
      ) : data.results.length === 0 ? (
        <Nothing isPending={data.isPending} isPast={asOf !== undefined} />
      ) : (
        <div className={`${styles.tab} ${isPlaceholderData ? styles.old : ''}`} aria-busy={isPlaceholderData}>
          {data.isPending && <WarningPanel severity="info" title={text(entityMessages.pending)} />}
          <Scores scores={data} />
          {asOf === undefined && data.next.length > 0 && (
            <InfoCard title={text(fixMessages.next)} subtitle={text(fixMessages.nextText)} flush>
              <StepList steps={data.next.slice(0, 3)} hasEntity={false} />
            </InfoCard>
          )}
          <Results scores={data} isPast={asOf !== undefined} />
          {data.campaigns.length > 0 && <Campaigns scores={data} />}
        </div>
      )}
    </Content>
  )
}

function Nothing({ isPending, isPast }: { isPending: boolean; isPast: boolean }) {
  const text = useText()
  const title = isPast ? entityMessages.nonePast : isPending ? entityMessages.pending : entityMessages.none
  return (
    <EmptyState
      icon={<IconListCheck size={32} aria-hidden />}
      title={text(title)}
      action={<Link to={scorecardsPaths.checks()}>{text(scorecardsMessages.checks)}</Link>}
    >
      {!isPending && !isPast && text(entityMessages.noneText)}
    </EmptyState>
  )
}

function Scores({ scores: { scorecards, results, total } }: { scores: EntityScorecards }) {
  const text = useText()
  const titleOf = (check: string) => results.find(result => result.check === check)?.title ?? check
  return (
    <>
      <div className={styles.buttons}>
        <ScoreNumber score={total} size="large" />
        <BadgeButton />
      </div>
      <ul className={styles.cards} aria-label={text(scorecardsMessages.scorecards)}>
        {scorecards.map(card => (
          <li key={card.scorecard} className={styles.scorecard}>
            <span className={styles.head}>
              <Link to={scorecardsPaths.scorecard(card.scorecard)} className={styles.name}>
                {card.title}
              </Link>
              <ScoreNumber score={card} />
            </span>
            {card.levels.length > 0 && <LevelBadge levels={card.levels} level={card.level} />}
            <ResultBar label={card.title} counts={card.counts} hasLegend={false} />
            {(card.next ?? card.level) !== undefined && (
              <p className={styles.muted}>
                {card.next
                  ? [
                      card.next.failing.length > 0 &&
                        text(entityMessages.nextLevel, {
                          level: card.levels.find(({ name }) => name === card.next?.level)?.title ?? card.next.level,
                          list: card.next.failing.map(titleOf).join(', '),
                        }),
                      card.next.unknown.length > 0 && text(entityMessages.nextUnknown, { list: card.next.unknown.map(titleOf).join(', ') }),
                    ]
                      .filter(Boolean)
                      .join('; ')
                  : text(entityMessages.topReached)}
              </p>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}

const states = { fail: 0, unknown: 1, exempt: 2, pass: 3 } as const
const severities = { critical: 0, high: 1, medium: 2, low: 3 } as const

const byUrgency = (a: EntityResult, b: EntityResult) =>
  states[a.state] - states[b.state] || severities[a.severity] - severities[b.severity] || a.title.localeCompare(b.title)

function Results({ scores, isPast }: { scores: EntityScorecards; isPast: boolean }) {
  const text = useText()
  return (
    <InfoCard title={text(pageMessages.results)} action={<ResultCounts scores={scores} />} flush>
      {scores.results.toSorted(byUrgency).map(result => (
        <ResultRow key={result.check} result={result} isPast={isPast} entityRef={scores.entityRef} />
      ))}
    </InfoCard>
  )
}

function ResultCounts({ scores: { total } }: { scores: EntityScorecards }) {
  const text = useText()
  return (
    <div className={styles.counts}>
      <ResultBar label={text(pageMessages.results)} counts={total.counts} hasLegend={false} />
    </div>
  )
}

function Campaigns({ scores: { campaigns } }: { scores: EntityScorecards }) {
  const text = useText()
  const day = useDay()
  return (
    <InfoCard title={text(entityMessages.campaigns)}>
      <ul className={styles.list}>
        {campaigns.map(({ name, title, due, isDone, open }) => (
          <li key={name} className={styles.line}>
            <Link to={scorecardsPaths.campaign(name)} className={styles.name}>
              {title}
            </Link>
            <span className={styles.muted}>
              {isDone ? text(entityMessages.campaignDone) : text(entityMessages.campaignOpen, { count: open.length, day: day(due) })}
            </span>
          </li>
        ))}
      </ul>
    </InfoCard>
  )
}
