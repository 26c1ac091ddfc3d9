import type { MessagePort } from 'node:worker_threads'
import type { RecordStatement } from '../database/statements.ts'
import type { Logger } from '../operations/log.ts'
import { toSourceStack } from '../operations/source-stack.ts'
import { createPortCalls, handlersIn, type Handlers } from './port-calls.ts'

/** What a long-lived worker does besides answering calls. */
export interface ServedWorker<Methods extends Handlers> {
  readonly methods: Methods
  /** There may be something to do. */
  wake(): void
  /** Ends what is under way. Returns whether something was interrupted by it. */
  stop(): Promise<boolean>
}

/** What the thread has of the server that opened it. */
export interface WorkerSide {
  readonly log: Logger
  /** Calls a handler of the server and waits for its answer. */
  call<T>(method: string, ...args: unknown[]): Promise<T>
  /** Tells the server something without waiting. */
  notify(method: string, ...args: unknown[]): void
  /** Records a statement of the thread's own connections; the server learns of it within a second. */
  readonly recordStatement: RecordStatement
  /** Nothing is to be done for so many milliseconds (undefined: until woken), so the thread may be closed. */
  idle(pauseMs: number | undefined): void
}

const statementsEveryMs = 1000

/** The worker's side of a long-lived worker: answers its calls once everything is loaded. */
export async function serveWorker<Methods extends Handlers>(
  port: MessagePort,
  load: (side: WorkerSide) => Promise<ServedWorker<Methods>>,
): Promise<void> {
  // The last wake-up, so that an older report of being idle is not taken for one after it.
  let wakes = 0
  const ready = Promise.withResolvers<ServedWorker<Methods>>()
  const notify = (method: string, ...args: unknown[]) => port.postMessage({ id: 0, method, args })
  const statements = createRemoteRecorder(notify)
  const own = handlersIn({
    wake: async (count: number) => {
      const served = await ready.promise
      wakes = count
      served.wake()
    },
    stop: async () => {
      const wasBusy = await (await ready.promise).stop()
      statements.send()
      return wasBusy
    },
  })
  // Calls that come before everything is loaded wait for it.
  const { call } = createPortCalls(port, async method => own(method) ?? handlersIn((await ready.promise).methods)(method))
  const { record: recordStatement } = statements
  const idle = (pauseMs: number | undefined) => notify('idle', pauseMs, wakes)
  ready.resolve(await load({ log: createRemoteLog(notify), call, notify, recordStatement, idle }))
}

type Notify = (method: string, ...args: unknown[]) => void

/** Statements are sent together: one message for each would cost more than to record it. */
function createRemoteRecorder(notify: Notify) {
  let recorded: Parameters<RecordStatement>[] = []
  let timer: NodeJS.Timeout | undefined

  function send(): void {
    clearTimeout(timer)
    timer = undefined
    if (recorded.length > 0) notify('statements', recorded)
    recorded = []
  }

  const record: RecordStatement = (...statement) => {
    recorded.push(statement)
    timer ??= setTimeout(send, statementsEveryMs).unref()
  }
  return { record, send }
}

function createRemoteLog(notify: Notify): Logger {
  const at =
    (level: 'debug' | 'info' | 'warn' | 'error') =>
    (first: object | string, message = '') => {
      if (typeof first === 'string') return notify('log', level, {}, first)
      // Errors lose their fields on the way to another thread, and fields may hold what cannot be cloned.
      const fields = Object.fromEntries(
        Object.entries(first).map(([key, value]) => [
          key,
          value instanceof Error ? { name: value.name, message: value.message, stack: value.stack && toSourceStack(value.stack) } : value,
        ]),
      )
      notify('log', level, JSON.parse(JSON.stringify(fields)), message)
    }
  const log: Logger = { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error'), child: () => log }
  return log
}
