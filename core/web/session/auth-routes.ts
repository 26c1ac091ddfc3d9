import { AppError, configAt, toAppError, unavailableError, type ConfigReader } from '@portico/core/common'
import type { WebDiscovery } from '../discovery.ts'
import type { Fetch } from '../fetch.ts'

export interface Profile {
  readonly email?: string
  readonly displayName?: string
  readonly picture?: string
}

export interface Identity {
  readonly type: 'user'
  /** `kind:namespace/name`. */
  readonly userEntityRef: string
  readonly ownershipEntityRefs: readonly string[]
}

/** Who is signed in, and for how long. */
export interface SessionValue {
  readonly profile: Profile
  readonly providerInfo?: {
    readonly accessToken?: string
    readonly idToken?: string
    readonly scopes: readonly string[]
    readonly expiresAt?: Date
  }
  readonly backstageIdentity: { readonly token: string; readonly identity: Identity; readonly expiresAt: Date }
}

/** The sign-in routes of the auth plugin. They carry cookies, never the token. */
export function createAuthRoutes({ config, discovery, fetch }: { config: ConfigReader; discovery: WebDiscovery; fetch: Fetch }) {
  const environment = config.getOptionalString('auth.environment') ?? 'development'

  async function ask(method: 'GET' | 'POST', path: string): Promise<Response> {
    try {
      return await fetch(`${discovery.baseUrl('auth')}${path}`, {
        method,
        credentials: 'include',
        headers: { 'x-requested-with': 'XMLHttpRequest' },
      })
    } catch (error) {
      throw unavailableError('The server did not answer', { code: 'core.unreachable', cause: error })
    }
  }

  return {
    /** A new session from what the provider's cookie, or the guest's absence of one, allows. */
    async refresh(providerId: string): Promise<SessionValue> {
      const response = await ask('GET', `/${encodeURIComponent(providerId)}/refresh?optional&env=${encodeURIComponent(environment)}`)
      const body: unknown = await response.json().catch(() => undefined)
      if (!response.ok) throw toAppError(response.status, body, response.statusText)
      return toSession(body, new Date())
    },
  }
}

export type AuthRoutes = ReturnType<typeof createAuthRoutes>

/** Turns the lifetimes of the wire into moments. A reply without an identity is no sign-in. */
export function toSession(body: unknown, now: Date): SessionValue {
  const at = (...path: string[]) => configAt(body, path)
  const token = at('backstageIdentity', 'token')
  const userEntityRef = at('backstageIdentity', 'identity', 'userEntityRef')
  const lifetime = at('backstageIdentity', 'expiresInSeconds')
  if (typeof token !== 'string' || typeof userEntityRef !== 'string') {
    throw new AppError('AuthenticationError', 'The provider is not configured to support sign-in', { code: 'core.no-identity' })
  }
  const ownership = at('backstageIdentity', 'identity', 'ownershipEntityRefs')
  const later = (seconds: unknown) => (typeof seconds === 'number' ? new Date(now.getTime() + seconds * 1000) : undefined)
  const expiresAt = later(lifetime) ?? tokenExpiry(token)
  if (!expiresAt) throw new AppError('AuthenticationError', 'The session has no end', { code: 'core.no-expiry' })
  const scope = at('providerInfo', 'scope')
  const providerExpiry = later(at('providerInfo', 'expiresInSeconds'))
  return {
    profile: texts(at('profile'), ['email', 'displayName', 'picture']),
    ...(at('providerInfo') !== undefined && {
      providerInfo: {
        ...texts(at('providerInfo'), ['accessToken', 'idToken']),
        scopes: typeof scope === 'string' ? scope.split(' ').filter(Boolean) : [],
        ...(providerExpiry && { expiresAt: providerExpiry }),
      },
    }),
    backstageIdentity: {
      token,
      expiresAt,
      identity: {
        type: 'user',
        userEntityRef,
        ownershipEntityRefs: Array.isArray(ownership) ? ownership.filter(ref => typeof ref === 'string') : [userEntityRef],
      },
    },
  }
}

function texts<K extends string>(value: unknown, keys: readonly K[]): { [N in K]?: string } {
  const found = keys.map(key => [key, configAt(value, [key])]).filter(([, text]) => typeof text === 'string')
  return Object.fromEntries(found) as { [N in K]?: string }
}

/** The end that the token itself names, for servers that do not say it beside the token. */
function tokenExpiry(token: string): Date | undefined {
  try {
    const payload: unknown = JSON.parse(atob((token.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/')))
    const seconds = configAt(payload, ['exp'])
    return typeof seconds === 'number' ? new Date(seconds * 1000) : undefined
  } catch {
    return undefined
  }
}
