import { answerCircle, circleBuild, createCircleModel } from './circleci-model.ts'

/** What a page asks, as far as it matters here. */
interface PageRequest {
  readonly method: string
  readonly url: string
  readonly headers: Headers
}

const proxied = '/api/proxy/circleci/api'

/** CircleCI for tests of pages, behind the proxy of `http://portal.test`: it checks every request, and that tokens go where they belong. */
export function createCirclePage<R extends PageRequest>({
  instead,
  outputs = {},
}: {
  /** Answers in place of CircleCI. */
  readonly instead?: ((request: R) => Response | Promise<Response> | undefined) | undefined
  /** The output of steps, by address. */
  readonly outputs?: Readonly<Record<string, unknown>> | undefined
} = {}) {
  const model = createCircleModel('github/acme/web', [circleBuild(3), circleBuild(2), circleBuild(1)])
  const asked: string[] = []

  function answer({ method, url, headers }: R): Response | undefined {
    if (Object.hasOwn(outputs, url)) {
      if (headers.has('authorization')) model.refused.push(`${url}: a token was sent`)
      asked.push(`${method} ${url}`)
      return Response.json(outputs[url])
    }
    const { pathname, searchParams, origin } = new URL(url)
    if (origin !== 'http://portal.test' || !pathname.startsWith(proxied)) return undefined
    if (headers.get('authorization') !== 'Bearer test-token') model.refused.push(`${url}: no token was sent`)
    asked.push(`${method} ${url.slice(`http://portal.test${proxied}`.length)}`)
    const { status, json } = answerCircle(model, { method, path: pathname.slice(proxied.length), query: searchParams })
    return Response.json(json, { status })
  }

  return {
    model,
    /** What was asked, below the base of the proxy. */
    asked,
    fetch: async (request: R) => ((await instead?.(request)) ?? answer(request)) as Response,
  }
}

/** Fails where a stand-in was asked what its host does not have. */
export function refuseUnknown(refused: readonly string[]): void {
  if (refused.length > 0) throw new Error(`Requests that the host does not know: ${refused.join('; ')}`)
}
