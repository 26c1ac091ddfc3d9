import { useText } from '@portico/core/web'
import { useNumber } from '@portico/ui'
import { scoreMessages } from './score-messages.ts'
import styles from './LevelBar.module.css'

export interface LevelBarProps {
  readonly label: string
  /** From the lowest to the highest. */
  readonly levels: readonly { readonly name: string; readonly title: string }[]
  /** How many entities are at each; '' is none. */
  readonly counts: Readonly<Record<string, number>>
  readonly hasLegend?: boolean
}

/** How many entities are at which level, the highest first. The stronger the colour, the higher the level. */
export function LevelBar({ label, levels, counts, hasLegend = false }: LevelBarProps) {
  const text = useText()
  const number = useNumber()
  const parts = [
    ...levels.map(({ name, title }, at) => ({ name, title, count: counts[name] ?? 0, share: (at + 1) / levels.length })).toReversed(),
    { name: '', title: text(scoreMessages.noLevel), count: counts[''] ?? 0, share: 0 },
  ]
  const shown = parts.filter(({ count }) => count > 0)
  const words = ({ title, count }: { title: string; count: number }) => `${title} ${number(count)}`
  const mark = (share: number) => ({ '--share': `${Math.round(share * 100)}%` }) as Record<string, string>
  return (
    <div className={styles.whole}>
      <div className={styles.bar} role="img" aria-label={`${label}: ${shown.map(words).join(', ')}`}>
        {shown.map(part => (
          <span key={part.name} className={styles.part} style={{ flexGrow: part.count, ...mark(part.share) }} title={words(part)} />
        ))}
      </div>
      {hasLegend && (
        <ul className={styles.legend} aria-hidden>
          {parts.map(part => (
            <li key={part.name}>
              <span className={styles.mark} style={mark(part.share)} />
              {part.title} <span className={styles.count}>{number(part.count)}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
