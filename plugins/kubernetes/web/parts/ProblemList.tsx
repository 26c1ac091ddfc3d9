import { Link, useText } from '@portico/core/web'
import { isProblem } from '@portico/kubernetes/common'
import { useLocale, useNumber } from '@portico/ui'
import { toCauseLine } from '../cause-words.ts'
import type { ClusterRows, ObjectRow } from '../live/rows.ts'
import { kubernetesMessages } from '../messages.ts'
import styles from './ProblemList.module.css'
import { useNow } from './use-now.ts'

const maxFirst = 3
const maxShown = 50

interface ProblemListProps {
  readonly rows: ClusterRows
  readonly toObject: (row: ObjectRow) => string
  /** All of them, not only the first. */
  readonly isWhole: boolean
  /** Where all of them are shown. */
  readonly toAll: string
}

/** What needs attention, each with its whole reason: workloads, pods that none of them owns, and custom resources. */
export function ProblemList({ rows, toObject, isWhole, toAll }: ProblemListProps) {
  const text = useText()
  const locale = useLocale()
  const number = useNumber()
  const now = useNow()
  const owned = new Set(rows.workloads.flatMap(({ pods }) => pods))
  const custom = rows.others.filter(({ type }) => type === 'customresources')
  const all = [...rows.workloads, ...custom, ...rows.pods.filter(({ object }) => !owned.has(object))].filter(({ diagnosis }) =>
    isProblem(diagnosis.state),
  )
  const max = isWhole ? maxShown : maxFirst
  const more = all.length - max
  if (all.length === 0) return undefined
  const moreWords = text(kubernetesMessages.moreProblems, { count: number(more) })
  return (
    <ul className={styles.list} aria-label={text(kubernetesMessages.attention)}>
      {all.slice(0, max).map(row => (
        <li key={row.key} className={styles.item} data-state={row.diagnosis.state}>
          <Link to={toObject(row)}>{row.name}</Link>{' '}
          <span>{toCauseLine(row.diagnosis.causes, { text, locale, now }) || row.diagnosis.reason}</span>
        </li>
      ))}
      {more > 0 && <li className={styles.more}>{isWhole ? moreWords : <Link to={toAll}>{moreWords}</Link>}</li>}
    </ul>
  )
}
