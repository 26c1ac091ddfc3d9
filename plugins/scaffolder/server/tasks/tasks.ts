import { principalName, type JobQueue, type Principal, type UserPrincipal } from '@portico/core/server'
import type { Catalog } from '@portico/catalog/server'
import {
  taskCancelPermission,
  taskReadPermission,
  type LedgerEntry,
  type ParameterError,
  type Task,
  type TaskSpec,
  type TaskStatus,
} from '@portico/scaffolder/common'
import { randomUUID } from 'node:crypto'
import type { UndoContext } from '../actions/action.ts'
import type { Access, OwnedTask } from '../access.ts'
import { invalidOrder, taskNotEnded, taskNotFound } from '../errors.ts'
import { asksForFailure } from '../running/conditions.ts'
import type { GateDecision } from '../running/gate.ts'
import { emptyState, type RunState } from '../running/run.ts'
import type { StepRuntime } from '../running/step-runtime.ts'
import { checkValues } from '../rendering/renderer.ts'
import type { TemplateSource } from '../templates/template-source.ts'
import type { ProvenanceStore } from '../provenance/provenance-store.ts'
import { endsOf } from './cancelled-ends.ts'
import { toSpec } from './task-spec.ts'
import type { SealedTask, Sealing } from './sealing.ts'
import type { TaskReports } from './task-execution.ts'
import type { TaskQuery } from './task-query.ts'
import type { TaskStores } from './task-stores.ts'
import type { TaskWaits } from './task-waits.ts'

export interface TasksDependencies {
  readonly stores: TaskStores
  readonly runtime: Pick<StepRuntime, 'actions' | 'renderers' | 'approvals'>
  readonly reports: Pick<TaskReports, 'metrics' | 'notices' | 'audit'>
  readonly provenance: Pick<ProvenanceStore, 'removeOf'>
  /** Whether the files of failed tasks are kept, so that a retry can go on with them. */
  readonly isWorkspaceKept: boolean
  readonly sealing: Sealing
  readonly templates: TemplateSource
  readonly catalog: Pick<Catalog, 'getEntity'>
  readonly access: Access
  readonly queue: Pick<JobQueue<{ taskId: string }>, 'add'>
  readonly waits: Pick<TaskWaits, 'decide' | 'mayMeet'>
  readonly client: UndoContext['client']
}

export interface NewRun {
  readonly templateRef: string
  readonly values: Record<string, unknown>
  readonly secrets?: Readonly<Record<string, string>> | undefined
  /** For whom a plugin starts it. Without one it is the caller's own. */
  readonly user?: string | undefined
}

/** The values or secrets of a run do not fit the template. */
export interface Rejected {
  readonly errors: readonly ParameterError[]
}

const defaultLimit = 50
const maxLimit = 500

