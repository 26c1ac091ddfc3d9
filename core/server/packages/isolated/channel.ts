import { AppError } from '@portico/core/common'
import type { Duplex } from 'node:stream'
import { PluginOff } from '../../host/plugin-off.ts'
import { fromWire, toWire } from './wire.ts'

/** Of one message. Bodies of requests have a way of their own. */
const maxMessageBytes = 16 * 2 ** 20
/** Calls of the other side that are answered at once. It waits with more. */
const maxOpenCalls = 200

/** Answers calls by name. The last argument is a signal that aborts when the caller gives up. */
export type Handlers = Readonly<Record<string, (...args: any[]) => unknown>>

/** How values are written that only one side knows. */
export interface Specials {
  readonly to?: Parameters<typeof toWire>[1]
  readonly from?: Parameters<typeof fromWire>[1]
}

interface Message {
  readonly id?: number
  readonly method?: string
  readonly args?: unknown
  readonly result?: unknown
  readonly error?: ErrorFields
  readonly abort?: number
}

interface ErrorFields {
  readonly name: string
  readonly message: string
  readonly code?: string | undefined
  readonly details?: unknown
  readonly status?: number
  readonly off?: PluginOff['reason']
  readonly stack?: string | undefined
}

export interface ChannelOptions {
  readonly handlers: Handlers
  readonly specials?: Specials
  /** The other side sent what nobody should. The channel is closed. */
  readonly onMisuse: (reason: string) => void
}

export type Channel = ReturnType<typeof createChannel>

/** Calls between two processes: a JSON message a line, with a limit on its size, and on how many are answered at once. */
export function createChannel(stream: Duplex, { handlers, specials = {}, onMisuse }: ChannelOptions) {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  const answering = new Map<number, AbortController>()
  let last = 0
  let closed: Error | undefined
  let parts: Buffer[] = []
  let length = 0

  function send(message: Message): void {
    const line = JSON.stringify(message)
    if (line.length > maxMessageBytes) throw tooLarge()
    if (!closed) stream.write(`${line}\n`)
  }

  async function answer(id: number | undefined, method: string, args: readonly unknown[]): Promise<void> {
    const controller = new AbortController()
    if (id !== undefined) answering.set(id, controller)
    if (answering.size >= maxOpenCalls) stream.pause()
    try {
      const handler = Object.hasOwn(handlers, method) ? handlers[method] : undefined
      if (!handler) throw new Error(`There is no '${method}' at the other end`)
      const result = await handler(...args, controller.signal)
      if (id !== undefined) send({ id, result: toWire(result, specials.to) })
    } catch (error) {
      if (id !== undefined) send({ id, error: toFields(error) })
    } finally {
      if (id !== undefined) answering.delete(id)
      if (answering.size < maxOpenCalls) stream.resume()
    }
  }

  function receive(line: string): void {
    const { id, method, args, result, error, abort } = JSON.parse(line) as Message
    if (abort !== undefined) return answering.get(abort)?.abort()
    if (method !== undefined) return void answer(id, method, fromWire(args ?? [], specials.from) as unknown[])
    const call = waiting.get(id ?? 0)
    waiting.delete(id ?? 0)
    if (error) call?.reject(toError(error))
    else call?.resolve(fromWire(result, specials.from))
  }

  function misuse(reason: string): void {
    close(new Error(reason))
    stream.destroy()
    onMisuse(reason)
  }

  function onData(chunk: Buffer): void {
    let rest = chunk
    for (let end = rest.indexOf(10); end !== -1 && !closed; end = rest.indexOf(10)) {
      parts.push(rest.subarray(0, end))
      rest = rest.subarray(end + 1)
      const line = Buffer.concat(parts).toString()
      parts = []
      length = 0
      try {
        receive(line)
      } catch (error) {
        return misuse(`a message could not be read: ${error instanceof Error ? error.message : String(error)}`)
      }
    }
    parts.push(rest)
    length += rest.length
    if (length > maxMessageBytes) misuse(`a message had more than ${maxMessageBytes / 2 ** 20} MB`)
  }

  function close(reason: Error): void {
    closed ??= reason
    for (const call of waiting.values()) call.reject(reason)
    waiting.clear()
    for (const controller of answering.values()) controller.abort()
  }

  stream.on('data', onData)
  // Who holds the other end learns more when the process ends.
  stream.on('error', () => {})

  return {
    async call<T>(method: string, args: readonly unknown[] = [], signal?: AbortSignal): Promise<T> {
      if (closed) throw closed
      signal?.throwIfAborted()
      const call = Promise.withResolvers<unknown>()
      const id = (last += 1)
      const abort = () => {
        waiting.delete(id)
        send({ abort: id })
        call.reject(signal?.reason)
      }
      const written = toWire(args, specials.to)
      waiting.set(id, call)
      signal?.addEventListener('abort', abort)
      try {
        send({ id, method, args: written })
        return (await call.promise) as T
      } finally {
        waiting.delete(id)
        signal?.removeEventListener('abort', abort)
      }
    },
    /** Without an answer. */
    tell(method: string, ...args: unknown[]): void {
      send({ method, args: toWire(args, specials.to) })
    },
    /** No more answers come: rejects the calls under way and all later ones. */
    close,
  }
}

function tooLarge(): Error {
  return new AppError('PayloadTooLargeError', `What goes between two processes may have ${maxMessageBytes / 2 ** 20} MB`, {
    code: 'core.message-too-large',
  })
}

function toFields(error: unknown): ErrorFields {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) }
  const { name, message, stack } = error
  if (error instanceof PluginOff) return { name, message, off: error.reason }
  if (!(error instanceof AppError)) return { name, message, stack }
  const { code, details, status } = error
  return { name, message, code, details: toWire(details), status }
}

function toError({ name, message, code, details, status, off, stack }: ErrorFields): Error {
  if (off !== undefined) return new PluginOff(off, message)
  if (status === undefined) return Object.assign(new Error(message), { name, ...(stack !== undefined && { stack }) })
  return new AppError(name, message, {
    status,
    ...(code !== undefined && { code }),
    details: fromWire(details ?? {}) as Record<string, unknown>,
  })
}
