import { AppError } from '@portico/core/common'
import { principalName, type Audit, type CoreWork, type Logger, type PluginTokens, type Principal } from '@portico/core/server'
import type { ProvenanceRecorder } from '../provenance/provenance-recorder.ts'
import { createPartTracker } from '../provenance/template-parts.ts'
import { createFetching } from '../running/fetching.ts'
import type { Redactor } from '../running/redactor.ts'
import { emptyState, type Run, type RunFailure, type RunHost, type RunState } from '../running/run.ts'
import { RunLost, runSteps, type RunOutcome } from '../running/run-steps.ts'
import type { StepRuntime } from '../running/step-runtime.ts'
import { locationOf } from '../templates/template-source.ts'
import { persist } from './persist.ts'
import type { SealedTask, Sealing, StoredCaller } from './sealing.ts'
import type { TaskLog } from './task-log.ts'
import type { TaskMetrics } from './task-metrics.ts'
import type { TaskNotices } from './task-notices.ts'
import type { TaskStores } from './task-stores.ts'
import type { ClaimedTask, TaskTransaction } from './claim-store.ts'
import type { OpenWorkspace, TaskWorkspaces } from './task-workspaces.ts'
import type { TaskWaits } from './task-waits.ts'

/** Who is told what becomes of tasks. */
export interface TaskReports {
  readonly metrics: TaskMetrics
  readonly notices: TaskNotices
  readonly audit: Audit
  readonly log: Logger
}

export interface TaskRunnerDependencies {
  readonly stores: TaskStores
  readonly runtime: StepRuntime
  readonly reports: TaskReports
  /** Records what templates made of which answers. */
  readonly provenance: ProvenanceRecorder
  /** The folders of running tasks. */
  readonly workspaces: TaskWorkspaces
  readonly waits: TaskWaits
  readonly sealing: Sealing
  readonly tokens: Pick<PluginTokens, 'verify'>
  readonly notifications: CoreWork['notifications']
}

/** One time that a task is taken up. */
export interface Execution {
  readonly claim: string
  readonly claimed: ClaimedTask
  readonly controller: AbortController
  readonly taskLog: TaskLog
  readonly workspace: OpenWorkspace
  /** Knows the secrets of the run, once it has begun. */
  readonly redactor: Redactor
}

/** Runs a task that was taken up, and writes how it ended. */
export async function execute(dependencies: TaskRunnerDependencies, execution: Execution): Promise<void> {
  const { claimed, taskLog, controller } = execution
  const { task } = claimed
  const { sealing, waits } = dependencies
  const { metrics, audit, log } = dependencies.reports
  const sealed = claimed.sealed && sealing.open<SealedTask>(claimed.sealed, task.id)
  const stored = claimed.state && sealing.open<RunState>(claimed.state, task.id)
  const began = performance.now()
  if (!claimed.isInterrupted && !claimed.isRetried && !stored)
    metrics.taskStarted(task.spec.templateInfo?.entityRef, claimed.startedAt.getTime() - Date.parse(task.createdAt))
  const from = await startingState(dependencies, execution, stored)
  const run = async (state: RunState) => runSteps(await createRun(dependencies, execution, sealed, state), state)
  const outcome: RunOutcome =
    'failure' in from
      ? { status: 'failed', error: from.failure }
      : await run(from.state).catch((error: unknown) => {
          if (error instanceof RunLost || controller.signal.reason instanceof RunLost) throw error
          log.error({ taskId: task.id, error }, 'a task failed unexpectedly')
          return {
            status: 'failed',
            error: { name: 'Error', message: error instanceof AppError ? error.message : 'The task failed unexpectedly' },
          } as const
        })
  if (outcome.status === 'waiting' && (await waits.pause(task, execution.claim, { outcome, sealed: sealed ?? noSecrets, taskLog }))) return
  const ended = outcome.status === 'waiting' ? cancelledMeanwhile : outcome
  await end(dependencies, execution, ended)
  const cause = ended.status === 'failed' ? (ended.error.code ?? ended.error.name) : undefined
  metrics.taskEnded({ template: task.spec.templateInfo?.entityRef, status: ended.status, ms: performance.now() - began, cause })
  const caller = toPrincipal(sealed?.caller)
  const details = { template: task.spec.templateInfo?.entityRef, ...(ended.status === 'failed' && { error: ended.error.message }) }
  await audit
    .record({
      caller,
      action: 'scaffolder.task.run',
      subject: task.id,
      result: ended.status === 'completed' ? 'success' : 'failure',
      details,
    })
    .catch((error: unknown) => log.warn({ error }, 'the end of a task could not be written to the audit trail'))
}

