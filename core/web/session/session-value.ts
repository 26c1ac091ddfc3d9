import { AppError, configAt } from '@portico/core/common'

/** Who somebody is, as the identity provider describes them. */
export interface Profile {
  readonly email?: string
  readonly displayName?: string
  readonly picture?: string
}

/** Who somebody is to the portal. */
export interface Identity {
  readonly type: 'user'
  /** `kind:namespace/name`. */
  readonly userEntityRef: string
  readonly ownershipEntityRefs: readonly string[]
}

/** What the identity provider itself gave out. */
export interface ProviderInfo {
  readonly accessToken?: string
  readonly idToken?: string
  readonly scopes: readonly string[]
  readonly expiresAt?: Date
}

/** The portal's own identity of somebody. Only a guest without the server's word has no token and no end. */
export interface PortalIdentity {
  readonly token?: string
  readonly identity: Identity
  readonly expiresAt?: Date
}

/** What one provider knows of the person at this browser. A provider by which nobody signs in gives no identity. */
export interface ProviderSession {
  readonly profile: Profile
  readonly providerInfo?: ProviderInfo
  readonly backstageIdentity?: PortalIdentity
}

/** Who is signed in, and for how long. */
export interface SessionValue extends ProviderSession {
  readonly backstageIdentity: PortalIdentity
}

export function hasIdentity(session: ProviderSession): session is SessionValue {
  return session.backstageIdentity !== undefined
}

/** Turns the lifetimes of the wire into moments. What is no session at all is refused. */
export function toProviderSession(body: unknown, now: Date): ProviderSession {
  const at = (...path: string[]) => configAt(body, path)
  const info = at('providerInfo')
  const identity = toIdentity(at('backstageIdentity'), now)
  if (info === undefined && identity === undefined && at('profile') === undefined) {
    throw new AppError('AuthenticationError', 'The answer of the server is no session', { code: 'core.no-session' })
  }
  const scope = at('providerInfo', 'scope')
  const expiresAt = later(at('providerInfo', 'expiresInSeconds'), now)
  return {
    profile: texts(at('profile'), ['email', 'displayName', 'picture']),
    ...(info !== undefined && {
      providerInfo: {
        ...texts(info, ['accessToken', 'idToken']),
        scopes: typeof scope === 'string' ? scope.split(' ').filter(Boolean) : [],
        ...(expiresAt && { expiresAt }),
      },
    }),
    ...(identity && { backstageIdentity: identity }),
  }
}

function toIdentity(value: unknown, now: Date): PortalIdentity | undefined {
  const token = configAt(value, ['token'])
  const userEntityRef = configAt(value, ['identity', 'userEntityRef'])
  if (typeof token !== 'string' || typeof userEntityRef !== 'string') return undefined
  checkUserRef(userEntityRef)
  const expiresAt = later(configAt(value, ['expiresInSeconds']), now) ?? tokenExpiry(token)
  if (!expiresAt) throw new AppError('AuthenticationError', 'The session has no end', { code: 'core.no-expiry' })
  const ownership = configAt(value, ['identity', 'ownershipEntityRefs'])
  const ownershipEntityRefs = Array.isArray(ownership) ? ownership.filter(ref => typeof ref === 'string') : [userEntityRef]
  return { token, expiresAt, identity: { type: 'user', userEntityRef, ownershipEntityRefs } }
}

const userRefShape = /^[^\s:/]+:[^\s:/]+\/[^\s:/]+$/

/** A user is always named in full, `kind:namespace/name`. */
export function checkUserRef(userEntityRef: string): void {
  if (!userRefShape.test(userEntityRef)) {
    throw new AppError('AuthenticationError', 'Invalid user entity reference', { code: 'core.user-ref' })
  }
}

/** The end that a token itself names; undefined when it names none. */
export function tokenExpiry(token: string): Date | undefined {
  const seconds = configAt(tokenClaims(token), ['exp'])
  return typeof seconds === 'number' ? new Date(seconds * 1000) : undefined
}

/** What a token says of itself, unverified; undefined when it is no token. */
export function tokenClaims(token: string): unknown {
  try {
    const bytes = Uint8Array.from(atob((token.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/')), each => each.charCodeAt(0))
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}

function later(seconds: unknown, now: Date): Date | undefined {
  return typeof seconds === 'number' ? new Date(now.getTime() + seconds * 1000) : undefined
}

function texts<K extends string>(value: unknown, keys: readonly K[]): { [N in K]?: string } {
  const found = keys.map(key => [key, configAt(value, [key])]).filter(([, text]) => typeof text === 'string')
  return Object.fromEntries(found) as { [N in K]?: string }
}
