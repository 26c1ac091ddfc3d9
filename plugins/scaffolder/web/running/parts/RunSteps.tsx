import { useText } from '@portico/core/web'
import type { StepStatus, Task } from '@portico/scaffolder/common'
import { InfoCard, Status, useDuration } from '@portico/ui'
import { runningMessages } from '../messages.ts'
import type { RunSnapshot, StepState } from '../run-log.ts'
import { shownStatus, shownStep, statusLooks, stepLooks } from '../run-status.ts'
import { useNow } from '../use-now.ts'
import styles from './RunSteps.module.css'

export interface RunStepsProps {
  readonly task: Task
  readonly log: RunSnapshot
  /** The step whose log is shown; undefined for all of them. */
  readonly selected: string | undefined
  readonly onSelect: (stepId: string | undefined) => void
}

/** The steps of a run, with their states and times. Choosing one shows its log. */
export function RunSteps({ task, log, selected, onSelect }: RunStepsProps) {
  const text = useText()
  const { steps } = task.spec
  const count = (status: StepStatus) => steps.filter(({ id }) => shownStep(log, id) === status).length
  const [done, skipped] = [count('completed'), count('skipped')]
  return (
    <InfoCard
      title={text(runningMessages.steps)}
      flush
      action={
        <span className={styles.count}>
          {skipped > 0
            ? text(runningMessages.stepsSkipped, { done, skipped })
            : text(runningMessages.stepsDone, { done, count: steps.length })}
        </span>
      }
    >
      {steps.length === 0 ? (
        <p className={styles.none}>{text(runningMessages.noSteps)}</p>
      ) : (
        <ol className={styles.steps} aria-label={text(runningMessages.steps)}>
          {steps.map((step, at) => (
            <li key={step.id}>
              <button
                type="button"
                className={styles.step}
                data-state={shownStep(log, step.id)}
                aria-pressed={selected === step.id}
                onClick={() => onSelect(selected === step.id ? undefined : step.id)}
              >
                <span className={styles.number} aria-hidden>
                  {at + 1}
                </span>
                <span className={styles.words}>
                  <span className={styles.name} title={step.name} dir="auto">
                    {step.name}
                  </span>
                  <span className={styles.action}>{step.action}</span>
                </span>
                <StepFacts
                  state={log.steps.get(step.id)}
                  status={shownStep(log, step.id)}
                  isWaiting={task.waiting?.stepId === step.id && shownStatus(task, log) === 'waiting'}
                />
              </button>
            </li>
          ))}
        </ol>
      )}
    </InfoCard>
  )
}

interface StepFactsProps {
  readonly state: StepState | undefined
  readonly status: StepStatus | 'pending'
  /** Nothing runs: somebody or something is waited for. */
  readonly isWaiting: boolean
}

function StepFacts({ state, status, isWaiting }: StepFactsProps) {
  const text = useText()
  const duration = useDuration()
  const isRunning = status === 'processing'
  const now = useNow(isRunning)
  const { kind, message } = isWaiting ? statusLooks.waiting : stepLooks[status]
  const from = state?.startedAt === undefined ? undefined : Date.parse(state.startedAt)
  const until = state?.endedAt === undefined ? (isRunning ? now : undefined) : Date.parse(state.endedAt)
  return (
    <span className={styles.facts}>
      <Status kind={kind}>{text(message)}</Status>
      {from !== undefined && until !== undefined && status !== 'skipped' && <span className={styles.time}>{duration(until - from)}</span>}
    </span>
  )
}
