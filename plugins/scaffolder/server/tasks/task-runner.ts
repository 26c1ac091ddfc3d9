import { AppError } from '@portico/core/common'
import { randomUUID } from 'node:crypto'
import { createRedactor } from '../running/redactor.ts'
import { RunLost, RunSuspended } from '../running/run-steps.ts'
import { serverEnded } from '../errors.ts'
import { createSuspects } from './suspects.ts'
import { execute, giveUp, type Execution, type TaskRunnerDependencies } from './task-execution.ts'
import { createTaskLog } from './task-log.ts'
import { cancelChannel } from './task-store.ts'
import type { OpenWorkspace } from './task-workspaces.ts'

const heartbeatMs = 1000
/** How often servers may end while they run a task, before it fails. */
const maxTries = 2

/** Runs tasks that the job queue hands over. Whatever happens, a task is run by one server at a time, and its end is written once. */
export function createTaskRunner(dependencies: TaskRunnerDependencies) {
  const { workspaces, notifications } = dependencies
  const { tasks: store, events } = dependencies.stores
  const { settings } = dependencies.runtime
  const { notices, log } = dependencies.reports
  const running = new Map<string, AbortController>()
  const suspects = createSuspects()
  /** Claims that are given up, and whose end could not be written yet. */
  const left = new Map<string, string>()
  let timer: NodeJS.Timeout | undefined
  let beating: Promise<void> | undefined
  let unsubscribe: (() => void) | undefined

  /** For all tasks in one statement, and one at a time. */
  function heartbeat(): void {
    if (running.size === 0) return
    beating ??= store
      .heartbeat([...running.keys()])
      .then(
        cancelled => cancelled.forEach(cancel),
        (error: unknown) => log.debug({ error }, 'the heartbeats of tasks could not be written'),
      )
      .finally(() => (beating = undefined))
  }

  function cancel(id: string): void {
    running.get(id)?.abort(new AppError('CancelledError', 'The task was cancelled'))
  }

  /** Claims that this server has let go of, as far as the database can be reached. */
  async function release(): Promise<void> {
    for (const [claim, taskId] of left) {
      await store.release(taskId, claim)
      left.delete(claim)
    }
  }

  /** False when it could not be taken up: it has ended, or waits. */
  async function run(taskId: string, jobSignal: AbortSignal): Promise<boolean> {
    await release()
    if (!(await store.isSuspect(taskId))) return takeUp(taskId, jobSignal)
    return suspects.alone(() => takeUp(taskId, jobSignal), jobSignal)
  }

  async function takeUp(taskId: string, jobSignal: AbortSignal): Promise<boolean> {
    const claim = randomUUID()
    const { taskRecovery, taskTimeout } = settings()
    const claimed = await store.claim(taskId, claim, !taskRecovery.enabled)
    if (!claimed) return false
    if (claimed.tries >= maxTries) {
      const { name, message, code } = serverEnded(claimed.stepId)
      log.error({ taskId, stepId: claimed.stepId }, 'a task is given up: servers have ended while they ran it')
      await giveUp(dependencies, { claim, claimed }, { name, message, code, stepId: claimed.stepId })
      return true
    }
    await notices.changed().catch((error: unknown) => log.debug({ error }, 'open lists could not be told of a task'))
    const controller = new AbortController()
    const lose = () => controller.abort(new RunLost('Another server goes on with this task'))
    const deadline = setTimeout(() => controller.abort(tookTooLong(taskTimeout)), Math.min(taskTimeout, 2 ** 31 - 1))
    jobSignal.addEventListener('abort', lose)
    running.set(taskId, controller)
    if (claimed.isCancelled) cancel(taskId)
    timer ??= setInterval(heartbeat, heartbeatMs)
    unsubscribe ??= notifications.on(cancelChannel, { onMessage: cancel, onGap: heartbeat })
    const taskLog = createTaskLog({
      events,
      taskId,
      onError: error => log.warn({ taskId, error }, 'the log of a task could not be written'),
    })
    let workspace: OpenWorkspace | undefined
    try {
      workspace = await workspaces.open(taskId, claimed.isInterrupted || claimed.state !== undefined)
      const execution: Execution = { claim, claimed, controller, taskLog, workspace, redactor: createRedactor() }
      if (jobSignal.aborted) lose()
      await execute(dependencies, execution)
    } catch (error) {
      left.set(claim, taskId)
      await release().catch((failure: unknown) => log.debug({ taskId, error: failure }, 'the end of a try could not be written yet'))
      // The job is tried again, and goes on where it was.
      if (error instanceof RunSuspended || (!(error instanceof RunLost) && !(controller.signal.reason instanceof RunLost))) throw error
      log.info({ taskId }, 'a task goes on at another server')
    } finally {
      clearTimeout(deadline)
      jobSignal.removeEventListener('abort', lose)
      running.delete(taskId)
      if (running.size === 0) {
        clearInterval(timer)
        timer = undefined
      }
      await workspace?.close()
    }
    return true
  }

  return {
    run,
    /** Fails tasks that no server works on any more. */
    async closeStale(): Promise<number> {
      const ids = await store.stale(settings().taskTimeout)
      for (const id of ids) {
        const claim = randomUUID()
        const claimed = await store.claim(id, claim, true)
        if (!claimed) continue
        await giveUp(dependencies, { claim, claimed }, { name: 'TimeoutError', message: 'No server has worked on this task for too long' })
      }
      return ids.length
    },
    /** Removes the folders of servers that were killed. */
    removeLeft: workspaces.removeLeft,
    stop(): void {
      clearInterval(timer)
      unsubscribe?.()
      workspaces.closeAll()
    },
  }
}

function tookTooLong(ms: number) {
  const limit = ms < 120_000 ? `${Math.round(ms / 1000)} s` : `${Math.round(ms / 60_000)} min`
  return new AppError('TimeoutError', `The task took longer than ${limit}`)
}
