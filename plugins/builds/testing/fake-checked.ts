import { startFakeServer, type FakeAnswer, type FakeRequest } from '@portico/integrations/testing'

/** One call that a fake server knows. */
export interface CheckedRoute {
  readonly method?: 'GET' | 'POST'
  /** Matched against the whole path, still encoded. */
  readonly path: RegExp
  /** The names of the query parameters it may have. */
  readonly query?: readonly string[]
  /** What is wrong with a request, where something is. */
  readonly check?: (request: FakeRequest) => string | undefined
  readonly answer: (request: FakeRequest, ...parts: string[]) => FakeAnswer | undefined
}

/** A host on loopback that checks every request: what it does not know is answered 400 and kept in `refused`. */
export async function startFakeChecked(routes: readonly CheckedRoute[]) {
  const refused: string[] = []
  const fake = await startFakeServer(request => {
    const here = `${request.method} ${request.url.pathname}${request.url.search}`
    const refuse = (why: string): FakeAnswer => {
      refused.push(`${here}: ${why}`)
      return { status: 400, json: { message: why } }
    }
    const found = routes.find(({ method = 'GET', path }) => request.method === method && path.test(request.path))
    if (!found) return refuse('there is no such call')
    const unknown = [...request.url.searchParams.keys()].filter(name => !(found.query ?? []).includes(name))
    if (unknown.length > 0) return refuse(`unknown parameters ${unknown.join(', ')}`)
    const wrong = found.check?.(request)
    if (wrong !== undefined) return refuse(wrong)
    const [, ...parts] = found.path.exec(request.path) ?? []
    return found.answer(request, ...parts)
  })
  return Object.assign(fake, { refused })
}

export type FakeChecked = Awaited<ReturnType<typeof startFakeChecked>>
