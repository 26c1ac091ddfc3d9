import { AppError, defineEvent } from '@portico/core/common'
import {
  anonymous,
  isExposedGuest,
  type Events,
  type IdentityPort,
  type Logger,
  type Permissions,
  type Principal,
  type UserPrincipal,
} from '@portico/core/server'
import { demandsOf, openDemands, taskApprovePermission, type ApprovalDemand, type Task } from '@portico/scaffolder/common'
import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { mayNotApprove, notWaiting, refusedBy } from '../errors.ts'
import type { GateDecision } from '../running/gate.ts'
import { emptyState, type Resumed, type RunState } from '../running/run.ts'
import type { RunOutcome } from '../running/run-steps.ts'
import type { WaitTopics } from '../running/wait-topics.ts'
import { persist } from './persist.ts'
import type { SealedTask, Sealing } from './sealing.ts'
import type { TaskLog } from './task-log.ts'
import type { TaskNotices } from './task-notices.ts'
import type { TaskStores } from './task-stores.ts'
import type { TaskTransaction } from './claim-store.ts'
import type { WaitingTask } from './task-store.ts'

export interface TaskWaitsDependencies {
  readonly stores: Pick<TaskStores, 'tasks' | 'events'>
  readonly sealing: Sealing
  readonly bus: Pick<Events, 'subscribe'>
  readonly topics: Pick<WaitTopics, 'find'>
  readonly permissions: Permissions
  readonly identity: Pick<IdentityPort, 'userInfo'>
  /** Has a task taken up, now or later. */
  readonly enqueue: (taskId: string, options: { readonly within: TaskTransaction; readonly afterMs?: number }) => Promise<void>
  readonly hookUrl: (token: string) => string
  readonly notices: TaskNotices
  readonly log: Logger
}

type Waiting = Extract<RunOutcome, { status: 'waiting' }>

