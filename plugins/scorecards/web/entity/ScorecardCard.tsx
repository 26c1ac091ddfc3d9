import { entityRefOf } from '@portico/catalog/common'
import { useEntity } from '@portico/catalog/web'
import { Link, useText } from '@portico/core/web'
import { scorecardsPaths } from '@portico/scorecards/common'
import { InfoCard, SkeletonRows } from '@portico/ui'
import { scorecardsMessages } from '../messages.ts'
import { Fix } from '../parts/Fix.tsx'
import { LevelBadge } from '../parts/LevelBadge.tsx'
import { ResultBadge } from '../parts/ResultBadge.tsx'
import { ScoreNumber } from '../parts/ScoreNumber.tsx'
import styles from './Entity.module.css'
import { entityMessages } from './messages.ts'
import { useEntityScores } from './use-entity-scores.ts'

/** The score, the levels, and the next step with how it is done. Nothing where no check applies. */
export function ScorecardCard() {
  const text = useText()
  const tab = scorecardsPaths.entity(entityRefOf(useEntity()))
  const { data, error, asOf } = useEntityScores()
  // Who may not see results is not told about them on every page.
  if (error || (data && data.results.length === 0 && !data.isPending)) return undefined
  const [step] = data?.next ?? []
  return (
    <InfoCard title={text(scorecardsMessages.scorecards)} action={<Link to={tab}>{text(entityMessages.showAll)}</Link>}>
      {!data ? (
        <SkeletonRows rows={3} />
      ) : data.results.length === 0 ? (
        <p className={styles.muted}>{text(entityMessages.pending)}</p>
      ) : (
        <div className={styles.card}>
          <ScoreNumber score={data.total} size="large" />
          <ul className={styles.list}>
            {data.scorecards.map(card => (
              <li key={card.scorecard} className={styles.line}>
                <Link to={scorecardsPaths.scorecard(card.scorecard)} className={styles.name}>
                  {card.title}
                </Link>
                {card.levels.length > 0 ? <LevelBadge levels={card.levels} level={card.level} /> : <ScoreNumber score={card} />}
              </li>
            ))}
          </ul>
          {asOf === undefined &&
            (step ? (
              <section className={styles.next} aria-label={text(entityMessages.nextStep)}>
                <h3 className={styles.small}>{text(entityMessages.nextStep)}</h3>
                <p className={styles.step}>
                  <ResultBadge result={step.state} size="sign" /> <Link to={scorecardsPaths.check(step.check)}>{step.title}</Link>
                </p>
                {step.fix && <Fix fix={step.fix} />}
              </section>
            ) : (
              <p className={styles.muted}>{text(entityMessages.allDone)}</p>
            ))}
        </div>
      )}
    </InfoCard>
  )
}
