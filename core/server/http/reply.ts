import type { Route } from '@portico/core/common'
import type { FastifyReply } from 'fastify'
import { Readable } from 'node:stream'
import type { z } from 'zod'
import { isAnswer } from './handler.ts'

const jsonType = 'application/json; charset=utf-8'
// Replies are validated in development and tests only; production relies on the types.
const checksReplies = process.env['NODE_ENV'] === 'test' || process.env['NODE_ENV'] === 'development'

/** Sends what a handler returned. */
export function sendOutcome(reply: FastifyReply, route: Route, outcome: unknown): FastifyReply {
  const { spec } = route
  if (spec.events) return sendEvents(reply, outcome as AsyncIterable<{ event: string; data: unknown }>)
  if (!isAnswer(outcome)) return sendValue(reply, spec.reply, outcome, spec.status)
  if (outcome.headers) reply.headers(outcome.headers)
  const status = outcome.status ?? spec.status
  if (outcome.bytes === undefined) return sendValue(reply, spec.reply, outcome.value, status)
  if (!spec.raw && !reply.hasHeader('content-type')) reply.type(jsonType)
  return reply.code(status ?? 200).send(outcome.bytes)
}

function sendValue(reply: FastifyReply, schema: z.ZodType | undefined, value: unknown, status: number | undefined): FastifyReply {
  if (value === undefined) return reply.code(status ?? 204).send()
  if (checksReplies && schema) schema.parse(value)
  return reply
    .code(status ?? 200)
    .type(jsonType)
    .send(JSON.stringify(value))
}

function sendEvents(reply: FastifyReply, events: AsyncIterable<{ event: string; data: unknown }>): FastifyReply {
  return reply
    .code(200)
    .headers({ 'content-type': 'text/event-stream', 'cache-control': 'no-cache', 'x-accel-buffering': 'no' })
    .send(Readable.from(toFrames(events), { objectMode: false }))
}

async function* toFrames(events: AsyncIterable<{ event: string; data: unknown }>): AsyncGenerator<string> {
  // A first byte opens the stream at once, even when the first event comes late.
  yield '\n'
  for await (const { event, data } of events) yield `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}