/** Tasks that wait: for a yes, a time, an event or a webhook. They hold no worker and survive restarts. */
export function createTaskWaits(dependencies: TaskWaitsDependencies) {
  const { tasks: store, events } = dependencies.stores
  const { sealing, bus, topics: offers, permissions, identity, enqueue, hookUrl, notices, log } = dependencies
  const topics = new Set<string>()

  function followTopic(topic: string): void {
    if (topics.has(topic)) return
    topics.add(topic)
    bus.subscribe({ id: `wait:${topic}`, events: [defineEvent(topic, z.unknown())], run: ({ payload }) => onEvent(topic, payload) })
  }

  async function onEvent(topic: string, payload: unknown): Promise<void> {
    const offered = offers.find(topic)
    if (!offered) return
    for (const { task, details } of await store.waitingFor('event', topic)) {
      const user = details.user === undefined ? anonymous : ({ type: 'user', userEntityRef: details.user } as const)
      // What a template cannot see it cannot match either: a match that holds would tell.
      const shown = await offered.show(payload, user)
      if (!shown || !isSubset(details.match ?? {}, shown)) continue
      await resume(task.id, { value: shown }, ({ task: { waiting } }) => waiting?.kind === 'event' && waiting.topic === topic)
    }
  }

  /** Lets a task go on; false when it does not wait for this any more. */
  async function resume(
    taskId: string,
    resumed: Resumed,
    isMeant: (waiting: WaitingTask) => boolean | undefined,
    message?: string,
  ): Promise<boolean> {
    return store.transaction(async within => {
      const waiting = await store.lockWaiting(taskId, within)
      return waiting && isMeant(waiting) ? resumeWithin(within, waiting, resumed, message) : false
    })
  }

  async function resumeWithin(within: TaskTransaction, waiting: WaitingTask, resumed: Resumed, message?: string): Promise<true> {
    const taskId = waiting.task.id
    const state = (waiting.state && sealing.open<RunState>(waiting.state, taskId)) ?? emptyState
    const { place, isGate = false } = waiting.details
    const next: RunState = isGate
      ? { ...state, approved: { ...state.approved, [place]: resumed } }
      : { ...state, resumed: { ...state.resumed, [place]: resumed } }
    await store.resume(taskId, sealing.seal(next, taskId), within)
    const { stepId } = waiting.task.waiting ?? {}
    if (message !== undefined) await events.append(taskId, [{ type: 'log', body: { message, stepId } }], within)
    await enqueue(taskId, { within })
    await notices.changed({ within })
    return true
  }

  /** False when the task was cancelled meanwhile, or is no longer this server's. */
  async function pause(
    task: Task,
    claim: string,
    { outcome, sealed, taskLog }: { readonly outcome: Waiting; readonly sealed: SealedTask; readonly taskLog: TaskLog },
  ): Promise<boolean> {
    const { waiting, place, details } = outcome
    const user = sealed.caller.userEntityRef
    const token = waiting.kind === 'webhook' ? randomBytes(32).toString('hex') : undefined
    if (token !== undefined) taskLog.emit({ message: `Send a POST to ${hookUrl(token)} to go on`, stepId: waiting.stepId })
    if (waiting.topic !== undefined) followTopic(waiting.topic)
    return persist(() =>
      taskLog.exclusive(write =>
        store.transaction(async within => {
          const paused = {
            waiting,
            details: { place, ...details, ...(user !== undefined && { user }) },
            sealed: sealing.seal(sealed, task.id),
            hookDigest: token === undefined ? undefined : digestOf(token),
          }
          if (!(await store.pause(task.id, claim, paused, within))) return false
          await write(within)
          await notices.waits(task, waiting, { within })
          if (waiting.until !== undefined) await enqueue(task.id, { within, afterMs: msUntil(waiting.until) })
          return true
        }),
      ),
    )
  }

  return {
    pause,
    /** Ends the wait of a task whose time has come. */
    async settleDue(taskId: string): Promise<void> {
      const isDue = ({ task: { waiting } }: WaitingTask) => waiting?.until !== undefined && msUntil(waiting.until) === 0
      const task = await store.get(taskId)
      if (!task?.waiting) return
      const { until } = task.waiting
      // The queue goes by the clock of the database, and counts from the start of the transaction: it may be early.
      const early = until === undefined ? 0 : msUntil(until)
      if (early > 0) return store.transaction(within => enqueue(taskId, { within, afterMs: early }))
      const expired = { name: 'TimeoutError', message: `Nothing came until ${task.waiting.until}: the step waited for ${waitedFor(task)}` }
      await resume(taskId, task.waiting.kind === 'time' ? { value: {} } : { error: expired }, isDue)
    },
    async start(): Promise<void> {
      for (const { task } of await store.waitingFor('event')) if (task.waiting?.topic !== undefined) followTopic(task.waiting.topic)
    },
    /** Whether a caller may meet a demand: one of its approvers, who has neither started nor retried the task. */
    mayMeet: async (caller: Principal, task: Task, demand: ApprovalDemand): Promise<boolean> =>
      caller.type === 'user' && !hasRun(task, caller) && (await testerFor(caller))(demand),
    /** A yes or a no of a user who may give it, and who has neither started nor retried the task. A yes meets each demand that is theirs. */
    async decide(
      user: UserPrincipal,
      task: Task,
      {
        stepId,
        decision,
        reason,
      }: { readonly stepId: string; readonly decision: 'approve' | 'refuse'; readonly reason?: string | undefined },
    ): Promise<void> {
      if (task.waiting?.kind !== 'approval' || task.waiting.stepId !== stepId) throw notWaiting(task.id)
      const who = user.userEntityRef
      // A template that an approver runs must not decide in their name.
      if (user.actor !== undefined) throw mayNotApprove('A yes or a no is given in the portal, not by a plugin in the name of a user')
      if (hasRun(task, user)) throw mayNotApprove('Nobody approves what they started or retried themselves')
      const mayMeet = await testerFor(user)
      const { since } = task.waiting
      const isSame = ({ task: { waiting } }: WaitingTask) =>
        waiting?.kind === 'approval' && waiting.stepId === stepId && waiting.since === since
      if (!openDemands(task.waiting).some(mayMeet))
        throw mayNotApprove(
          `Only ${openDemands(task.waiting)
            .map(({ approvers }) => approvers.join(', '))
            .join('; and ')} may decide about this`,
        )
      if (decision === 'refuse') {
        const { name, message, code } = refusedBy(who, reason)
        if (!(await resume(task.id, { error: { name, message, ...(code !== undefined && { code }) } }, isSame, message)))
          throw notWaiting(task.id)
        return
      }
      const isWaiting = await store.transaction(async within => {
        const waiting = await store.lockWaiting(task.id, within)
        if (!waiting || !isSame(waiting) || !waiting.task.waiting) return false
        const demands = demandsOf(waiting.task.waiting).map(demand =>
          demand.approvedBy === undefined && mayMeet(demand) ? { ...demand, approvedBy: who } : demand,
        )
        const open = demands.filter(({ approvedBy }) => approvedBy === undefined)
        const more = open.length === 0 ? '' : `; it waits for ${open.map(({ approvers }) => approvers.join(', ')).join('; and ')} too`
        const message = `${who} approved it${reason === undefined ? '' : `: ${reason}`}${more}`
        if (open.length === 0) {
          const by = [...new Set(demands.map(({ approvedBy }) => approvedBy))].join(', ')
          return resumeWithin(
            within,
            waiting,
            { value: { by, ...(reason !== undefined && { reason }), demands } satisfies GateDecision },
            message,
          )
        }
        const approvers = [...new Set(open.flatMap(demand => demand.approvers))]
        await store.setWaiting(task.id, { ...waiting.task.waiting, demands, approvers }, within)
        await events.append(task.id, [{ type: 'log', body: { message, stepId } }], within)
        await notices.changed({ within })
        return true
      })
      if (!isWaiting) throw notWaiting(task.id)
    },
    /** The tasks that wait for a yes of this user. */
    async forUser(user: UserPrincipal): Promise<Task[]> {
      const waiting = (await store.waitingFor('approval')).map(({ task }) => task).filter(task => !hasRun(task, user))
      if (waiting.length === 0) return []
      const mayMeet = await testerFor(user)
      return waiting.filter(task => task.waiting && openDemands(task.waiting).some(mayMeet))
    },
    async fire(token: string, payload: unknown): Promise<void> {
      const taskId = await store.idByHook(digestOf(token))
      if (taskId === undefined) throw new AppError('NotFoundError', 'No task waits for this webhook', { code: 'scaffolder.hook-not-found' })
      const isMeant = ({ task: { waiting } }: WaitingTask) => waiting?.kind === 'webhook'
      if (!(await resume(taskId, { value: payload ?? null }, isMeant, 'The webhook was called'))) throw notWaiting(taskId)
    },
  }

  /** A test for demands, with one look at who the user is. What config demands is met by its own approvers alone. */
  async function testerFor(user: UserPrincipal): Promise<(demand: ApprovalDemand) => boolean> {
    if (isExposedGuest(user)) return () => false
    const info = await identity.userInfo(user.userEntityRef)
    const own = new Set((info?.ownershipEntityRefs ?? [user.userEntityRef]).map(ref => ref.toLowerCase()))
    const hasPermission = await mayApproveAll(user)
    return ({ from, approvers }) => approvers.some(ref => own.has(ref.toLowerCase())) || (hasPermission && from !== 'config')
  }

  async function mayApproveAll(user: UserPrincipal): Promise<boolean> {
    // Without permissions everything is allowed, which would make every user an approver.
    if (!permissions.isEnabled()) return false
    const [decision] = await permissions.authorize(user, [{ permission: taskApprovePermission }])
    log.debug({ user: user.userEntityRef, result: decision?.result }, 'an approver was checked')
    return decision?.result === 'ALLOW'
  }
}

export type TaskWaits = ReturnType<typeof createTaskWaits>

function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** Whether a user has started a task or run it again. */
function hasRun({ createdBy = '', retriedBy = [] }: Task, { userEntityRef }: UserPrincipal): boolean {
  return [createdBy, ...retriedBy].some(ref => ref.toLowerCase() === userEntityRef.toLowerCase())
}

function waitedFor({ waiting }: Task): string {
  if (waiting?.kind === 'approval')
    return `the approval of ${openDemands(waiting)
      .map(({ approvers }) => approvers.join(', '))
      .join('; and of ')}`
  return waiting?.kind === 'event' ? `an event '${waiting.topic ?? ''}'` : 'a webhook'
}

/** Whether a payload has all fields that are wanted, with the same values. */
function isSubset(wanted: unknown, given: unknown): boolean {
  if (typeof wanted !== 'object' || wanted === null) return Object.is(wanted, given)
  if (typeof given !== 'object' || given === null) return false
  return Object.entries(wanted).every(([key, value]) => isSubset(value, (given as Record<string, unknown>)[key]))
}

function msUntil(time: string): number {
  return Math.max(Date.parse(time) - Date.now(), 0)
}
