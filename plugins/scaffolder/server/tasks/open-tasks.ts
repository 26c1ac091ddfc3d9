import type { Catalog } from '@portico/catalog/server'
import { openBucket, type Bucket, type BucketSettings } from '@portico/integrations/server'
import type { Core, IdentityPort, JobQueue, Principal } from '@portico/core/server'
import { taskReadPermission } from '@portico/scaffolder/common'
import { z } from 'zod'
import type { ActionRegistry } from '../actions/registry.ts'
import type { Access } from '../access.ts'
import type { ScaffolderSection } from '../config.ts'
import { createProvenanceRecorder } from '../provenance/provenance-recorder.ts'
import { createProvenanceStore } from '../provenance/provenance-store.ts'
import { createPartStore } from '../provenance/part-store.ts'
import type { Renderers } from '../rendering/renderer.ts'
import type { OpenReading } from '../running/fetching.ts'
import type { WaitTopics } from '../running/wait-topics.ts'
import type { TemplateSource } from '../templates/template-source.ts'
import { createApprovalRules } from './approval-rules.ts'
import { createEffectStore } from './effect-store.ts'
import { createEventStore } from './event-store.ts'
import { createSealing, keyOfText } from './sealing.ts'
import { createStatisticsStore, type StatisticsQuery } from './statistics-store.ts'
import { createTaskMetrics } from './task-metrics.ts'
import { createTaskNotices } from './task-notices.ts'
import { createTaskRunner } from './task-runner.ts'
import { createTaskStore } from './task-store.ts'
import { createTaskStreams } from './task-streams.ts'
import { createTaskWaits } from './task-waits.ts'
import { createTaskWorkspaces } from './task-workspaces.ts'
import { createTasks } from './tasks.ts'
import { createWorkspaceStore } from './workspace-store.ts'

export interface OpenTasksDependencies {
  readonly settings: () => ScaffolderSection
  readonly identity: IdentityPort
  readonly catalog: Catalog
  readonly access: Access
  readonly actions: ActionRegistry
  readonly renderers: Renderers
  readonly templates: TemplateSource
  readonly hosts: () => Readonly<Record<string, string>>
  readonly reading: OpenReading
  readonly topics: WaitTopics
  readonly mayExecute: (caller: Principal, action: string, input: unknown) => Promise<boolean>
}

// A task whose server dies is taken up by another; this is how often.
const maxAttempts = 20

/** Where workspaces are kept outside of the database; its settings are checked here, and it is called when a task needs it. */
function openWorkspaceBucket({ workspaceProvider, bucket }: ScaffolderSection['taskRecovery']): Bucket | undefined {
  if (workspaceProvider === 'database') return undefined
  return openBucket({ type: workspaceProvider, name: bucket?.name ?? '', entry: bucket?.settings ?? {} } as BucketSettings)
}

/** Everything that runs tasks: their tables, their queue, and who waits for what. */
export async function openTasks(core: Core, dependencies: OpenTasksDependencies) {
  const { settings, identity, actions, renderers, templates, catalog, access } = dependencies
  const { db, log, work, security, server } = core
  const { taskRecovery, taskTimeout, concurrentTasksLimit, workingDirectory, secretsKey } = settings()
  const [tasks, events, effects] = [createTaskStore(db), createEventStore(db), createEffectStore(db)]
  const stored = createWorkspaceStore(db, openWorkspaceBucket(taskRecovery))
  const [provenance, parts] = [createProvenanceStore(db), createPartStore(db)]
  const sealing = createSealing(secretsKey === undefined ? await tasks.sharedKey() : keyOfText(secretsKey))
  const streams = createTaskStreams({ events, notifications: work.notifications })
  const metrics = createTaskMetrics(core.telemetry)
  const notices = createTaskNotices(work.events)
  const workspaces = createTaskWorkspaces({
    store: stored,
    folder: workingDirectory,
    maxBytes: taskRecovery.maxWorkspaceMegabytes * 2 ** 20,
    isKept: taskRecovery.enabled,
  })
  const approvals = createApprovalRules(settings, actions)
  const waits = createTaskWaits({
    tasks,
    events,
    sealing,
    bus: work.events,
    topics: dependencies.topics,
    permissions: security.permissions,
    identity,
    enqueue: async (taskId, { within, afterMs }) =>
      void (await queue.add(
        { taskId, ...(afterMs !== undefined && { isTimer: true }) },
        { within, ...(afterMs !== undefined && { startAfterSeconds: afterMs / 1000 }) },
      )),
    hookUrl: token => `${server.discovery.externalUrl('scaffolder')}/v2/hooks/${token}`,
    notices,
    log,
  })
  const runner = createTaskRunner({
    ...dependencies,
    tasks,
    events,
    effects,
    provenance: createProvenanceRecorder({ store: provenance, parts }),
    stored,
    workspaces,
    sealing,
    notifications: work.notifications,
    waits,
    approvals,
    tokens: security.tokens,
    audit: security.audit,
    metrics,
    notices,
    log,
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
      await tasks.removeEnded(settings().taskRetention)
      await stored.removeGarbage()
    },
  })
  const rules = createTasks({
    tasks,
    events,
    effects,
    provenance,
    stored,
    isWorkspaceKept: taskRecovery.enabled,
    sealing,
    templates,
    catalog,
    access,
    actions,
    renderers,
    queue,
    waits,
    approvals,
    undoing: { client: server.client },
    audit: security.audit,
    metrics,
    notices,
  })
  const statistics = createStatisticsStore(db)
  return {
    rules,
    statistics: async (caller: Principal, query: Omit<StatisticsQuery, 'visible'>) =>
      statistics.read({ ...query, visible: await access.taskCondition(caller, taskReadPermission) }),
    streams,
    waits,
    runner,
    store: provenance,
    parts,
    tasks,
    effects,
    queue,
    sealing,
  }
}
