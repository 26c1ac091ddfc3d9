import { Link, useText, type Message } from '@portico/core/web'
import { scaffolderPaths, type Task } from '@portico/scaffolder/common'
import { Button, CodeBlock, toYaml, WarningPanel } from '@portico/ui'
import { runningMessages } from '../messages.ts'
import type { RunError, RunSnapshot } from '../run-log.ts'
import { shownStatus } from '../run-status.ts'
import styles from './RunPanels.module.css'

export interface RunFailureProps {
  readonly task: Task
  readonly log: RunSnapshot
  readonly onShowStep: (stepId: string) => void
}

/** Why a run failed: the cause, the step, what the step was given, and what to do. */
export function RunFailure({ task, log, onShowStep }: RunFailureProps) {
  const text = useText()
  const error = log.end?.error
  if (!error) return undefined
  const isCancelled = shownStatus(task, log) === 'cancelled'
  const step = task.spec.steps.find(({ id }) => id === error.stepId)
  const advice = isCancelled ? runningMessages.doCancelled : adviceFor(error)
  return (
    <WarningPanel
      severity={isCancelled ? 'warning' : 'error'}
      title={text(isCancelled ? runningMessages.whyCancelled : runningMessages.why)}
      {...(step && {
        details: <StepInput input={step.input} />,
        action: (
          <Button variant="default" size="xs" onClick={() => onShowStep(step.id)}>
            {text(runningMessages.showStepLog)}
          </Button>
        ),
      })}
    >
      <dl className={styles.facts}>
        <dt>{text(runningMessages.cause)}</dt>
        <dd className={styles.cause}>{isCancelled ? (log.cancelled ?? error.message) : error.message}</dd>
        {step && (
          <>
            <dt>{text(runningMessages.failedStep)}</dt>
            <dd>
              {step.name} <Link to={scaffolderPaths.actions(step.action)}>{step.action}</Link>
            </dd>
          </>
        )}
        <dt>{text(runningMessages.whatToDo)}</dt>
        <dd>
          {text(advice)}
          {!isCancelled && usesSecrets(task) && ` ${text(runningMessages.secretsGone)}`}
        </dd>
      </dl>
    </WarningPanel>
  )
}

function StepInput({ input }: { readonly input: unknown }) {
  const text = useText()
  if (input === undefined) return <p className={styles.quiet}>{text(runningMessages.noInput)}</p>
  return <CodeBlock title={text(runningMessages.failedInput)} code={toYaml(input)} language="yaml" maxHeight={320} />
}

/** Secrets are wiped when a task ends: what uses them cannot be retried as it was. */
function usesSecrets({ spec }: Task): boolean {
  return /\$\{\{[^}]*\bsecrets\b/.test(JSON.stringify(spec.steps))
}

const byCode: Readonly<Record<string, Message>> = {
  'scaffolder.refused': runningMessages.doRefused,
  'scaffolder.interrupted': runningMessages.doInterrupted,
  'scaffolder.invalid-input': runningMessages.doInput,
  'scaffolder.action-not-found': runningMessages.doUnknownAction,
  'scaffolder.action-denied': runningMessages.doDenied,
  'scaffolder.limit': runningMessages.doLimit,
  'scaffolder.expression-limit': runningMessages.doLimit,
}

const byName: Readonly<Record<string, Message>> = {
  TimeoutError: runningMessages.doTimeout,
  InputError: runningMessages.doInput,
  ConflictError: runningMessages.doExists,
  NotFoundError: runningMessages.doNotFound,
  AuthenticationError: runningMessages.doCredentials,
  NotAllowedError: runningMessages.doCredentials,
  ServiceUnavailableError: runningMessages.doUnavailable,
}

/** What to do about a failure. */
function adviceFor({ name, code }: Pick<RunError, 'name' | 'code'>): Message {
  return (code === undefined ? undefined : byCode[code]) ?? byName[name] ?? runningMessages.doDefault
}
