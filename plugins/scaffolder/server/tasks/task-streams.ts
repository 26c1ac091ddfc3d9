import type { Task, TaskEvent } from '@portico/scaffolder/common'
import type { CoreWork } from '@portico/core/server'
import { setTimeout as pause } from 'node:timers/promises'
import { maxEvents, type EventStore } from './event-store.ts'
import { taskChannel } from './task-store.ts'

export interface TaskStreamDependencies {
  readonly events: EventStore
  readonly notifications: CoreWork['notifications']
  /** How long a long poll waits. */
  readonly pollMs?: number
}

// A notification that was lost with a connection is made up for within this time.
const lookAgainMs = 5000
const minGapMs = 50

/** Follows the events of tasks, on any server that runs them. */
export function createTaskStreams({ events, notifications, pollMs = 30_000 }: TaskStreamDependencies) {
  const followers = new Map<string, Set<() => void>>()
  let unsubscribe: (() => void) | undefined

  function follow(taskId: string, wake: () => void): () => void {
    // The connection that listens is opened for the first follower.
    unsubscribe ??= notifications.on(taskChannel, {
      onMessage: id => followers.get(id)?.forEach(each => each()),
      onGap: () => followers.forEach(set => set.forEach(each => each())),
    })
    const set = followers.get(taskId) ?? new Set()
    set.add(wake)
    followers.set(taskId, set)
    return () => {
      set.delete(wake)
      if (set.size === 0) followers.delete(taskId)
    }
  }

  /** Yields whenever there may be something new; ends with the signal. */
  async function* changes(taskId: string, signal: AbortSignal, everyMs: number): AsyncGenerator<void> {
    let wake = () => {}
    let isDirty = true
    const stop = follow(taskId, () => {
      isDirty = true
      wake()
    })
    try {
      while (!signal.aborted) {
        if (isDirty) {
          isDirty = false
          const began = performance.now()
          yield
          // Many events at once are read at once.
          if (isDirty) await pause(Math.max(minGapMs - (performance.now() - began), 0), undefined, { signal }).catch(() => {})
          continue
        }
        await new Promise<void>(resolve => {
          const timer = setTimeout(resolve, everyMs)
          const done = () => {
            clearTimeout(timer)
            signal.removeEventListener('abort', done)
            resolve()
          }
          wake = done
          signal.addEventListener('abort', done)
        })
        isDirty = true
      }
    } finally {
      stop()
    }
  }

  return {
    /** What there is after an id, or what comes within some time. */
    async poll(taskId: string, after: number, signal: AbortSignal): Promise<TaskEvent[]> {
      const timeout = AbortSignal.any([signal, AbortSignal.timeout(pollMs)])
      for await (const _ of changes(taskId, timeout, lookAgainMs)) {
        const found = await events.list(taskId, after)
        if (found.length > 0) return found
      }
      return []
    },
    /** Every event after an id, until the task has ended. */
    async *stream(
      task: Task,
      after: number,
      signal: AbortSignal,
    ): AsyncGenerator<{ readonly event: TaskEvent['type']; readonly data: TaskEvent }> {
      let last = after
      for await (const _ of changes(task.id, signal, lookAgainMs)) {
        // A long log is read page by page, without waiting for a change in between.
        let page: TaskEvent[]
        do {
          page = await events.list(task.id, last)
          for (const event of page) {
            last = Math.max(last, event.id)
            yield { event: event.type, data: event }
            if (event.type === 'completion') return
          }
        } while (page.length >= maxEvents && !signal.aborted)
      }
    },
    stop(): void {
      unsubscribe?.()
    },
  }
}

export type TaskStreams = ReturnType<typeof createTaskStreams>
