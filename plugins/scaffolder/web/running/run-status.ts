import { hasEnded, outcomeOf, type StepStatus, type Task, type TaskStatus } from '@portico/scaffolder/common'
import type { StatusKind } from '@portico/ui'
import type { Message } from '@portico/core/web'
import { runningMessages } from './messages.ts'
import type { RunSnapshot } from './run-log.ts'

export type ShownStatus = TaskStatus | 'waiting'

export interface StatusLook {
  readonly kind: StatusKind
  readonly message: Message
}

export const statusLooks: Readonly<Record<ShownStatus, StatusLook>> = {
  open: { kind: 'pending', message: runningMessages.statusOpen },
  processing: { kind: 'running', message: runningMessages.statusProcessing },
  completed: { kind: 'ok', message: runningMessages.statusCompleted },
  failed: { kind: 'error', message: runningMessages.statusFailed },
  cancelled: { kind: 'aborted', message: runningMessages.statusCancelled },
  skipped: { kind: 'aborted', message: runningMessages.statusSkipped },
  waiting: { kind: 'warning', message: runningMessages.statusWaiting },
}

export const stepLooks: Readonly<Record<StepStatus | 'pending', StatusLook>> = {
  pending: { kind: 'pending', message: runningMessages.stepPending },
  processing: statusLooks.processing,
  completed: statusLooks.completed,
  failed: statusLooks.failed,
  skipped: statusLooks.skipped,
  cancelled: statusLooks.cancelled,
}

/** The status that people see: the log is newer than the task, and who waits does not run. */
export function shownStatus(task: Task, log?: Pick<RunSnapshot, 'end' | 'cancelled'>): ShownStatus {
  const { end, cancelled } = log ?? {}
  if (end?.error) return outcomeOf({ status: 'failed', isCancelled: cancelled !== undefined })
  if (end) return 'completed'
  if (hasEnded(task.status)) return outcomeOf(task)
  return task.waiting ? 'waiting' : task.status
}

/** The status of a step that people see: the step that was stopped by a cancel has not failed, and none runs on after the end. */
export function shownStep(log: Pick<RunSnapshot, 'end' | 'cancelled' | 'steps'>, stepId: string): StepStatus | 'pending' {
  const status = log.steps.get(stepId)?.status ?? 'pending'
  const hasStopped = log.end !== undefined && (status === 'processing' || (status === 'failed' && log.end.error?.stepId === stepId))
  if (!hasStopped) return status
  return log.cancelled === undefined ? 'failed' : 'cancelled'
}

/** The name of the template that a task runs; undefined when it says none. */
export function templateNameOf({ spec }: Pick<Task, 'spec'>): string | undefined {
  const { title, name } = (spec.templateInfo?.entity?.metadata ?? {}) as { title?: unknown; name?: unknown }
  const found = [title, name, spec.templateInfo?.entityRef].find(each => typeof each === 'string' && each !== '')
  return found as string | undefined
}
