import { RequestErrorPanel, useText } from '@portico/core/web'
import type { CheckedTemplate, TemplateFinding } from '@portico/scaffolder/common'
import { InfoCard, Status, useNumber } from '@portico/ui'
import { editorMessages } from '../messages.ts'
import styles from './Editor.module.css'

export interface FindingsProps {
  readonly checked: CheckedTemplate | undefined
  readonly error: Error | null
  readonly onRetry: () => void
  /** Goes to a line of the template, or of a file beside it. */
  readonly onGo: (finding: TemplateFinding) => void
}

/** What is wrong with a template; each leads to its line. */
export function Findings({ checked, error, onRetry, onGo }: FindingsProps) {
  const text = useText()
  const number = useNumber()
  const findings = checked?.findings ?? []
  return (
    <InfoCard
      title={text(editorMessages.problems)}
      action={findings.length > 0 && <span className={styles.quiet}>{number(findings.length)}</span>}
    >
      {error ? (
        <RequestErrorPanel error={error} title={text(editorMessages.checkFailed)} onRetry={onRetry} />
      ) : findings.length === 0 ? (
        <p className={styles.quiet}>{text(editorMessages.noProblems)}</p>
      ) : (
        <ul className={`${styles.list} ${styles.findings}`} aria-label={text(editorMessages.problems)}>
          {findings.slice(0, 200).map((finding, at) => (
            <li key={at}>
              <button type="button" className={styles.finding} onClick={() => onGo(finding)}>
                <Status kind={finding.severity} />
                <span>{finding.message}</span>
                <span className={styles.place}>
                  {finding.file === undefined
                    ? text(editorMessages.line, { line: finding.line })
                    : text(editorMessages.inFile, { file: finding.file, line: finding.line })}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </InfoCard>
  )
}
