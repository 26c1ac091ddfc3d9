import { AppError, pathOf, toAppError, type Input, type Reply, type Route } from '@portico/core/common'

/** As much of a response as a client looks at. */
export interface FetchResponse {
  readonly ok: boolean
  readonly status: number
  readonly statusText: string
  json(): Promise<unknown>
}

interface FetchInit {
  method: string
  headers: Record<string, string>
  body?: string
  signal?: AbortSignal
}

/** Any fetch: the browser's, Node's, or one that adds tokens. */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchResponse>

/** What a single call may say. */
export interface CallOptions {
  readonly token?: string | undefined
  readonly signal?: AbortSignal | undefined
}

/** Calls routes of a contract over a given fetch. */
export function createTransport({ baseUrl, fetch }: { readonly baseUrl: string | (() => Promise<string>); readonly fetch: Fetch }) {
  /** The response as it came, good or bad. */
  async function send<R extends Route>(route: R, input: Input<R>, options: CallOptions = {}): Promise<FetchResponse> {
    const base = typeof baseUrl === 'string' ? baseUrl : await baseUrl()
    const { body } = input as { body?: unknown }
    return fetch(`${base.replace(/\/+$/, '')}${pathOf(route, input)}`, {
      method: route.method,
      headers: {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(options.token !== undefined && options.token !== '' && { authorization: `Bearer ${options.token}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(options.signal && { signal: options.signal }),
    })
  }

  /** The reply of a route; where the contract names a status, no other is taken. Every failure is the AppError that the server threw. */
  async function call<R extends Route>(route: R, input: Input<R>, options?: CallOptions): Promise<Reply<R>> {
    return readReply(route, await send(route, input, options))
  }

  /** As `call`; undefined where there is no such thing. */
  async function callOptional<R extends Route>(route: R, input: Input<R>, options?: CallOptions): Promise<Reply<R> | undefined> {
    const response = await send(route, input, options)
    return response.status === 404 ? undefined : readReply(route, response)
  }

  return { send, call, callOptional }
}

async function readReply<R extends Route>(route: R, response: FetchResponse): Promise<Reply<R>> {
  const { status, reply } = route.spec
  if (!response.ok || (status !== undefined && response.status !== status)) throw await toFailure(response)
  if (!reply) return undefined as Reply<R>
  try {
    return (await response.json()) as Reply<R>
  } catch (cause) {
    throw new AppError('ResponseError', `The answer to ${route.method} ${route.path} is not JSON`, { cause, status: response.status })
  }
}

/** The error that a refused response stands for. */
export async function toFailure(response: FetchResponse): Promise<AppError> {
  return toAppError(response.status, await readBody(response), response.statusText)
}

/** The JSON of a response; undefined where it has none. */
export async function readBody(response: FetchResponse): Promise<unknown> {
  try {
    return await response.json()
  } catch {
    return undefined
  }
}