/** The rules of tasks: who may create, see, cancel, retry and undo them. */
export function createTasks(dependencies: TasksDependencies) {
  const { runtime, waits, sealing, access, queue } = dependencies
  const { tasks: store, events, effects, workspaces } = dependencies.stores
  const { metrics, notices, audit } = dependencies.reports

  async function visible(caller: Principal, id: string): Promise<Task> {
    const task = await store.get(id)
    const mayRead = await access.tester<OwnedTask>(caller, taskReadPermission)
    if (!task || !mayRead(task)) throw taskNotFound(id)
    return task
  }

  async function record(caller: Principal, action: string, subject: string, requestId: string, details: Record<string, unknown> = {}) {
    await audit.record({ caller, action: `scaffolder.task.${action}`, subject, result: 'success', requestId, details })
  }

  /** What needs the yes of somebody to be made is undone by them: there is nobody else to ask. */
  async function undoRefusal(caller: Principal, task: Task, actionId: string): Promise<string | undefined> {
    for (const { demand } of runtime.approvals.ofConfig(actionId))
      if (!(await waits.mayMeet(caller, task, demand)))
        return `Only ${demand.approvers.join(', ')} may undo what ${actionId} made, and nobody what they started or retried themselves`
    return undefined
  }

  return {
    visible,
    /** The spec of a run, or what is wrong with its values. */
    specFor: (caller: Principal, run: NewRun) => specFor(dependencies, caller, run),

    /** A run that has an id of its own is made once, however often it is asked for. */
    async create(caller: Principal, run: NewRun, requestId: string, id: string = randomUUID()): Promise<{ id: string } | Rejected> {
      const asked = await specFor(dependencies, caller, run)
      if ('errors' in asked) return asked
      const { spec } = asked
      const templateRef = spec.templateInfo?.entityRef ?? ''
      const sealed = sealing.seal({ secrets: run.secrets ?? {}, caller: await sealing.storedCaller(caller) } satisfies SealedTask, id)
      const isNew = await store.transaction(async within => {
        if (!(await store.add({ id, templateRef, spec, createdBy: run.user ?? createdBy(caller), sealed }, within))) return false
        await queue.add({ taskId: id }, { within })
        await notices.changed({ within })
        return true
      })
      if (!isNew) return { id }
      metrics.taskCreated(templateRef)
      await record(caller, 'create', id, requestId, { template: templateRef })
      return { id }
    },

    async list(caller: Principal, query: ListQuery): Promise<{ tasks: Task[]; totalTasks: number }> {
      const { order = [], limit = defaultLimit, offset = 0, ...filters } = query
      const found: TaskQuery = {
        ...filters,
        order: order.map(readOrder),
        limit: Math.min(limit, maxLimit),
        offset,
        visible: await access.taskCondition(caller, taskReadPermission),
      }
      const { tasks: items, total } = await store.list(found)
      return { tasks: items, totalTasks: total }
    },

    /** Answers the same whatever state the task is in. */
    async cancel(caller: Principal, id: string, requestId: string): Promise<void> {
      const task = await visible(caller, id)
      const mayCancel = await access.tester<OwnedTask>(caller, taskCancelPermission)
      if (!mayCancel(task)) throw taskNotFound(id)
      await store.transaction(async within => {
        const before = await store.cancel(id, within)
        if (!before || before.wasCancelled || !['open', 'processing'].includes(before.status)) return
        const error = { name: 'CancelledError', message: 'The task was cancelled' }
        const cancelled = { type: 'cancelled', body: { message: `Task ${id} was cancelled by ${principalName(caller)}` } } as const
        const isOver = before.status === 'open' || before.waiting !== undefined
        const ends = isOver ? endsOf(task.spec.steps, before.waiting?.stepId, error) : []
        await events.append(id, [cancelled, ...ends], within)
        await store.notifyCancelled(id, within)
        await notices.changed({ within })
      })
      await record(caller, 'cancel', id, requestId)
    },

    async retry(
      caller: Principal,
      id: string,
      {
        secrets = {},
        startOver: isAsked = false,
      }: { readonly secrets?: Readonly<Record<string, string>> | undefined; readonly startOver?: boolean | undefined },
      requestId: string,
    ): Promise<void> {
      const task = await visible(caller, id)
      const strategy = task.spec.EXPERIMENTAL_recovery?.EXPERIMENTAL_strategy
      const stored = await store.stateOf(id)
      const state = stored && sealing.open<RunState>(stored, id)
      const startOver = isAsked || strategy === 'startOver' || !state || state.isWorkspaceLost === true || !dependencies.isWorkspaceKept
      const sealed = sealing.seal({ secrets, caller: await sealing.storedCaller(caller) } satisfies SealedTask, id)
      await store.transaction(async within => {
        const retriedBy = principalName(caller)
        const next = startOver ? undefined : sealing.seal(beforeFailure(task.spec, state, retriedBy), id)
        if (!(await store.reopen(id, { sealed, state: next, retriedBy }, within))) throw taskNotEnded(id, task.status)
        if (startOver) await workspaces.remove(id, within)
        await events.removeEnds(id, within)
        if (strategy === 'startOver') await events.hideAll(id, within)
        await events.append(id, [{ type: 'recovered', body: { recoverStrategy: startOver ? 'startOver' : 'resume' } }], within)
        await queue.add({ taskId: id }, { within })
        await notices.changed({ within })
      })
      await record(caller, 'retry', id, requestId, { recoverStrategy: startOver ? 'startOver' : 'resume' })
    },

    /** Whoever is asked may see what they are asked about. */
    async decide(user: UserPrincipal, id: string, decision: Parameters<TaskWaits['decide']>[2], requestId: string): Promise<Task> {
      const task = await store.get(id)
      if (!task) throw taskNotFound(id)
      await waits.decide(user, task, decision)
      await record(user, decision.decision, id, requestId, {
        stepId: decision.stepId,
        ...(decision.reason !== undefined && { reason: decision.reason }),
      })
      return (await store.get(id)) ?? task
    },

    /** What rules are asked about, in the order of the ids. */
    owners: async (ids: readonly string[]): Promise<(OwnedTask | undefined)[]> => Promise.all(ids.map(id => store.get(id))),

    async ledger(caller: Principal, id: string): Promise<LedgerEntry[]> {
      await visible(caller, id)
      return (await effects.list(id)).map(({ entry }) => entry)
    },

    /** The newest first. What cannot be undone stays in the ledger, with the reason. */
    async undo(
      caller: Principal,
      id: string,
      secrets: Readonly<Record<string, string>>,
      { requestId, signal }: { readonly requestId: string; readonly signal: AbortSignal },
    ): Promise<LedgerEntry[]> {
      const task = await visible(caller, id)
      if (['open', 'processing'].includes(task.status)) throw taskNotEnded(id, task.status)
      const said: string[] = []
      for (const { entry, effect } of await effects.list(id)) {
        const { undo } = effect
        const action = runtime.actions.has(entry.action) ? runtime.actions.get(entry.action) : undefined
        if (!entry.canUndo || !undo || !action?.undo) continue
        const context: UndoContext = { client: dependencies.client, caller, signal, secrets, log: message => void said.push(message) }
        const failure = (await undoRefusal(caller, task, entry.action)) ?? (await failureOf(action.undo({ ...effect, undo }, context)))
        await effects.markUndone(entry.id, failure)
        if (failure === undefined && entry.kind === 'repository') await dependencies.provenance.removeOf(id, entry.title)
        said.push(failure === undefined ? `Undone: ${entry.title}` : `Could not be undone: ${entry.title}: ${failure}`)
      }
      await events.append(
        id,
        said.map(message => ({ type: 'log', body: { message } }) as const),
      )
      await record(caller, 'undo', id, requestId)
      return (await effects.list(id)).map(({ entry }) => entry)
    },
  }
}

