import type { Contract, Parsed, Reply, Route, StreamEvent } from '@portico/core/common'
import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { WebSocket } from 'ws'
import type { z } from 'zod'
import type { Principal } from '../host/principal.ts'
import type { Logger } from '../operations/log.ts'

export interface RequestMetadata {
  readonly id: string
  readonly method: string
  /** Path and query below the plugin's base. */
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly cookies: Readonly<Record<string, string | undefined>>
  readonly ip: string
  readonly log: Logger
}

const answerMark = Symbol('answer')

/** A reply with more than JSON: another status, headers, or bytes that are sent as they are. */
export interface Answer<T = unknown> {
  readonly [answerMark]: true
  readonly status?: number
  readonly headers?: Readonly<Record<string, string | string[]>>
  readonly value?: T
  /** Sent as it is, instead of a value. */
  readonly bytes?: string | Buffer | Readable
}

type AnswerParts<T> = Omit<Answer<T>, typeof answerMark>

/** A JSON reply with its own status or headers. */
export function answer<T>(value: T, parts: Pick<Answer, 'status' | 'headers'> = {}): Answer<T> {
  return { [answerMark]: true, value, ...parts }
}

/** Bytes as the reply: stored JSON text, a file, a stream. */
export function bytes<T = never>(body: string | Buffer | Readable, parts: Pick<Answer, 'status' | 'headers'> = {}): Answer<T> {
  return { [answerMark]: true, bytes: body, ...parts } satisfies AnswerParts<T> & { [answerMark]: true }
}

export function isAnswer(value: unknown): value is Answer {
  return typeof value === 'object' && value !== null && answerMark in value
}

/** The server's end of a WebSocket. */
export interface Socket<R extends Route = Route> {
  send(message: R['spec'] extends { socket: { send: infer Z extends z.ZodType } } ? z.input<Z> : unknown): void
  /** A message that is JSON already. A peer that reads too slowly is disconnected. */
  sendText(json: string): void
  /** Messages that do not match the contract are dropped before. */
  onMessage(
    run: (message: R['spec'] extends { socket: { receive: infer Z extends z.ZodType } } ? z.output<Z> : unknown) => void | Promise<void>,
  ): void
  onClose(run: () => void): void
  close(code?: number, reason?: string): void
}

/** A body that is passed on as it comes; absent where the request has none. */
export type Upload = Readable | undefined

export type HandlerInput<R extends Route> = Parsed<R> & {
  readonly caller: Principal
  /** Aborts when the caller disconnects. */
  readonly signal: AbortSignal
  readonly request: RequestMetadata
} & (R['spec'] extends { upload: true } ? { readonly stream: Upload } : unknown) &
  (R['spec'] extends { socket: object } ? { readonly socket: Socket<R> } : unknown)

type Outcome<R extends Route> = R['spec'] extends { events: object }
  ? AsyncIterable<StreamEvent<R>>
  : R['spec'] extends { socket: object }
    ? void
    : R['spec'] extends { tunnel: true }
      ? WebSocket
      : R['spec'] extends { raw: true }
        ? Answer
        : Reply<R> | Answer<Reply<R>>

export type Handler<R extends Route> = (input: HandlerInput<R>) => Outcome<R> | Promise<Outcome<R>>

/** One handler per route of a contract. */
export type Handlers<C extends Contract> = { [K in keyof C]: Handler<C[K]> }
