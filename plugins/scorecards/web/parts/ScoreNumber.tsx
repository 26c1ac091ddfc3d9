import { useText } from '@portico/core/web'
import type { Score } from '@portico/scorecards/common'
import { useNumber, type Tone } from '@portico/ui'
import { scoreMessages } from './score-messages.ts'
import styles from './Score.module.css'

/** From which score on it is good, and from which on it is not bad. */
const bounds = { good: 80, fair: 50 }

/** The tone of a score; what is unknown has one of its own. */
export function toneOfScore(score: number | undefined): Tone {
  if (score === undefined) return 'unknown'
  return score >= bounds.good ? 'ok' : score >= bounds.fair ? 'warning' : 'error'
}

/** Writes 0 to 100 as whole percents. What is not quite all is never written as all, nor what is not quite nothing as nothing. */
export function usePercent() {
  const number = useNumber()
  return (value: number) => {
    const shown = value > 99 && value < 100 ? 99 : value > 0 && value < 1 ? 1 : Math.round(value)
    return number(shown / 100, { style: 'percent', maximumFractionDigits: 0 })
  }
}

/** A score, and beside it how much of it is known. */
export function ScoreNumber({ score, size = 'text' }: { score: Pick<Score, 'score' | 'coverage'>; size?: 'text' | 'large' }) {
  const text = useText()
  const percent = usePercent()
  return (
    <span className={styles.score} data-size={size}>
      {score.score === undefined ? (
        <span className={styles.unknown} title={text(scoreMessages.noScore)}>
          {text(scoreMessages.unknown)}
        </span>
      ) : (
        <span className={styles.number} data-tone={toneOfScore(score.score)}>
          {percent(score.score)}
        </span>
      )}{' '}
      <span className={styles.coverage} title={text(scoreMessages.coverageHint)}>
        {text(scoreMessages.coverage, { percent: percent(score.coverage) })}
      </span>
    </span>
  )
}
