import type { Kysely } from 'kysely'
import type { LogEntry } from '../running/run.ts'
import type { EventStore, NewEvent } from './event-store.ts'

const maxMessage = 100_000

type Write = (within: Kysely<object>, more?: readonly NewEvent[]) => Promise<void>

/** Collects what a run says and writes it in batches, in order: at once where nothing is being written, else as soon as that has ended. */
export function createTaskLog({
  events,
  taskId,
  onError,
}: {
  readonly events: EventStore
  readonly taskId: string
  readonly onError: (error: unknown) => void
}) {
  let queue: NewEvent[] = []
  let writing: Promise<void> = Promise.resolve()
  let isScheduled = false
  let isHeld = false

  function take(): NewEvent[] {
    const taken = queue
    queue = []
    return taken
  }

  function schedule(): void {
    if (isScheduled || isHeld || queue.length === 0) return
    isScheduled = true
    writing = writing.then(async () => {
      isScheduled = false
      const batch = take()
      await events.append(taskId, batch).catch((error: unknown) => {
        // They are written with what comes next.
        queue = [...batch, ...queue]
        onError(error)
      })
    })
  }

  function put(event: NewEvent): void {
    queue.push(event)
    schedule()
  }

  return {
    put,
    emit({ message, stepId, status }: LogEntry): void {
      const text = message.length > maxMessage ? `${message.slice(0, maxMessage)}…` : message
      put({ type: 'log', body: { message: text.replaceAll('\0', ''), ...(stepId !== undefined && { stepId }), ...(status && { status }) } })
    },
    /**
     * Runs a transaction that writes what is left. Nothing else is written meanwhile: it would wait for the lock of the task that the
     * transaction holds.
     */
    async exclusive<T>(run: (write: Write) => Promise<T>): Promise<T> {
      isHeld = true
      await writing
      let taken: NewEvent[] = []
      try {
        return await run(async (within, more = []) => {
          taken = take()
          await events.append(taskId, [...taken, ...more], within)
        })
      } catch (error) {
        queue = [...taken, ...queue]
        throw error
      } finally {
        isHeld = false
        schedule()
      }
    },
  }
}

export type TaskLog = ReturnType<typeof createTaskLog>
