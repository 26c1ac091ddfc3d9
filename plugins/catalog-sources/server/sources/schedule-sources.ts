import { AppError } from '@portico/core/common'
import type { Core, TaskDescription } from '@portico/core/server'
import { runRequested } from './source-records.ts'
import { maxRunMs, type Sources } from './sources.ts'

const taskPrefix = 'source-'

/** Runs sources by their schedules, and when somebody asks. */
export function scheduleSources({ work: { scheduler, events }, server }: Pick<Core, 'work' | 'server'>, sources: Sources) {
  async function runScheduled(id: string, signal: AbortSignal): Promise<void> {
    if (await sources.isPaused(id)) return
    const { result, error } = await sources.run(id, { signal, waits: true })
    if (result === 'completed') return
    // The task is seen as failed, too.
    throw new AppError('ServiceUnavailableError', error ?? 'The run failed', { code: 'catalog-sources.failed' })
  }

  for (const { id, title, schedule } of sources.list)
    scheduler.schedule({ id: taskOf(id), description: title, ...schedule, run: signal => runScheduled(id, signal) })
  // Asked for by the command line, or while another run was under way.
  events.subscribe({
    id: 'catalog-sources.run-requests',
    events: [runRequested],
    async run({ payload: { id: wanted, force } }) {
      if (sources.list.some(({ id }) => id === wanted))
        await sources.run(wanted, { force, signal: AbortSignal.timeout(maxRunMs), waits: true })
    },
  })

  return {
    /** Runs a source as soon as possible; one that is running is run once more afterwards, as it may have looked before the change. */
    async runSoon(id: string): Promise<void> {
      await sources.expire(id)
      try {
        await scheduler.trigger(taskOf(id))
      } catch (error) {
        if (!(error instanceof AppError && error.name === 'ConflictError')) throw error
        await events.publish(runRequested, { id, force: false })
      }
    },
    /** When sources run next, by id; those that only run when somebody asks are not there. */
    nextRuns: async () => toNextRuns(await server.inspection.tasks()),
  }
}

function taskOf(id: string): string {
  return `${taskPrefix}${id}`
}

function toNextRuns(tasks: readonly TaskDescription[]): Map<string, string> {
  return new Map(
    tasks.flatMap(({ pluginId, taskId, taskState }) => {
      const startsAt = taskState?.status === 'idle' ? taskState.startsAt : undefined
      return pluginId === 'catalog-sources' && startsAt !== undefined ? [[taskId.slice(taskPrefix.length), startsAt]] : []
    }),
  )
}
