import { listenOnLoopback, readText } from './http-server.ts'

export interface StandInRequest {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly form: URLSearchParams
}

export interface StandInReply {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly json?: unknown
  readonly text?: string
  /** Never answers. */
  readonly silent?: true
}

export type StandInRoutes = Readonly<Record<string, (request: StandInRequest) => StandInReply | Promise<StandInReply>>>

/** A server on loopback that plays a provider's part. `routes` are named `GET /path`; all requests are recorded. */
export async function startStandIn(routes: StandInRoutes) {
  const requests: StandInRequest[] = []
  const server = await listenOnLoopback(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://stand-in')
    const body = await readText(request)
    const seen: StandInRequest = {
      method: request.method ?? 'GET',
      path: url.pathname,
      query: url.searchParams,
      headers: request.headers as StandInRequest['headers'],
      form: new URLSearchParams(body),
    }
    requests.push(seen)
    const route = routes[`${seen.method} ${seen.path}`]
    const reply: StandInReply = route ? await route(seen) : { status: 404, json: { error: `nothing at ${seen.method} ${seen.path}` } }
    if (reply.silent) return
    const type = reply.json === undefined ? {} : { 'content-type': 'application/json' }
    response.writeHead(reply.status ?? 200, { ...type, ...reply.headers })
    response.end(reply.json === undefined ? (reply.text ?? '') : JSON.stringify(reply.json))
  })
  return { ...server, requests }
}

export type StandIn = Awaited<ReturnType<typeof startStandIn>>
