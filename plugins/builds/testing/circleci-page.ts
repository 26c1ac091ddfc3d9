import { answerCircle, circleBuild, createCircleModel } from './circleci-model.ts'

/** What a page asks, as far as it matters here. */
interface PageRequest {
  readonly method: string
  readonly url: string
  readonly headers: Headers
}

const proxied = '/api/proxy/circleci/api'
const output = /^\/api\/builds\/entities\/default\/component\/web\/circleci\/builds\/(\d+)\/output$/

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

  /** What the server of the portal reads for the page: the output at the address that CircleCI tells. */
  function answerOutput(number: string | undefined, query: URLSearchParams): Response {
    const build = model.builds.find(({ build_num: each }) => String(each) === number)
    const address = build?.steps?.[Number(query.get('step'))]?.actions?.[Number(query.get('action'))]?.output_url ?? ''
    asked.push(`GET ${address}`)
    return Object.hasOwn(outputs, address) ? Response.json(outputs[address]) : new Response('', { status: 404 })
  }

  function answer({ method, url, headers }: R): Response | undefined {
    const { pathname, searchParams, origin } = new URL(url)
    if (origin !== 'http://portal.test') model.refused.push(`${method} ${url}: a page calls no other host`)
    const build = output.exec(pathname)
    if (build) return answerOutput(build[1], searchParams)
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

/** Fails where a fake server was asked what its host does not have. */
export function refuseUnknown(refused: readonly string[]): void {
  if (refused.length > 0) throw new Error(`Requests that the host does not know: ${refused.join('; ')}`)
}
