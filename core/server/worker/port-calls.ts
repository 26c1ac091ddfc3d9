// Not by the whole of common: every thread would load the library of schemas for it.
import { AppError } from '@portico/core/common/errors'

/** One end of a channel between threads, as both `Worker` and `MessagePort` have it. */
export interface Port {
  postMessage(message: unknown, transfer?: readonly Transferable[]): void
  on(event: 'message', listener: (message: unknown) => void): unknown
}

type Transferable = ArrayBuffer

export type Handler = (...args: never[]) => unknown
export type Handlers = Readonly<Record<string, Handler>>

interface Message {
  readonly id: number
  readonly method?: string
  readonly args?: readonly unknown[]
  readonly result?: unknown
  readonly error?: { readonly name: string; readonly message: string; readonly code?: string | undefined; readonly details?: object }
}

/** Calls functions of another thread and answers its calls by the handler that `find` knows for a name. */
export function createPortCalls(port: Port, find: (method: string) => Handler | undefined | Promise<Handler | undefined>) {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  let last = 0
  let closed: Error | undefined

  async function answer({ id, method = '', args = [] }: Message): Promise<void> {
    try {
      const handler = await find(method)
      if (!handler) throw new Error(`The other thread asks for '${method}', which is not there`)
      const result: unknown = await handler(...(args as never[]))
      port.postMessage({ id, result }, buffersOf(result))
    } catch (error) {
      port.postMessage({ id, error: toFields(error) })
    }
  }

  port.on('message', (message: unknown) => {
    const received = message as Message
    if (received.method !== undefined) return void answer(received)
    const call = waiting.get(received.id)
    waiting.delete(received.id)
    if (received.error) call?.reject(toError(received.error))
    else call?.resolve(received.result)
  })

  return {
    call<T>(method: string, ...args: unknown[]): Promise<T> {
      if (closed) return Promise.reject(closed)
      const call = Promise.withResolvers<unknown>()
      last += 1
      waiting.set(last, call)
      port.postMessage({ id: last, method, args })
      return call.promise as Promise<T>
    },
    /** No more answers come: rejects the calls under way and all later ones. */
    close(reason: Error): void {
      closed = reason
      for (const call of waiting.values()) call.reject(reason)
      waiting.clear()
    },
  }
}

export type PortCalls = ReturnType<typeof createPortCalls>

/** Large results come in chunks of bytes, which are handed over instead of copied. */
function buffersOf(result: unknown): ArrayBuffer[] {
  const { chunks } = (result ?? {}) as { chunks?: unknown }
  return Array.isArray(chunks) ? chunks.flatMap((chunk: unknown) => (chunk instanceof Uint8Array ? [chunk.buffer as ArrayBuffer] : [])) : []
}

function toFields(error: unknown): Message['error'] {
  if (error instanceof AppError) return { name: error.name, message: error.message, code: error.code, details: error.details }
  return error instanceof Error ? { name: error.name, message: error.message } : { name: 'Error', message: String(error) }
}

function toError({ name, message, code, details }: NonNullable<Message['error']>): Error {
  return new AppError(name, message, {
    ...(code !== undefined && { code }),
    ...(details && { details: details as Record<string, unknown> }),
  })
}

/** Finds handlers in an object, by its own keys only. */
export function handlersIn(handlers: Handlers): (method: string) => Handler | undefined {
  return method => (Object.hasOwn(handlers, method) ? handlers[method] : undefined)
}
