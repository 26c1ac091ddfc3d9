import { parseJson } from './values.ts'
import { pathOf, type Input, type Reply, type Route, type StreamEvent } from './contract.ts'
import { AppError, toAppError } from './errors.ts'
import type { ByteStream } from './event-stream.ts'
import { responseOf, withResponse } from './error-response.ts'

/** As much of a response as the client reads. The browser's `Response` is one, and so is Node's. */
export interface ClientResponse {
  readonly ok: boolean
  readonly status: number
  readonly statusText: string
  readonly body?: ByteStream | null
  text(): Promise<string>
}

export interface ClientRequest<Upload = never> {
  readonly method: string
  readonly headers: Record<string, string>
  readonly body?: string | Upload
  readonly signal?: AbortSignal
}

/** How requests are sent: the addresses of plugins, the fetch function, and the token. */
export interface Transport<Response extends ClientResponse = ClientResponse, Upload = never> {
  /** The base address of a plugin's routes. */
  baseUrl(plugin: string): string | Promise<string>
  fetch(url: string, request: ClientRequest<Upload>): Promise<Response>
  /** The bearer token for calls to a plugin, where the fetch does not add one itself. */
  tokenFor?(plugin: string): Promise<string | undefined>
}

/** The options of a single call. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined
  /** The bearer token of this call, in place of the transport's own. */
  readonly token?: string | undefined
}

export interface SendOptions<Upload> extends CallOptions {
  /** An upload, in place of the contract's JSON. */
  readonly body?: Upload
  /** The media type that is wanted. Default JSON. */
  readonly accept?: string
}

/** The input of a route, optional where nothing in it is required, and options. */
export type CallArgs<R extends Route> =
  {} extends Input<R> ? [input?: Input<R>, options?: CallOptions] : [input: Input<R>, options?: CallOptions]

/** Calls routes of contracts, in the browser, on the server and in tests alike. Every failure is the AppError that the server threw. */
export function createClient<Response extends ClientResponse = ClientResponse, Upload = never>(transport: Transport<Response, Upload>) {
  /** The whole response of a successful call: for downloads and uploads. */
  async function send<R extends Route>(route: R, input: Input<R>, options: SendOptions<Upload> = {}): Promise<Response> {
    const { body } = input as { body?: unknown }
    const { signal } = options
    const token = options.token ?? (await transport.tokenFor?.(route.plugin))
    const base = await transport.baseUrl(route.plugin)
    const url = `${base.replace(/\/+$/, '')}${pathOf(route, input)}`
    const response = await transport.fetch(url, {
      method: route.method,
      headers: {
        accept: options.accept ?? 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token !== undefined && token !== '' && { authorization: `Bearer ${token}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(options.body !== undefined && { body: options.body }),
      ...(signal && { signal }),
    })
    const { status } = route.spec
    if (response.ok && (status === undefined || response.status === status)) return response
    throw await toFailure(response, { method: route.method, url })
  }

  async function read<R extends Route>(route: R, input: Input<R>, options?: CallOptions): Promise<Reply<R>> {
    const response = await send(route, input, options)
    if (!route.spec.reply) return undefined as Reply<R>
    const text = await response.text()
    try {
      return JSON.parse(text) as Reply<R>
    } catch (cause) {
      throw new AppError('ResponseError', `The answer to ${route.method} ${route.path} is not JSON`, { cause, status: response.status })
    }
  }

  return {
    send,
    /** The reply of a route. Where the contract names a status, no other is accepted. */
    call: <R extends Route>(route: R, ...[input, options]: CallArgs<R>): Promise<Reply<R>> =>
      read(route, input ?? ({} as Input<R>), options),

    /** As `call`; undefined where the server answers 404. */
    async callOptional<R extends Route>(route: R, ...[input, options]: CallArgs<R>): Promise<Reply<R> | undefined> {
      try {
        return await read(route, input ?? ({} as Input<R>), options)
      } catch (error) {
        if (error instanceof AppError && responseOf(error)?.status === 404) return undefined
        throw error
      }
    },

    /** The server-sent events of a route, until the server ends them, the loop is left or the signal aborts. */
    async *stream<R extends Route>(route: R, input: Input<R>, options?: CallOptions): AsyncGenerator<StreamEvent<R>> {
      const { body } = await send(route, input, { ...options, accept: 'text/event-stream' })
      if (!body) return
      // Loaded with the first stream: most pages have none.
      const { readEventStream } = await import('./event-stream.ts')
      for await (const { event, data } of readEventStream(body)) {
        if (route.spec.events && event in route.spec.events) yield { event, data: JSON.parse(data) } as StreamEvent<R>
      }
    },
  }
}

export type Client<Response extends ClientResponse = ClientResponse, Upload = never> = ReturnType<typeof createClient<Response, Upload>>

async function toFailure(response: ClientResponse, { method, url }: { method: string; url: string }): Promise<AppError> {
  const { status, statusText } = response
  const text = await response.text().catch(() => '')
  const body = parseJson(text, text || undefined)
  return withResponse(toAppError(status, body, statusText), { method, url, status, statusText, body })
}
