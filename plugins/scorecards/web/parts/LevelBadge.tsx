import { useText } from '@portico/core/web'
import { scoreMessages } from './score-messages.ts'
import styles from './Score.module.css'

/** A level of a scorecard, from the lowest to the highest. */
interface Level {
  readonly name: string
  readonly title: string
}

/** The level that is reached: its name, and a dot for each level there is. */
export function LevelBadge({ levels, level }: { levels: readonly Level[]; level: string | undefined }) {
  const text = useText()
  const at = levels.findIndex(({ name }) => name === level)
  const title = levels[at]?.title ?? level
  const words = title ?? text(scoreMessages.noLevel)
  return (
    <span
      className={styles.level}
      title={title === undefined ? undefined : text(scoreMessages.levelOf, { level: title, at: at + 1, count: levels.length })}
    >
      <span className={styles.pips} aria-hidden>
        {levels.map(({ name }, index) => (
          <span key={name} className={styles.pip} data-reached={index <= at || undefined} />
        ))}
      </span>
      <span className={title === undefined ? styles.none : undefined}>{words}</span>
    </span>
  )
}
