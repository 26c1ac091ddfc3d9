import type { Events, PublishOptions } from '@portico/core/server'
import { notificationsOn } from '@portico/notifications/server'
import { scaffolderPaths, tasksChannel, type Task } from '@portico/scaffolder/common'
import { signalsOn } from '@portico/signals/server'

const origin = 'plugin:scaffolder'
const topic = 'runs'

/** Tells users of the ends of their runs and of runs that wait for them, and open lists that tasks have changed. */
export function createTaskNotices(events: Pick<Events, 'publish'>) {
  const notifications = notificationsOn(events)
  const signals = signalsOn(events)

  /** Lists are read again by whoever may read them: the signal reaches everybody, so it names no task. */
  async function changed(publish: PublishOptions = {}): Promise<void> {
    await signals.publish({ recipients: { type: 'broadcast' }, channel: tasksChannel, message: {} }, publish)
  }

  return {
    changed,
    /** Whoever started the run is told how it ended, unless somebody cancelled it. */
    async ended(
      task: Task,
      outcome:
        | { readonly status: 'completed' }
        | { readonly status: 'failed'; readonly error: { readonly name: string; readonly message: string } },
      publish: PublishOptions,
    ): Promise<void> {
      await changed(publish)
      const hasFailed = outcome.status === 'failed'
      if (!isUser(task.createdBy) || (hasFailed && outcome.error.name === 'CancelledError')) return
      const payload = {
        title: hasFailed ? `The run of ${nameOf(task)} has failed` : `The run of ${nameOf(task)} is done`,
        ...(hasFailed && { description: outcome.error.message.slice(0, 1000) }),
        link: scaffolderPaths.task(task.id),
        severity: hasFailed ? ('high' as const) : ('normal' as const),
        topic,
        scope: `run:${task.id}`,
      }
      await notifications.send({ recipients: { type: 'entity', entityRef: task.createdBy }, payload }, { ...publish, origin })
    },
    /** Those whose approval a run waits for, but not who started it or ran it again: nobody approves their own. */
    async waits(task: Task, waiting: NonNullable<Task['waiting']>, publish: PublishOptions): Promise<void> {
      await changed(publish)
      const { approvers = [], reason, stepId } = waiting
      if (waiting.kind !== 'approval' || approvers.length === 0) return
      const involved = [task.createdBy, ...(task.retriedBy ?? [])].filter(isUser)
      const recipients = {
        type: 'entity' as const,
        entityRef: [...approvers],
        ...(involved.length > 0 && { excludeEntityRef: involved }),
      }
      const payload = {
        title: `A run of ${nameOf(task)} waits for your approval`,
        ...(reason !== undefined && { description: reason.slice(0, 1000) }),
        link: scaffolderPaths.task(task.id),
        severity: 'high' as const,
        topic: 'approvals',
        scope: `approval:${task.id}:${stepId}`.slice(0, 255),
      }
      await notifications.send({ recipients, payload }, { ...publish, origin })
    },
  }
}

export type TaskNotices = ReturnType<typeof createTaskNotices>

function isUser(ref: string | undefined): ref is string {
  return ref?.startsWith('user:') === true
}

function nameOf({ spec: { templateInfo } }: Task): string {
  const { title, name } = templateInfo?.entity?.metadata ?? {}
  return [title, name].find(text => typeof text === 'string') ?? 'a template'
}
