import { notFoundError } from '@portico/core/common'
import type { Database } from '../database/database.ts'
import type { Logger } from '../operations/log.ts'
import type { Listener } from './listener.ts'
import type { ScheduledTask, Scheduler, TaskDescription } from './scheduler.ts'
import { createLocalRecord } from './task-record.ts'
import { createTaskRunner, type TaskRunner } from './task-runner.ts'
import { toTaskSettings } from './task-settings.ts'
import { createStoredRecord, taskChannel, taskTriggerChannel } from './task-store.ts'

export interface SchedulerDependencies {
  readonly database: Pick<Database, 'forSchema'>
  readonly log: Logger
  readonly listener: Listener
  /** A global run whose server sends no heartbeat for this long is taken over. */
  readonly leaseMs?: number
  /** How long to wait for a run that was aborted. */
  readonly abortGraceMs?: number
}

/** The scheduled tasks of all plugins in this process. */
export function createScheduler({ database, log, listener, leaseMs = 30_000, abortGraceMs = 5000 }: SchedulerDependencies) {
  const db = database.forSchema('core')
  const plugins = new Map<string, Map<string, TaskRunner>>()
  let unsubscribe: (() => void)[] = []
  let started = false

  const tasksOf = (plugin: string) => plugins.get(plugin) ?? new Map<string, TaskRunner>()
  const allTasks = () => [...plugins.values()].flatMap(tasks => [...tasks.values()])

  function find(plugin: string, taskId: string): TaskRunner {
    const runner = tasksOf(plugin).get(taskId)
    if (!runner) throw notFoundError(`There is no scheduled task '${taskId}'`, { code: 'core.task-not-found' })
    return runner
  }

  /** The task a notification names: `<plugin>/<task>`. */
  function named(name: string): TaskRunner | undefined {
    const slash = name.indexOf('/')
    return tasksOf(name.slice(0, slash)).get(name.slice(slash + 1))
  }

  function schedule(plugin: string, task: ScheduledTask): () => Promise<void> {
    const tasks = tasksOf(plugin)
    if (!task.id || task.id.length > 255)
      throw new Error(`A scheduled task of '${plugin}' has no id, or one that is too long: '${task.id}'`)
    if (tasks.has(task.id)) throw new Error(`The task '${task.id}' of '${plugin}' is scheduled twice`)
    const settings = toTaskSettings(task.id, task)
    const runner = createTaskRunner({ task, settings, plugin, leaseMs, abortGraceMs, log: log.child({ plugin }) }, changed =>
      settings.scope === 'local' ? createLocalRecord(changed) : createStoredRecord(db, plugin, task.id),
    )
    plugins.set(plugin, tasks.set(task.id, runner))
    if (started) begin(runner)
    return async () => {
      if (tasks.get(task.id) === runner) tasks.delete(task.id)
      await runner.stop()
    }
  }

  function begin(runner: TaskRunner): void {
    runner.start()
    if (!runner.isGlobal || unsubscribe.length > 0) return
    unsubscribe = [
      listener.on(taskChannel, {
        onMessage: name => void named(name)?.changed(),
        onGap: () => allTasks().forEach(each => void each.changed()),
      }),
      listener.on(taskTriggerChannel, { onMessage: name => named(name)?.hurry(), onGap: () => {} }),
    ]
  }

  async function trigger(plugin: string, taskId: string): Promise<void> {
    await find(plugin, taskId).trigger()
  }

  return {
    forPlugin: (plugin: string): Scheduler => ({ schedule: task => schedule(plugin, task), trigger: id => trigger(plugin, id) }),
    trigger,
    /** NotFoundError when there is no such task, ConflictError when it does not run. */
    async cancel(plugin: string, taskId: string): Promise<void> {
      await find(plugin, taskId).cancel()
    },
    /** Ends a run, `<plugin>/<task>`, that has blocked its server. */
    async blocked(name: string, run: string, reason: string): Promise<void> {
      await named(name)?.blocked(run, reason)
    },
    /** The reply of the scheduler route. */
    async list(plugin: string): Promise<{ tasks: TaskDescription[] }> {
      return { tasks: await Promise.all([...tasksOf(plugin).values()].map(runner => runner.describe())) }
    },
    /** The tasks of all plugins. */
    listAll: (): Promise<TaskDescription[]> => Promise.all(allTasks().map(runner => runner.describe())),
    /** Removes the tasks of a plugin that failed. Other replicas go on with them. */
    async discard(plugin: string): Promise<void> {
      const tasks = [...tasksOf(plugin).values()]
      plugins.delete(plugin)
      await Promise.all(tasks.map(runner => runner.stop()))
    },
    start(): void {
      started = true
      allTasks().forEach(begin)
    },
    /** Running tasks are aborted, and are due at once for another replica. */
    async stop(): Promise<void> {
      started = false
      await Promise.all(allTasks().map(runner => runner.stop()))
      for (const stop of unsubscribe) stop()
    },
  }
}
