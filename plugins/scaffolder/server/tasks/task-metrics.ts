import type { CoreTelemetry } from '@portico/core/server'
import type { Task } from '@portico/scaffolder/common'
import type { LogEntry } from '../running/run.ts'

interface EndedTask {
  readonly template: string | undefined
  readonly status: string
  readonly ms: number
  /** Why it failed: the code of its error, or its name. */
  readonly cause?: string | undefined
}

/** Counts tasks and steps, and how long they take. */
export function createTaskMetrics({ meter }: Pick<CoreTelemetry, 'meter'>) {
  const created = meter.createCounter('scaffolder.task.created', { description: 'Tasks that were created, by template' })
  const ended = meter.createCounter('scaffolder.task.ended', { description: 'Tasks that have ended, by template, status and cause' })
  const queued = meter.createHistogram('scaffolder.task.queued', {
    unit: 's',
    description: 'How long tasks waited until a server took them up',
  })
  const duration = meter.createHistogram('scaffolder.task.duration', { unit: 's', description: 'How long tasks ran' })
  const stepEnded = meter.createCounter('scaffolder.step.ended', { description: 'Steps that have ended, by template, action and status' })
  const stepDuration = meter.createHistogram('scaffolder.step.duration', { unit: 's', description: 'How long steps took' })
  const began = new Map<string, number>()

  return {
    taskCreated: (template: string) => created.add(1, { template }),
    /** Only of tasks that are taken up for the first time. */
    taskStarted: (template = 'unknown', ms: number) => queued.record(ms / 1000, { template }),
    taskEnded({ template = 'unknown', status, ms, cause }: EndedTask): void {
      ended.add(1, { template, status, ...(cause !== undefined && { cause }) })
      duration.record(ms / 1000, { template, status })
    },
    stepSaid(task: Task, { stepId, status }: LogEntry): void {
      if (stepId === undefined || status === undefined) return
      const key = `${task.id}/${stepId}`
      if (status === 'processing') return void began.set(key, performance.now())
      const since = began.get(key)
      began.delete(key)
      const action = task.spec.steps.find(({ id }) => id === stepId)?.action ?? 'unknown'
      const labels = { template: task.spec.templateInfo?.entityRef ?? 'unknown', action, status }
      stepEnded.add(1, labels)
      if (since !== undefined) stepDuration.record((performance.now() - since) / 1000, labels)
    },
  }
}

export type TaskMetrics = ReturnType<typeof createTaskMetrics>
