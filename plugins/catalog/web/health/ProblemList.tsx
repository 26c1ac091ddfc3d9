import type { HealthPage, HealthProblem, HealthProblemType } from '@portico/catalog/common'
import { useText } from '@portico/core/web'
import { useNumber } from '@portico/ui'
import { useId } from 'react'
import styles from './Health.module.css'
import { healthMessages } from './messages.ts'
import { ProblemRow } from './ProblemRow.tsx'

export interface ProblemListProps {
  readonly page: HealthPage
  /** What is shown is of another question, whose answer is on its way. */
  readonly isOld: boolean
  readonly isReading: (problem: HealthProblem) => boolean
  readonly onExplain: (ref: string) => void
  readonly onReadAgain: (problem: HealthProblem) => void
}

/** The problems of a page, by type. */
export function ProblemList({ page, isOld, ...row }: ProblemListProps) {
  const groups = [...Map.groupBy(page.items, ({ type }) => type)]
  return (
    <div className={styles.groups} aria-busy={isOld} data-old={isOld || undefined}>
      {groups.map(([type, problems]) => (
        <Group key={type} type={type} count={page.counts.types[type] ?? problems.length} problems={problems} {...row} />
      ))}
    </div>
  )
}

function Group({
  type,
  count,
  problems,
  isReading,
  onExplain,
  onReadAgain,
}: Omit<ProblemListProps, 'page' | 'isOld'> & { type: HealthProblemType; count: number; problems: readonly HealthProblem[] }) {
  const text = useText()
  const number = useNumber()
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={styles.group}>
        {text(healthMessages[type])} <span className={styles.count}>{number(count)}</span>
      </h2>
      <ul className={styles.rows} aria-labelledby={id}>
        {problems.map(problem => (
          <ProblemRow key={problem.id} problem={problem} isReading={isReading(problem)} onExplain={onExplain} onReadAgain={onReadAgain} />
        ))}
      </ul>
    </section>
  )
}
