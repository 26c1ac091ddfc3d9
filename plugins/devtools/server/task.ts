import type { TaskDescription } from '@portico/core/server'
import type { Task } from '@portico/devtools/common'

/** A scheduled task as the system page shows it. */
export function toTask({ taskId, pluginId, description, scope, settings, taskState }: TaskDescription): Task {
  const startsAt = taskState?.status === 'idle' ? taskState.startsAt : undefined
  const error = messageOf(taskState?.lastRunError)
  return {
    plugin: pluginId,
    id: taskId,
    scope,
    cadence: settings.cadence,
    running: taskState?.status === 'running',
    ...(description !== undefined && { description }),
    ...(taskState?.lastRunEndedAt !== undefined && { lastRunAt: taskState.lastRunEndedAt }),
    ...(taskState?.lastRunResult !== undefined && { lastResult: taskState.lastRunResult }),
    ...(error !== undefined && { lastError: error }),
    ...(startsAt !== undefined && { nextRunAt: startsAt }),
  }
}

/** The scheduler keeps an error as JSON with name and message. */
function messageOf(json: string | undefined): string | undefined {
  if (json === undefined) return undefined
  try {
    const { message } = JSON.parse(json) as { message?: unknown }
    return typeof message === 'string' ? message : json
  } catch {
    return json
  }
}
