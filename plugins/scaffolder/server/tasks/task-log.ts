import type { Kysely } from 'kysely'
import type { LogEntry } from '../running/run.ts'
import type { ScaffolderTables } from '../migrations/tables.ts'
import type { EventStore, NewEvent } from './event-store.ts'

const maxMessage = 100_000
/** What is said within this time after a write is written together. */
const gapMs = 100

type Write = (within: Kysely<ScaffolderTables>, more?: readonly NewEvent[]) => Promise<void>

/**
 * Collects what a run says and writes it in batches, in order: the first line at once, later ones a few times a second or with what is
 * stored next. Every write costs a transaction, and a read of everybody who follows.
 */
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
  let timer: NodeJS.Timeout | undefined
  let wroteAt = -Infinity
  let isHeld = false

  function take(): NewEvent[] {
    const taken = queue
    queue = []
    return taken
  }

  function schedule(): void {
    if (timer || isHeld || queue.length === 0) return
    const delayMs = wroteAt + gapMs - performance.now()
    if (delayMs <= 0) return flush()
    timer = setTimeout(flush, delayMs)
  }

  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    wroteAt = performance.now()
    writing = writing.then(async () => {
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
      clearTimeout(timer)
      timer = undefined
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
