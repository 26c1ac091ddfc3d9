import type { HealthProblem } from '@portico/catalog/common'
import { useText } from '@portico/core/web'
import { ActionIcon, CopyButton, Loader, RelativeTime } from '@portico/ui'
import IconHelpCircle from '@tabler/icons-react/dist/esm/icons/IconHelpCircle.mjs'
import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs'
import { useMoments } from '../entity/why/use-moments.ts'
import { EntityLink } from '../parts/EntityLink.tsx'
import styles from './Health.module.css'
import { healthMessages } from './messages.ts'
import { nameOf, placeName } from './problem-names.ts'
import { TypeIcon } from './TypeIcon.tsx'

/** One problem: what it is about, why, what to do, where, since when; and the ways to learn more and to try again. */
export function ProblemRow({
  problem,
  isReading,
  onExplain,
  onReadAgain,
}: {
  problem: HealthProblem
  isReading: boolean
  onExplain: (ref: string) => void
  onReadAgain: (problem: HealthProblem) => void
}) {
  const text = useText()
  const words = useMoments()
  const { type, cause, fix, since, explainRef, canRefresh } = problem
  const name = nameOf(problem)
  return (
    <li className={styles.row}>
      <TypeIcon type={type} />
      <div className={styles.facts}>
        <div className={styles.head}>
          <Subject problem={problem} />
          <span className={styles.since} title={text(healthMessages.since)}>
            <RelativeTime at={since} />
          </span>
        </div>
        <p className={styles.cause} dir="auto">
          {words(cause)}
        </p>
        <p className={styles.fix} dir="auto">
          {words(fix)}
        </p>
        <Place problem={problem} />
      </div>
      <div className={styles.actions}>
        {explainRef !== undefined && (
          <ActionIcon
            size={32}
            variant="subtle"
            aria-label={text(healthMessages.explainOf, { name })}
            title={text(healthMessages.explain)}
            onClick={() => onExplain(explainRef)}
          >
            <IconHelpCircle size={16} aria-hidden />
          </ActionIcon>
        )}
        {canRefresh && (
          <ActionIcon
            size={32}
            variant="subtle"
            aria-label={text(healthMessages.readAgainOf, { name })}
            title={text(isReading ? healthMessages.reading : healthMessages.readAgain)}
            disabled={isReading}
            onClick={() => onReadAgain(problem)}
          >
            {isReading ? <Loader size={14} /> : <IconRefresh size={16} aria-hidden />}
          </ActionIcon>
        )}
      </div>
    </li>
  )
}

function Subject({ problem }: { problem: HealthProblem }) {
  const { entityRef, isInCatalog, source = '' } = problem
  if (entityRef !== undefined && isInCatalog) return <EntityLink entity={entityRef} />
  return (
    <span className={styles.subject} dir="auto">
      {entityRef ?? placeName(source)}
    </span>
  )
}

function Place({ problem: { entityRef, source, line } }: { problem: HealthProblem }) {
  const text = useText()
  if (source === undefined || (entityRef === undefined && line === undefined)) return undefined
  const file = placeName(source)
  const place = line === undefined ? file : text(healthMessages.place, { file, line })
  return (
    <p className={styles.place}>
      <span dir="auto">{place}</span>
      <CopyButton value={line === undefined ? file : `${file}:${line}`} />
    </p>
  )
}