export type Tasks = ReturnType<typeof createTasks>

export interface ListQuery {
  readonly createdBy?: readonly string[] | undefined
  readonly status?: readonly TaskStatus[] | undefined
  readonly isCancelled?: boolean | undefined
  readonly templateRef?: readonly string[] | undefined
  readonly order?: readonly string[] | undefined
  readonly limit?: number | undefined
  readonly offset?: number | undefined
}

async function specFor(
  { templates, catalog, runtime }: TasksDependencies,
  caller: Principal,
  { templateRef, values, secrets = {}, user: forUser }: NewRun,
): Promise<{ readonly spec: TaskSpec } | Rejected> {
  const loaded = await templates.load(caller, templateRef)
  const { template } = loaded
  const renderer = runtime.renderers.for(principalName(caller))
  const errors = await checkValues(renderer, await templates.pages(caller, template), values)
  if (errors.length > 0) return { errors }
  const wanted = template.spec.secrets?.schema
  // What was given as a secret must not come back, also not in an error.
  const secretErrors = wanted ? await checkValues(renderer, [wanted], secrets) : []
  if (secretErrors.length > 0)
    return {
      errors: secretErrors.map(error => ({ ...error, instance: {}, message: error.name, stack: `${error.property} ${error.name}` })),
    }
  const ref = forUser ?? (caller.type === 'user' ? caller.userEntityRef : undefined)
  const entity = ref === undefined ? undefined : await catalog.getEntity(ref)
  const user = { ...(entity && { entity }), ...(ref !== undefined && { ref }) }
  return { spec: toSpec(loaded, { values, steps: await templates.steps(caller, template), user }) }
}

/** What of a run still counts when it goes on at the step that failed. */
function beforeFailure(spec: TaskSpec, state: RunState | undefined, retriedBy: string): RunState {
  const { failure: _failure, current: _current, ...rest } = state ?? emptyState
  // Steps that clean up after a failure do so each time.
  const lasting = new Set(spec.steps.filter(step => !asksForFailure(step)).map(({ id }) => id))
  const done = Object.entries(rest.steps).filter(([id, { status }]) => status === 'completed' && lasting.has(id))
  const resumed = Object.entries(rest.resumed).filter(([, got]) => !('error' in got))
  // Whoever runs it again has approved nothing of it: what they said yes to, when it was the run of another, is asked again.
  const approved = Object.entries(rest.approved ?? {}).filter(
    ([, got]) => !('error' in got) && !(got.value as GateDecision).demands.some(({ approvedBy }) => approvedBy === retriedBy),
  )
  return { ...rest, steps: Object.fromEntries(done), resumed: Object.fromEntries(resumed), approved: Object.fromEntries(approved) }
}

function failureOf(work: Promise<void>): Promise<string | undefined> {
  return work.then(
    () => undefined,
    (error: Error) => error.message,
  )
}

function readOrder(text: string): TaskQuery['order'][number] {
  const [, direction, field] = /^(asc|desc):(created_at|status|created_by)$/.exec(text) ?? []
  if (!direction || !field) throw invalidOrder(text)
  return { field: field as 'created_at', isDescending: direction === 'desc' }
}

function createdBy(caller: Principal): string | undefined {
  return caller.type === 'none' ? undefined : principalName(caller)
}
