import { listenOnLoopback, readText } from './http-server.ts'

export interface FakeServerRequest {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly form: URLSearchParams
}

export interface FakeServerReply {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly json?: unknown
  readonly text?: string
  /** Never answers. */
  readonly silent?: true
}

export type FakeServerRoutes = Readonly<Record<string, (request: FakeServerRequest) => FakeServerReply | Promise<FakeServerReply>>>

/** A server on loopback that plays a provider's part. `routes` are named `GET /path`; all requests are recorded. */
export async function startFakeServer(routes: FakeServerRoutes) {
  const requests: FakeServerRequest[] = []
  const server = await listenOnLoopback(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://fake')
    const body = await readText(request)
    const seen: FakeServerRequest = {
      method: request.method ?? 'GET',
      path: url.pathname,
      query: url.searchParams,
      headers: request.headers as FakeServerRequest['headers'],
      form: new URLSearchParams(body),
    }
    requests.push(seen)
    const route = routes[`${seen.method} ${seen.path}`]
    const reply: FakeServerReply = route ? await route(seen) : { status: 404, json: { error: `nothing at ${seen.method} ${seen.path}` } }
    if (reply.silent) return
    const type = reply.json === undefined ? {} : { 'content-type': 'application/json' }
    response.writeHead(reply.status ?? 200, { ...type, ...reply.headers })
    response.end(reply.json === undefined ? (reply.text ?? '') : JSON.stringify(reply.json))
  })
  return { ...server, requests }
}

export type FakeServer = Awaited<ReturnType<typeof startFakeServer>>
