import { useText } from '@portico/core/web'
import type { TaskStatistics, TaskStatus } from '@portico/scaffolder/common'
import { useNumber } from '@portico/ui'
import { runningMessages } from '../messages.ts'
import { statusLooks } from '../run-status.ts'
import { statuses } from '../use-task-list.ts'
import styles from './StatusFilter.module.css'

export interface StatusFilterProps {
  readonly statistics: TaskStatistics | undefined
  readonly status: TaskStatus | undefined
  readonly onChange: (status: TaskStatus | undefined) => void
}

/** How many tasks there are by status; choosing one shows only those. */
export function StatusFilter({ statistics, status, onChange }: StatusFilterProps) {
  const text = useText()
  return (
    <div className={styles.chips} role="group" aria-label={text(runningMessages.statusFilter)}>
      <StatusChip
        title={text(runningMessages.anyStatus)}
        count={statistics?.total}
        pressed={status === undefined}
        onClick={() => onChange(undefined)}
      />
      {statuses.map(each => (
        <StatusChip
          key={each}
          title={text(statusLooks[each].message)}
          count={statistics?.byStatus[each]}
          pressed={status === each}
          onClick={() => onChange(status === each ? undefined : each)}
        />
      ))}
    </div>
  )
}

interface StatusChipProps {
  readonly title: string
  readonly count: number | undefined
  readonly pressed: boolean
  readonly onClick: () => void
}

function StatusChip({ title, count, pressed, onClick }: StatusChipProps) {
  const number = useNumber()
  return (
    <button type="button" className={styles.chip} aria-pressed={pressed} onClick={onClick}>
      {title} <span className={styles.count}>{count === undefined ? '–' : number(count)}</span>
    </button>
  )
}
