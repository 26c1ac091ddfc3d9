import { Link, useText } from '@portico/core/web'
import { isProblem } from '@portico/kubernetes/common'
import { useLocale } from '@portico/ui'
import { toCauseLine } from '../cause-words.ts'
import type { ClusterRows, ObjectRow } from '../live/rows.ts'
import { kubernetesMessages } from '../messages.ts'
import styles from './ProblemList.module.css'
import { useNow } from './use-now.ts'

const maxShown = 3

/** What needs attention, each with its whole reason: workloads, and pods that none of them owns. */
export function ProblemList({ rows, toObject }: { readonly rows: ClusterRows; readonly toObject: (row: ObjectRow) => string }) {
  const text = useText()
  const locale = useLocale()
  const now = useNow()
  const owned = new Set(rows.workloads.flatMap(({ pods }) => pods))
  const all = [...rows.workloads, ...rows.pods.filter(({ object }) => !owned.has(object))].filter(({ diagnosis }) =>
    isProblem(diagnosis.state),
  )
  if (all.length === 0) return undefined
  return (
    <ul className={styles.list} aria-label={text(kubernetesMessages.attention)}>
      {all.slice(0, maxShown).map(row => (
        <li key={row.key} className={styles.item} data-state={row.diagnosis.state}>
          <Link to={toObject(row)}>{row.name}</Link>{' '}
          <span>{toCauseLine(row.diagnosis.causes, { text, locale, now }) || row.diagnosis.reason}</span>
        </li>
      ))}
    </ul>
  )
}
