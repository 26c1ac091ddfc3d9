import { RequestErrorPanel, useText } from '@portico/core/web'
import type { DocumentProblem } from '@portico/scorecards/common'
import { InfoCard, Status } from '@portico/ui'
import styles from './Editor.module.css'
import { editorMessages } from './messages.ts'

const maxShown = 100

export interface ProblemListProps {
  readonly problems: readonly DocumentProblem[]
  readonly error: Error | null
  readonly onRetry: () => void
  readonly onGo: (line: number) => void
}

/** What is wrong with the text; each leads to its line. */
export function ProblemList({ problems, error, onRetry, onGo }: ProblemListProps) {
  const text = useText()
  return (
    <InfoCard title={text(editorMessages.problems)}>
      {error ? (
        <RequestErrorPanel error={error} title={text(editorMessages.checkFailed)} onRetry={onRetry} />
      ) : problems.length === 0 ? (
        <p className={styles.quiet}>{text(editorMessages.noProblems)}</p>
      ) : (
        <ul className={styles.list} aria-label={text(editorMessages.problems)}>
          {problems.slice(0, maxShown).map((problem, at) => (
            <li key={at}>
              <button type="button" className={styles.problem} onClick={() => onGo(problem.line)}>
                <Status kind={problem.severity} />
                <span dir="auto">
                  {problem.path !== '' && <code>{problem.path}</code>} {problem.message}
                </span>
                <span className={styles.place}>{text(editorMessages.line, { line: problem.line })}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </InfoCard>
  )
}
