import { startFakeServer, type FakeAnswer, type FakeRequest } from '@portico/integrations/testing'

/** One call that a fake tool knows. */
export interface FakeToolRoute {
  readonly method?: 'GET' | 'POST'
  /** Matched against the whole path, still encoded. */
  readonly path: RegExp
  /** The query parameters that the tool documents; others are answered 400. */
  readonly query?: readonly string[]
  /** What is wrong with a request, where something is. */
  readonly check?: (request: FakeRequest) => string | undefined
  /** The answer; undefined is 404. */
  readonly answer: (request: FakeRequest, ...parts: string[]) => FakeAnswer | undefined
}

/** A tool as far as its pack asks it. */
export interface FakeTool {
  /** The headers that prove the caller; without them everybody may ask. */
  readonly authorization?: Readonly<Record<string, string>>
  /** Headers of every answer, such as those of a rate limit. */
  readonly headers?: Readonly<Record<string, string>>
  readonly routes: readonly FakeToolRoute[]
}

/** A tool on the loopback interface that checks what it is asked: unknown calls and parameters are answered 400 and kept in `refused`. */
export async function startFakeTool({ authorization, headers = {}, routes }: FakeTool) {
  const refused: string[] = []
  const written: unknown[] = []
  const fake = await startFakeServer(request => {
    const refuse = (why: string): FakeAnswer => {
      refused.push(`${request.method} ${request.url.pathname}${request.url.search}: ${why}`)
      return { status: 400, json: { message: why } }
    }
    const found = routes.find(({ method = 'GET', path }) => request.method === method && path.test(request.path))
    if (!found) return refuse('there is no such call')
    const unknown = [...request.url.searchParams.keys()].filter(name => !(found.query ?? []).includes(name))
    if (unknown.length > 0) return refuse(`unknown parameters ${unknown.join(', ')}`)
    const wrong = found.check?.(request)
    if (wrong !== undefined) return refuse(wrong)
    if (request.method === 'POST') written.push(request.json())
    const [, ...parts] = found.path.exec(request.path) ?? []
    const answer = found.answer(request, ...parts.map(decodeURIComponent))
    return answer && { ...answer, headers: { ...headers, ...answer.headers } }
  })
  fake.state.authorization = authorization
  return Object.assign(fake, { refused, written })
}

export type StartedTool = Awaited<ReturnType<typeof startFakeTool>>

const hourMs = 3_600_000
/** One moment for all, so that two times are as far apart as they say. */
const now = Date.now()

/** A time before now, as tools write it. */
export function hoursAgo(hours: number): string {
  return new Date(now - hours * hourMs).toISOString()
}

/** Refuses a request whose parameters are not these. */
export function wants(expected: Readonly<Record<string, string>>): (request: FakeRequest) => string | undefined {
  return ({ url }) => {
    const wrong = Object.entries(expected).find(([name, value]) => url.searchParams.get(name) !== value)
    return wrong && `${wrong[0]} should be ${wrong[1]}, and is ${url.searchParams.get(wrong[0])}`
  }
}