/** Fails a task without a look at anything that it holds: that may be what ended the servers. */
export async function giveUp(
  { stores, reports }: Pick<TaskRunnerDependencies, 'stores' | 'reports'>,
  { claim, claimed }: Pick<Execution, 'claim' | 'claimed'>,
  error: RunFailure,
): Promise<void> {
  const { id } = claimed.task
  const { message, stepId } = error
  const failedStep = stepId === undefined ? [] : [{ type: 'log', body: { message, stepId, status: 'failed' } } as const]
  await stores.tasks.transaction(async within => {
    await stores.events.append(id, [...failedStep, { type: 'completion', body: { message, error } }], within)
    await stores.tasks.end(id, claim, 'failed', within)
    await reports.notices.ended(claimed.task, { status: 'failed', error }, { within })
  })
}

const cancelledMeanwhile: Extract<RunOutcome, { status: 'failed' }> = {
  status: 'failed',
  error: { name: 'CancelledError', message: 'The task was cancelled' },
}

const noSecrets: SealedTask = { secrets: {}, caller: { type: 'none' } }

/** Where a run begins: at its start, where it was interrupted, or nowhere when it may not go on. */
async function startingState(
  { runtime, stores }: TaskRunnerDependencies,
  { claimed, taskLog, workspace }: Execution,
  stored: RunState | undefined,
): Promise<{ readonly state: RunState } | { readonly failure: { name: string; message: string } }> {
  const state = stored ?? emptyState
  const hasNoFiles = Object.keys(state.steps).length > 0 && !workspace.wasRestored && state.isWorkspaceLost === true
  if (!claimed.isInterrupted) {
    if (hasNoFiles) taskLog.emit({ message: 'Warning: the files of the steps before could not be kept, so later steps do not find them' })
    return { state }
  }
  const strategy = claimed.task.spec.EXPERIMENTAL_recovery?.EXPERIMENTAL_strategy
  if (!runtime.settings().taskRecovery.enabled || strategy === 'none')
    return { failure: { name: 'InterruptedError', message: 'The server that ran the task stopped' } }
  const startOver = strategy === 'startOver' || hasNoFiles
  if (startOver) await stores.tasks.transaction(within => stores.events.hideAll(claimed.task.id, within))
  taskLog.put({ type: 'recovered', body: { recoverStrategy: startOver ? 'startOver' : 'resume' } })
  return { state: startOver ? emptyState : state }
}

async function createRun(
  dependencies: TaskRunnerDependencies,
  execution: Execution,
  sealed: SealedTask | undefined,
  state: RunState,
): Promise<Run> {
  const { claimed, controller, workspace, redactor } = execution
  const { task } = claimed
  const { runtime, tokens } = dependencies
  const { secrets, caller: stored } = sealed ?? noSecrets
  const verified = stored.token === undefined ? toPrincipal(stored) : await tokens.verify(stored.token).catch(() => toPrincipal(stored))
  const caller = verified.type === 'user' && stored.agent ? { ...verified, agent: stored.agent } : verified
  const parts = createPartTracker(state.parts)
  const { parameters, secrets: hidden } = runtime.settings().defaultEnvironment
  for (const secret of [
    ...Object.values(secrets),
    ...Object.values(hidden),
    ...state.hidden,
    ...(stored.token === undefined ? [] : [stored.token]),
  ])
    redactor.hide(secret)
  return {
    taskId: task.id,
    spec: task.spec,
    secrets,
    environment: { parameters, secrets: hidden },
    caller,
    isDryRun: false,
    isRetried: claimed.isRetried,
    isRecovered: claimed.isInterrupted,
    actions: runtime.actions,
    renderer: runtime.renderers.for(principalName(caller)),
    workspace: workspace.workspace,
    fetch: createFetching({ reading: runtime.reading, signal: controller.signal, onRead: parts.add, ...locationOf(task.spec) }),
    parts,
    hosts: runtime.hosts(),
    redactor,
    signal: controller.signal,
    isTopicOffered: topic => runtime.topics.find(topic) !== undefined,
    host: createHost(dependencies, execution, caller),
  }
}

