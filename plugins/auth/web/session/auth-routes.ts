import { authApi, authEnvironmentSection } from '@portico/auth/common'
import { AppError, authenticationError, configAt, pathOf, unavailableError } from '@portico/core/common'
import type { ProviderSession, SignInHost } from '@portico/core/web'
import { toProviderSession } from './to-provider-session.ts'

/** The parameters of a login. */
export interface LoginStart {
  readonly scopes: readonly string[]
  /** The origin of the page that waits for the outcome. */
  readonly origin: string
  /** The page to come back to, when the whole page goes to the provider; without it a popup does. */
  readonly redirectUrl?: string
}

type Dependencies = Pick<SignInHost, 'client' | 'config' | 'discovery' | 'saveRefreshRequest'>

/** The routes that start, renew and end sessions. */
export function createAuthRoutes({ client, config, discovery, saveRefreshRequest }: Dependencies, timeoutMs = 30_000) {
  const env = config.section(authEnvironmentSection)
  const base = discovery.baseUrl('auth')

  async function ask<T>(failure: string, run: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const timeout = AbortSignal.timeout(timeoutMs)
    try {
      return await run(signal ? AbortSignal.any([signal, timeout]) : timeout)
    } catch (error) {
      if (error instanceof AppError) throw error
      if (signal?.aborted) throw signedOutMeanwhile()
      const reason = timeout.aborted ? 'the server did not answer in time' : 'the server did not answer'
      throw unavailableError(`${failure}, ${reason}`, { code: 'core.unreachable', cause: error })
    }
  }

  return {
    /** A new session from the provider's cookie; guests need none. */
    async refresh(
      provider: string,
      { scopes = [], signal }: { readonly scopes?: readonly string[]; readonly signal?: AbortSignal } = {},
    ): Promise<ProviderSession> {
      const input = { params: { provider }, query: { optional: '', ...(scopes.length > 0 && { scope: scopes.join(' ') }), env } }
      const body: unknown = await ask(
        'Auth refresh request failed',
        aborted => client.call(authApi.refreshSession, input, { signal: aborted }),
        signal,
      )
      const refused = toRefusal(body)
      if (refused) throw refused
      saveRefreshRequest(provider, `${base}${pathOf(authApi.refreshSession, input)}`)
      return toProviderSession(body, new Date())
    },
    /** Ends the session at the provider; returns the logout page of the provider, where there is one. */
    async logout(provider: string): Promise<string | undefined> {
      const failure = 'Logout request failed'
      try {
        const response = await ask(failure, signal => client.send(authApi.signOut, { params: { provider }, query: { env } }, { signal }))
        const url = configAt(await response.json().catch(() => undefined), ['logoutUrl'])
        return typeof url === 'string' && /^https?:\/\//i.test(url) ? url : undefined
      } catch (error) {
        if (!(error instanceof AppError) || error.code === 'core.unreachable') throw error
        throw new AppError(error.name, `${failure}, ${error.message}`, { status: error.status, cause: error })
      }
    },
    /** The address of the provider's first page, by way of the server. */
    startUrl(provider: string, { scopes, origin, redirectUrl }: LoginStart): string {
      const flow = redirectUrl === undefined ? 'popup' : 'redirect'
      return `${base}${pathOf(authApi.startSignIn, { params: { provider }, query: { scope: scopes.join(' '), origin, flow, redirectUrl, env } })}`
    },
    /** Where the pages of a login report from. */
    origin: (): string => new URL(base).origin,
  }
}

/** Some servers answer a refusal with status 200 and the error in the body. */
function toRefusal(body: unknown): AppError | undefined {
  const message = configAt(body, ['error', 'message'])
  const name = configAt(body, ['error', 'name'])
  if (typeof message !== 'string') return undefined
  return new AppError(typeof name === 'string' ? name : 'AuthenticationError', message, { status: 401 })
}

function signedOutMeanwhile() {
  return authenticationError('You signed out before the session was renewed', { code: 'core.signed-out' })
}
