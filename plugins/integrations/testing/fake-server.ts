import { hash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a fake server of a host was asked. */
export interface FakeRequest {
  readonly method: string
  readonly url: URL
  /** The path, still encoded. */
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
  /** The body as JSON. */
  json<T = Record<string, unknown>>(): T
}

export interface FakeAnswer {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly json?: unknown
  readonly body?: string | Buffer
}

/** Answers in place of the host: true when it has. */
export type FakeFault = (request: FakeRequest, response: ServerResponse) => boolean

export interface FakeState {
  fault: FakeFault | undefined
  /** The headers that prove the caller; undefined: everybody may ask. */
  authorization: Readonly<Record<string, string>> | undefined
  /** How many reads after a write do not see it yet: hosts are consistent only in the end. */
  lag: number
}

export type FakeServer = Awaited<ReturnType<typeof startFakeServer>>

export type FakeHandler = (request: FakeRequest) => FakeAnswer | undefined | Promise<FakeAnswer | undefined>

/** A host on the loopback interface: etags and conditional requests as every API has them, wrong credentials refused, unknown paths 404. */
export async function startFakeServer(handle: FakeHandler) {
  const requests: string[] = []
  const state: FakeState = { fault: undefined, authorization: undefined, lag: 0 }
  let unseen = 0

  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await toRequest(incoming)
    requests.push(`${request.method} ${request.url.pathname}${request.url.search}`)
    if (state.fault?.(request, response)) return
    const isKnown = Object.entries(state.authorization ?? {}).every(([name, value]) => request.headers[name] === value)
    if (!isKnown) return send(request, response, { status: 401, json: { message: 'Bad credentials' } })
    const notFound = { status: 404, json: { message: 'Not Found' } }
    if (request.method === 'GET' && unseen > 0) {
      unseen -= 1
      return send(request, response, notFound)
    }
    const answer = (await handle(request)) ?? notFound
    if (request.method !== 'GET' && (answer.status ?? 200) < 300) unseen = state.lag
    return send(request, response, answer)
  }

  const server = createServer((request, response) => {
    void serve(request, response).catch((error: unknown) => {
      response.writeHead(500).end(`The fake server failed: ${error instanceof Error ? error.stack : String(error)}`)
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    host,
    url: `http://${host}`,
    /** What was asked since it was last emptied. */
    requests,
    state,
    async close(): Promise<void> {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

async function toRequest(incoming: IncomingMessage): Promise<FakeRequest> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  const body = Buffer.concat(chunks)
  const url = new URL(incoming.url ?? '/', `http://${incoming.headers.host}`)
  return {
    method: incoming.method ?? '',
    url,
    path: url.pathname,
    headers: incoming.headers,
    body,
    json: () => JSON.parse(String(body)) as never,
  }
}

function send(request: FakeRequest, response: ServerResponse, { status = 200, headers = {}, json, body }: FakeAnswer): void {
  const bytes = json === undefined ? Buffer.from(body ?? '') : Buffer.from(JSON.stringify(json))
  const etag = headers['etag'] ?? `"${hash('sha1', bytes)}"`
  const type = json === undefined ? 'application/octet-stream' : 'application/json; charset=utf-8'
  if (status === 200 && request.method === 'GET') {
    if (request.headers['if-none-match'] === etag) return void response.writeHead(304, { etag }).end()
    return void response.writeHead(200, { 'content-type': type, etag, ...headers }).end(bytes)
  }
  response.writeHead(status, { 'content-type': type, ...headers }).end(request.method === 'HEAD' ? undefined : bytes)
}

/** One page of a list, with the `Link` header that leads to the next. */
export function paged<T>(
  { url }: FakeRequest,
  items: readonly T[],
  { size = 'per_page', page = 'page', max = 100 }: { readonly size?: string; readonly page?: string; readonly max?: number } = {},
): { readonly items: readonly T[]; readonly headers: Record<string, string> } {
  const count = Math.min(Number(url.searchParams.get(size) ?? 30), max)
  const number = Number(url.searchParams.get(page) ?? 1)
  const next = new URL(url)
  next.searchParams.set(page, String(number + 1))
  const hasMore = number * count < items.length
  return { items: items.slice((number - 1) * count, number * count), headers: hasMore ? { link: `<${next.href}>; rel="next"` } : {} }
}
