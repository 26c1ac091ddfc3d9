import { AppError, pathOf, toErrorFields, type Input, type Reply, type Route } from '@portico/core/common'
import { createMemoryStorage, placeholderProvider, type AppOptions, type Extensions, type SessionValue } from '@portico/core/web'
import { App, createBrowserConfig, createExtensions, createPortal, routesOf } from '@portico/core/web/portal'
import { loadOverlays } from '@portico/ui'
import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter } from 'react-router'

export { withFakeClock } from './fake-clock.ts'

/** The answer of the fake server to one route. */
export interface RouteAnswer {
  readonly route: Route
  readonly answer: (request: AnsweredRequest) => unknown
}

export interface AnsweredRequest {
  readonly method: string
  readonly url: string
  /** Path and query below the plugin's base. */
  readonly path: string
  readonly headers: Headers
  readonly body: unknown
  readonly credentials: RequestCredentials | undefined
  readonly signal: AbortSignal | undefined
}

/** Answers a route with a value, an AppError, a whole Response, or the result of a function of the request. */
export function answer<R extends Route>(
  route: R,
  value: Reply<R> | AppError | Response | ((request: AnsweredRequest) => Reply<R> | AppError | Response | Promise<Reply<R>>),
): RouteAnswer {
  return { route, answer: typeof value === 'function' ? (value as RouteAnswer['answer']) : () => value }
}

export interface RenderPageOptions extends AppOptions {
  /** Where to open the portal. Default `/`. */
  readonly path?: string
  readonly answers?: readonly RouteAnswer[]
  readonly config?: Readonly<Record<string, unknown>>
  /** The user who is signed in already; `undefined` shows the sign-in page. */
  readonly user?: string | undefined
  /** The session of each sign-in of that user; one of an hour by default. */
  readonly session?: () => SessionValue | Promise<SessionValue>
  readonly storage?: Storage
  readonly prefersDark?: boolean
  /** Notifies when the server has another build. */
  readonly updates?: Parameters<typeof createPortal>[0]['updates']
  /** The address of the page, where it is not that of the portal. */
  readonly pageUrl?: string
  /** The parts of the browser that login uses. */
  readonly environment?: Parameters<typeof createPortal>[0]['environment']
  readonly mode?: Parameters<typeof createPortal>[0]['mode']
  /** The fallback for requests without an answer. */
  readonly fetch?: (request: AnsweredRequest) => Response | Promise<Response> | undefined
}

const backend = 'http://portal.test'

// Overlays are loaded at once, as after the first time in a browser.
await loadOverlays()

/** The session of a user, for an hour. */
export function testSession(
  userEntityRef = 'user:default/jane',
  { token = 'test-token', ownershipEntityRefs = [userEntityRef] }: { token?: string; ownershipEntityRefs?: readonly string[] } = {},
): SessionValue {
  return {
    profile: { displayName: 'Jane Doe' },
    backstageIdentity: {
      token,
      expiresAt: new Date(Date.now() + 3_600_000),
      identity: { type: 'user', userEntityRef, ownershipEntityRefs },
    },
  }
}

/** Opens the whole portal at a path, in jsdom, with a server that answers by route. Find things by role. */
export function renderPage(options: RenderPageOptions) {
  cleanup()
  fakeScreen()
  const { path = '/', answers = [], storage = createMemoryStorage() } = options
  const user = 'user' in options ? options.user : 'user:default/jane'
  const requests: AnsweredRequest[] = []
  if (user !== undefined) storage.setItem('@backstage/core:SignInPage:provider', 'guest')

  async function fetch(url: string, init: RequestInit = {}): Promise<Response> {
    const request = toRequest(url, init)
    requests.push(request)
    const special = await options.fetch?.(request)
    if (special) return special
    const found = answers.find(({ route }) => matches(route, request))
    return found
      ? toResponse(await found.answer(request), found.route.spec.status)
      : toResponse(new AppError('NotFoundError', `The test answers no ${request.method} ${url}`))
  }

  const otherTabs: ((key: string) => void)[] = []
  const { session = () => testSession(user) } = options
  const known = user === undefined ? undefined : [{ ...placeholderProvider, signIn: async () => session() }]
  const portal = createPortal({
    ...options,
    signIn: options.signIn ?? known,
    config: createBrowserConfig([
      { context: 'test', data: { app: { title: 'Test Portal', baseUrl: backend }, backend: { baseUrl: backend }, ...options.config } },
    ]),
    fetch,
    storage,
    onOtherTab: listener => void otherTabs.push(listener),
    prefersDark: { matches: options.prefersDark ?? false, addEventListener: () => {} },
    pageUrl: options.pageUrl ?? `${backend}/`,
    retryDelayMs: 1,
  })
  void portal.session.restore()
  const basePath = portal.facts.basePath
  const router = createMemoryRouter(routesOf(portal), { initialEntries: [`${basePath}${path}`], basename: basePath || '/' })
  render(<App portal={portal} router={router} env="test" />)
  /** Simulates that another tab of the same browser stores something. */
  function storeInOtherTab(key: string, value: string) {
    storage.setItem(key, value)
    act(() => otherTabs.forEach(listener => listener(key)))
  }
  return { screen, user: userEvent.setup(), portal, router, requests, storeInOtherTab }
}

/** The extensions of plugins, without a page. */
export function extensionsOf(plugins: AppOptions['plugins']): Extensions {
  return createExtensions({
    plugins,
    config: createBrowserConfig([]),
    onError: error => {
      throw error
    },
  })
}

/** jsdom has no layout: it cannot scroll, and has no media to match. */
function fakeScreen(): void {
  window.scrollTo = () => {}
  window.matchMedia = media =>
    Object.assign(new EventTarget(), { matches: false, media, onchange: null, addListener() {}, removeListener() {} })
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function () {
    this.open = false
  }
}

function toRequest(url: string, init: RequestInit): AnsweredRequest {
  return {
    method: init.method ?? 'GET',
    url,
    path: url.replace(/^https?:\/\/[^/]+\/api\/[^/]+/, ''),
    headers: new Headers(init.headers),
    body: typeof init.body === 'string' ? JSON.parse(init.body) : init.body,
    credentials: init.credentials,
    signal: init.signal ?? undefined,
  }
}

function matches(route: Route, { method, url }: AnsweredRequest): boolean {
  const base = `${backend}/api/${route.plugin}`
  if (method !== route.method || !url.startsWith(base)) return false
  const names = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '')
  const params = Object.fromEntries(names.map(name => [name, '\u0000']))
  const pattern = pathOf(route, { params: { ...params, rest: '\u0001' } } as Input<Route>)
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll('%00', '[^/?]+')
    .replaceAll('%01', '[^?]*')
  return new RegExp(`^${pattern}(?:\\?.*)?$`).test(url.slice(base.length))
}

function toResponse(value: unknown, status?: number): Response {
  if (value instanceof Response) return value
  if (value instanceof AppError)
    return Response.json({ error: toErrorFields(value), response: { statusCode: value.status } }, { status: value.status })
  return value === undefined ? new Response(undefined, { status: status ?? 204 }) : Response.json(value, { status: status ?? 200 })
}
