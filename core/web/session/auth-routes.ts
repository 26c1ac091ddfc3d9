import { AppError, configAt, toAppError, unavailableError, type ConfigReader } from '@portico/core/common'
import type { WebDiscovery } from '../discovery.ts'
import type { Fetch } from '../fetch.ts'
import { toProviderSession, type ProviderSession } from './session-value.ts'

/** Where a login begins. */
export interface LoginStart {
  readonly scopes: readonly string[]
  /** The origin of the page that waits for the outcome. */
  readonly origin: string
  /** The page to come back to, when the whole page goes to the provider; without it a window of its own does. */
  readonly redirectUrl?: string
}

interface AuthRoutesOptions {
  readonly config: ConfigReader
  readonly discovery: WebDiscovery
  readonly fetch: Fetch
  readonly timeoutMs?: number
  /** A provider has given a session, by this request. */
  readonly onRefreshed?: (provider: string, url: string) => void
}

/** The sign-in routes of the auth plugin. They carry cookies, never the token. */
export function createAuthRoutes({ config, discovery, fetch, timeoutMs = 30_000, onRefreshed }: AuthRoutesOptions) {
  const environment = config.getOptionalString('auth.environment') ?? 'development'

  function address(path: string, parameters: Readonly<Record<string, string>> = {}): string {
    const query = new URLSearchParams({ ...parameters, env: environment }).toString()
    return `${discovery.baseUrl('auth')}${path}?${query}`
  }

  async function ask(method: 'GET' | 'POST', url: string, failure: string, signal?: AbortSignal): Promise<Response> {
    const timeout = AbortSignal.timeout(timeoutMs)
    try {
      return await fetch(url, {
        method,
        credentials: 'include',
        headers: { 'x-requested-with': 'XMLHttpRequest' },
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      })
    } catch (error) {
      if (signal?.aborted) throw signedOutMeanwhile()
      const reason = timeout.aborted ? 'the server did not answer in time' : 'the server did not answer'
      throw unavailableError(`${failure}, ${reason}`, { code: 'core.unreachable', cause: error })
    }
  }

  return {
    /** A new session from what the provider's cookie, or the guest's absence of one, allows. */
    async refresh(
      provider: string,
      { scopes = [], signal }: { readonly scopes?: readonly string[]; readonly signal?: AbortSignal } = {},
    ): Promise<ProviderSession> {
      const query = address(`/${encodeURIComponent(provider)}/refresh`, scopes.length > 0 ? { scope: scopes.join(' ') } : {})
      const url = query.replace('?', '?optional&')
      const response = await ask('GET', url, 'Auth refresh request failed', signal)
      const body: unknown = await response.json().catch(() => undefined)
      if (!response.ok) throw toAppError(response.status, body, response.statusText)
      const refused = toRefusal(body)
      if (refused) throw refused
      onRefreshed?.(provider, url)
      return toProviderSession(body, new Date())
    },
    /** Ends the session at the provider; answers with the page to visit for that, where the provider wants one visited. */
    async logout(provider: string): Promise<string | undefined> {
      const response = await ask('POST', address(`/${encodeURIComponent(provider)}/logout`), 'Logout request failed')
      const body: unknown = await response.json().catch(() => undefined)
      if (!response.ok) {
        const { name, message, status } = toAppError(response.status, body, response.statusText)
        throw new AppError(name, `Logout request failed, ${message}`, { status })
      }
      const url = configAt(body, ['logoutUrl'])
      return typeof url === 'string' && /^https?:\/\//i.test(url) ? url : undefined
    },
    /** The address of the provider's first page, by way of the server. */
    startUrl(provider: string, { scopes, origin, redirectUrl }: LoginStart): string {
      return address(`/${encodeURIComponent(provider)}/start`, {
        scope: scopes.join(' '),
        origin,
        flow: redirectUrl === undefined ? 'popup' : 'redirect',
        ...(redirectUrl !== undefined && { redirectUrl }),
      })
    },
    /** Where the pages of a login report from. */
    origin: (): string => new URL(discovery.baseUrl('auth')).origin,
    environment,
  }
}

export type AuthRoutes = ReturnType<typeof createAuthRoutes>

/** Some servers answer a refusal with status 200 and the error in the body. */
function toRefusal(body: unknown): AppError | undefined {
  const message = configAt(body, ['error', 'message'])
  const name = configAt(body, ['error', 'name'])
  if (typeof message !== 'string') return undefined
  return new AppError(typeof name === 'string' ? name : 'AuthenticationError', message, { status: 401 })
}

function signedOutMeanwhile() {
  return new AppError('AuthenticationError', 'You signed out before the session was renewed', { code: 'core.signed-out' })
}
