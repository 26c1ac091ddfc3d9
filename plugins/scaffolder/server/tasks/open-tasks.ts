import type { Catalog } from '@portico/catalog/server'
import type { Core, IdentityPort, JobQueue, Principal } from '@portico/core/server'
import { taskReadPermission, taskResourceType } from '@portico/scaffolder/common'
import { z } from 'zod'
import type { Access } from '../access.ts'
import { createProvenanceRecorder } from '../provenance/provenance-recorder.ts'
import { createProvenanceStore } from '../provenance/provenance-store.ts'
import { createPartStore } from '../provenance/part-store.ts'
import type { StepRuntime } from '../running/step-runtime.ts'
import type { TemplateSource } from '../templates/template-source.ts'
import { createSealing, keyOfText } from './sealing.ts'
import { createStatisticsStore, type StatisticsQuery } from './statistics-store.ts'
import type { TaskReports } from './task-execution.ts'
import { createTaskFiles } from './task-files.ts'
import { createTaskMetrics } from './task-metrics.ts'
import { createTaskNotices } from './task-notices.ts'
import { createTaskRunner } from './task-runner.ts'
import { createTaskStores } from './task-stores.ts'
import { createTaskStreams } from './task-streams.ts'
import { createTaskWaits } from './task-waits.ts'
import { createTaskWorkspaces } from './task-workspaces.ts'
import { createTasks } from './tasks.ts'

export interface OpenTasksDependencies {
  readonly runtime: StepRuntime
  readonly templates: TemplateSource
  readonly identity: IdentityPort
  readonly catalog: Catalog
  readonly access: Access
}

export type OpenedTasks = Awaited<ReturnType<typeof openTasks>>

// A task whose server dies is taken up by another; this is how often.
const maxAttempts = 20

/** Everything that runs tasks: their tables, their queue, and who waits for what. */
export async function openTasks(core: Core, { runtime, templates, identity, catalog, access }: OpenTasksDependencies) {
  const { db, log, work, security, server, onStart, onStop } = core
  const { taskRecovery, taskTimeout, concurrentTasksLimit, workingDirectory, secretsKey } = runtime.settings()
  const stores = createTaskStores(db, { taskRecovery })
  const [originStore, parts] = [createProvenanceStore(db), createPartStore(db)]
  const sealing = createSealing(secretsKey === undefined ? await stores.tasks.sharedKey() : keyOfText(secretsKey), security.tokens)
  const streams = createTaskStreams({ events: stores.events, notifications: work.notifications })
  const reports: TaskReports = {
    metrics: createTaskMetrics(core.telemetry),
    notices: createTaskNotices(work.events),
    audit: security.audit,
    log,
  }
  const waits = createTaskWaits({
    stores,
    sealing,
    bus: work.events,
    topics: runtime.topics,
    permissions: security.permissions,
    identity,
    enqueue: async (taskId, { within, afterMs }) =>
      void (await queue.add(
        { taskId, ...(afterMs !== undefined && { isTimer: true }) },
        { within, ...(afterMs !== undefined && { startAfterSeconds: afterMs / 1000 }) },
      )),
    hookUrl: token => `${server.discovery.externalUrl('scaffolder')}/v2/hooks/${token}`,
    notices: reports.notices,
    log,
  })
  const runner = createTaskRunner({
    stores,
    runtime,
    reports,
    provenance: createProvenanceRecorder({ store: originStore, parts }),
    workspaces: createTaskWorkspaces({
      store: stores.workspaces,
      folder: workingDirectory,
      maxBytes: taskRecovery.maxWorkspaceMegabytes * 2 ** 20,
      isKept: taskRecovery.enabled,
    }),
    waits,
    sealing,
    tokens: security.tokens,
    notifications: work.notifications,
  })
  const queue: JobQueue<{ taskId: string; isTimer?: boolean | undefined }> = work.jobs.define({
    name: 'run-task',
    payload: z.object({ taskId: z.string(), isTimer: z.boolean().optional() }),
    concurrency: concurrentTasksLimit,
    attempts: maxAttempts,
    retrySeconds: 1,
    leaseSeconds: taskRecovery.staleTimeout / 1000,
    // The task ends itself before.
    timeoutSeconds: Math.min(taskTimeout / 1000 + 60, 1_900_000),
    async run({ payload: { taskId, isTimer }, signal }) {
      // What ends a wait never runs a task: it may have gone on long ago, and run at this moment.
      if (isTimer || !(await runner.run(taskId, signal))) await waits.settleDue(taskId)
    },
  })
  work.scheduler.schedule({
    id: 'close-stale-tasks',
    description: 'Fails tasks that no server works on, and removes those that ended long ago',
    frequency: { minutes: 10 },
    timeout: { minutes: 5 },
    initialDelay: { minutes: 5 },
    run: async () => {
      await runner.closeStale()
      await stores.tasks.removeEnded(runtime.settings().taskRetention)
      await stores.workspaces.removeEnded(runtime.settings().workspaceRetention)
      await stores.workspaces.removeGarbage()
    },
  })
  const tasks = createTasks({
    stores,
    runtime,
    reports,
    provenance: originStore,
    isWorkspaceKept: taskRecovery.enabled,
    sealing,
    templates,
    catalog,
    access,
    queue,
    waits,
    client: server.client,
  })
  const files = createTaskFiles({ visible: tasks.visible, workspaces: stores.workspaces, settings: runtime.settings })
  security.permissions.loadWith(taskResourceType, refs => tasks.owners(refs))
  onStart(() => void runner.removeLeft().catch((error: unknown) => log.warn({ error }, 'folders that were left could not be removed')))
  onStart(() => waits.start().catch((error: unknown) => log.warn({ error }, 'waiting tasks could not be read')))
  onStop(() => {
    streams.stop()
    runner.stop()
  })
  const statistics = createStatisticsStore(db)
  return {
    tasks,
    files,
    statistics: async (caller: Principal, query: Omit<StatisticsQuery, 'visible'>) =>
      statistics.read({ ...query, visible: await access.taskCondition(caller, taskReadPermission) }),
    streams,
    waits,
    stores,
    originStore,
    parts,
    queue,
    sealing,
  }
}
