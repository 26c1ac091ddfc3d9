import type { CatalogPreview, EntityMistake } from '@portico/catalog/common'
import { useText } from '@portico/core/web'
import { useNumber } from '@portico/ui'
import IconExclamationCircle from '@tabler/icons-react/dist/esm/icons/IconExclamationCircle.mjs'
import { catalogImportMessages } from '../messages.ts'
import styles from './EntityList.module.css'
import { useGoToLine } from './reveal.tsx'

/** What is wrong and belongs to no entity. */
export function ProblemList({ data: { problems, problemTotal } }: { data: CatalogPreview }) {
  const text = useText()
  const number = useNumber()
  if (problems.length === 0) return undefined
  return (
    <div className={styles.problems}>
      <Mistakes label={text(catalogImportMessages.problems)} mistakes={problems} />
      {problems.length < problemTotal && (
        <p className={styles.quiet}>
          {text(catalogImportMessages.moreProblems, { shown: number(problems.length), total: number(problemTotal) })}
        </p>
      )}
    </div>
  )
}

/** Mistakes with their locations; one in an open text links to its line. */
export function Mistakes({ label, mistakes }: { label: string; mistakes: readonly EntityMistake[] }) {
  return (
    <ul className={styles.mistakes} aria-label={label}>
      {mistakes.map((mistake, at) => (
        <li key={at} className={styles.mistake}>
          <IconExclamationCircle size={16} className={styles.sign} aria-hidden />
          <span>
            <MistakeLocation mistake={mistake} /> <span dir="auto">{mistake.message}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}

function MistakeLocation({ mistake: { location, line } }: { mistake: EntityMistake }) {
  const text = useText()
  const go = useGoToLine()
  if (location === undefined || line === undefined) return undefined
  // A location has its type in front; a file that was given has not, and is in the editor.
  if (/^[a-z]+:/.test(location)) return <span className={styles.quiet}>{text(catalogImportMessages.line, { line })}</span>
  return (
    <button
      type="button"
      className={styles.location}
      aria-label={text(catalogImportMessages.goToLine, { line, file: location })}
      onClick={() => go({ file: location, line })}
    >
      {text(catalogImportMessages.line, { line })}
    </button>
  )
}
