import {
  pathOf,
  toAppError,
  type AppError,
  type Input,
  type InputArgs,
  type Reply,
  type Route,
  type StreamEvent,
} from '@portico/core/common'
import { defineApiRef } from './apis/api-ref.ts'
import type { WebDiscovery } from './discovery.ts'
import { readEventStream } from './event-stream.ts'
import type { Fetch } from './fetch.ts'
import { withResponseFacts } from './response-facts.ts'

export interface CallOptions {
  readonly signal?: AbortSignal | undefined
}

/** Calls routes of the contract. Every failure is the AppError that the server threw. */
export function createClient({ discovery, fetch }: { discovery: WebDiscovery; fetch: Fetch }) {
  /** The whole response of a good reply, for downloads and uploads; `body` instead of the contract's JSON. */
  async function send<R extends Route>(
    route: R,
    input: Input<R>,
    options: CallOptions & { body?: BodyInit; accept?: string } = {},
  ): Promise<Response> {
    const { body } = input as { body?: unknown }
    const headers = new Headers({ accept: options.accept ?? 'application/json' })
    if (body !== undefined) headers.set('content-type', 'application/json')
    const { method } = route
    const url = `${discovery.baseUrl(route.plugin)}${pathOf(route, input)}`
    const response = await fetch(url, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(options.body !== undefined && { body: options.body }),
      ...(options.signal && { signal: options.signal }),
    })
    if (!response.ok) throw await toError(response, { method, url })
    return response
  }

  async function callWith<R extends Route>(route: R, input: Input<R>, options?: CallOptions): Promise<Reply<R>> {
    const response = await send(route, input, options)
    return (route.spec.reply ? await response.json() : undefined) as Reply<R>
  }

  return {
    send,
    callWith,
    call: <R extends Route>(route: R, ...[input]: InputArgs<R>): Promise<Reply<R>> => callWith(route, (input ?? {}) as Input<R>),

    /** The server-sent events of a route, until the server ends them, the loop is left or the signal aborts. */
    async *stream<R extends Route>(route: R, input: Input<R>, options?: CallOptions): AsyncGenerator<StreamEvent<R>> {
      const { body } = await send(route, input, { ...options, accept: 'text/event-stream' })
      if (!body) return
      for await (const { event, data } of readEventStream(body)) {
        if (route.spec.events && event in route.spec.events) yield { event, data: JSON.parse(data) } as StreamEvent<R>
      }
    },
  }
}

export type Client = ReturnType<typeof createClient>

/** Calls routes of contracts, for APIs; components use `useQuery`, `useCall` and `useClient`. */
export const clientApiRef = defineApiRef<Client>({ id: 'core.client', description: 'Calls the routes of plugins, as the signed-in user' })

async function toError(response: Response, { method, url }: { method: string; url: string }): Promise<AppError> {
  const { status, statusText } = response
  const body = readBody(await response.text().catch(() => ''))
  return withResponseFacts(toAppError(status, body, statusText), { method, url, status, body })
}

function readBody(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text || undefined
  }
}