/** The files of a run as they are now, to be stored within a transaction; what is the same as before is not stored again. */
async function packFiles({ stores }: TaskRunnerDependencies, { claimed, taskLog, workspace, redactor }: Execution) {
  const { id } = claimed.task
  const archive = await workspace.changed(redactor)
  if (archive === undefined) return undefined
  const prepared = archive === 'too-large' ? undefined : await persist(() => stores.workspaces.prepare(id, archive))
  if (prepared && 'failure' in prepared)
    taskLog.emit({ message: `Warning: the files could not be kept, so a retry starts over: ${prepared.failure}` })
  const kept = prepared && 'place' in prepared ? prepared : undefined
  return {
    isLost: !kept,
    write: (within: TaskTransaction) => (kept ? stores.workspaces.save(id, kept, within) : stores.workspaces.remove(id, within)),
  }
}

function createHost(dependencies: TaskRunnerDependencies, execution: Execution, caller: Principal): RunHost {
  const { stores, runtime, reports, sealing } = dependencies
  const { claim, claimed, taskLog } = execution
  const { id } = claimed.task
  // Until files are kept again, also over steps that change none.
  let isLost = false
  return {
    emit(entry) {
      reports.metrics.stepSaid(claimed.task, entry)
      taskLog.emit(entry)
    },
    async begin(stepId) {
      if (!(await persist(() => stores.tasks.beginStep(id, claim, stepId)))) throw new RunLost('The task is no longer run here')
    },
    async save(state) {
      const files = await packFiles(dependencies, execution)
      if (files) isLost = files.isLost
      const kept = isLost ? { ...state, isWorkspaceLost: true } : state
      await persist(() =>
        taskLog.exclusive(write =>
          stores.tasks.transaction(async within => {
            if (!(await stores.tasks.saveState(id, claim, sealing.seal(kept, id), within)))
              throw new RunLost('The task is no longer run here')
            await files?.write(within)
            await write(within)
          }),
        ),
      )
    },
    record: entry => persist(() => stores.effects.add(id, entry)),
    recordPush: push => persist(() => dependencies.provenance.record(claimed.task, push)),
    mayExecute: (action, input) => runtime.mayExecute(caller, action, input),
    gate: async (step, approval) => runtime.approvals.demandsFor(claimed.task.spec, step, approval),
  }
}

async function end(
  dependencies: TaskRunnerDependencies,
  execution: Execution,
  outcome: Exclude<RunOutcome, { status: 'waiting' }>,
): Promise<void> {
  const { stores, reports, workspaces } = dependencies
  const { claim, claimed, taskLog, workspace } = execution
  const { id } = claimed.task
  const files = await packFiles(dependencies, execution)
  const body =
    outcome.status === 'completed'
      ? { message: 'Run completed with status: completed', output: outcome.output }
      : {
          message: 'Run completed with status: failed',
          error: {
            name: outcome.error.name,
            message: outcome.error.message,
            ...(outcome.error.code !== undefined && { code: outcome.error.code }),
            ...(outcome.error.stepId !== undefined && { stepId: outcome.error.stepId }),
          },
        }
  await persist(() =>
    taskLog.exclusive(write =>
      stores.tasks.transaction(async within => {
        if (!(await stores.tasks.end(id, claim, outcome.status, within))) throw new RunLost('The task is no longer run here')
        if (files) await files.write(within)
        else if (workspace.isStored() && !workspaces.isKept) await stores.workspaces.remove(id, within)
        await write(within, [{ type: 'completion', body }])
        await reports.notices.ended(claimed.task, outcome, { within })
      }),
    ),
  )
}

function toPrincipal(stored: StoredCaller | undefined): Principal {
  // A task may outlive its token, and a guest stays one.
  if (stored?.type === 'user')
    return {
      type: 'user',
      userEntityRef: stored.userEntityRef ?? '',
      ...(stored.guest && { guest: stored.guest }),
      ...(stored.agent && { agent: stored.agent }),
    }
  if (stored?.type !== 'service') return { type: 'none' }
  return { type: 'service', subject: stored.subject ?? '', ...(stored.restrictions && { restrictions: stored.restrictions }) }
}
