import { AppError } from '@portico/core/common'
import { pause, type Client } from '@portico/core/web'
import { scaffolderApi, type TaskEvent } from '@portico/scaffolder/common'

/** How long a failed poll waits before the next. */
export const pollRetryMs = 1000

export interface FollowOptions {
  readonly client: Pick<Client, 'stream' | 'call'>
  readonly taskId: string
  /** The last event that is known. */
  readonly lastId: () => number
  readonly onEvents: (events: readonly TaskEvent[]) => void
  /** Why no events come at the moment; undefined when they do. */
  readonly onTrouble: (error: Error | undefined) => void
  readonly signal: AbortSignal
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<void>
}

/**
 * Follows a task until its completion: by the event stream, and when that breaks off by long polling. Throws what no retry can change, such as
 * a task that is gone or that the user may no longer see.
 */
export async function followTask(options: FollowOptions): Promise<void> {
  const { client, taskId, lastId, onEvents, onTrouble, signal } = options
  try {
    const input = { params: { taskId }, query: { after: String(lastId()) } }
    for await (const { data } of client.stream(scaffolderApi.streamTaskEvents, input, { signal })) {
      onTrouble(undefined)
      onEvents([data])
      if (data.type === 'completion') return
    }
  } catch (error) {
    if (signal.aborted) return
    if (isFinal(error)) throw error
    onTrouble(toError(error))
  }
  await pollTask(options)
}

async function pollTask({ client, taskId, lastId, onEvents, onTrouble, signal, pause: wait = pause }: FollowOptions): Promise<void> {
  while (!signal.aborted) {
    try {
      const query = { after: String(lastId()) }
      const events = await client.call(scaffolderApi.listTaskEvents, { params: { taskId }, query }, { signal })
      onTrouble(undefined)
      onEvents(events)
      if (events.some(({ type }) => type === 'completion')) return
      // The server holds an empty answer back; what lies between may not.
      if (events.length === 0) await wait(pollRetryMs, signal)
    } catch (error) {
      if (signal.aborted) return
      if (isFinal(error)) throw error
      onTrouble(toError(error))
      await wait(pollRetryMs, signal)
    }
  }
}

function isFinal(error: unknown): boolean {
  return error instanceof AppError && [401, 403, 404].includes(error.status)
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}
