import { useText } from '@portico/core/web'
import type { Task } from '@portico/scaffolder/common'
import { Button, InfoCard, LogViewer } from '@portico/ui'
import { runningMessages } from '../messages.ts'
import type { RunSnapshot } from '../run-log.ts'
import styles from './RunPanels.module.css'

export interface RunLogCardProps {
  readonly task: Task
  readonly log: RunSnapshot
  readonly selected: string | undefined
  readonly onSelect: (stepId: string | undefined) => void
}

const [minHeight, maxHeight, lineHeight] = [160, 480, 22]

/** The log of a run, whole or of one step. */
export function RunLogCard({ task, log, selected, onSelect }: RunLogCardProps) {
  const text = useText()
  const step = task.spec.steps.find(({ id }) => id === selected)
  const lines = step ? log.linesOf(step.id) : log.lines
  const title = step ? text(runningMessages.logOf, { step: step.name }) : text(runningMessages.log)
  return (
    <InfoCard
      title={title}
      flush={lines.length > 0}
      {...(step && {
        action: (
          <Button variant="subtle" size="compact-sm" onClick={() => onSelect(undefined)}>
            {text(runningMessages.wholeLog)}
          </Button>
        ),
      })}
    >
      {lines.length === 0 ? (
        <p className={styles.quiet}>{text(step ? runningMessages.logEmptyStep : runningMessages.logEmpty)}</p>
      ) : (
        <LogViewer
          key={step?.id ?? ''}
          label={title}
          text={lines}
          running={log.end === undefined}
          height={log.end === undefined ? maxHeight : Math.min(maxHeight, Math.max(minHeight, lines.length * lineHeight))}
          fileName={`${task.id}${step ? `-${step.id}` : ''}.log`}
        />
      )}
    </InfoCard>
  )
}
