import { AppError, configAt } from '@portico/core/common'

/** The user's profile at the identity provider. */
export interface Profile {
  readonly email?: string
  readonly displayName?: string
  readonly picture?: string
}

/** The user's identity in the portal. */
export interface Identity {
  readonly type: 'user'
  /** `kind:namespace/name`. */
  readonly userEntityRef: string
  readonly ownershipEntityRefs: readonly string[]
}

/** What the identity provider itself issued. */
export interface ProviderInfo {
  readonly accessToken?: string
  readonly idToken?: string
  readonly scopes: readonly string[]
  readonly expiresAt?: Date
}

/** The portal's own identity of a user. Only a guest without a server session has no token and no expiry. */
export interface PortalIdentity {
  readonly token?: string
  readonly identity: Identity
  readonly expiresAt?: Date
  /** Anyone who reaches the portal can be this user. */
  readonly guest?: 'exposed'
}

/** The session with one provider. A provider that is not used to sign in gives no identity. */
export interface ProviderSession {
  readonly profile: Profile
  readonly providerInfo?: ProviderInfo
  readonly backstageIdentity?: PortalIdentity
}

/** Sessions are renewed when less than this is left of one of their tokens. */
export const refreshMarginMs = 180_000

/** When the first token of a session expires. */
export function endOf({ providerInfo, backstageIdentity }: ProviderSession): number {
  return Math.min(backstageIdentity?.expiresAt?.getTime() ?? Infinity, providerInfo?.expiresAt?.getTime() ?? Infinity)
}

/** Who is signed in, and for how long. */
export interface SessionValue extends ProviderSession {
  readonly backstageIdentity: PortalIdentity
}

export function hasIdentity(session: ProviderSession): session is SessionValue {
  return session.backstageIdentity !== undefined
}

const userRefShape = /^[^\s:/]+:[^\s:/]+\/[^\s:/]+$/

/** A user is always named in full, `kind:namespace/name`. */
export function checkUserRef(userEntityRef: string): void {
  if (!userRefShape.test(userEntityRef)) {
    throw new AppError('AuthenticationError', 'Invalid user entity reference', { code: 'core.user-ref' })
  }
}

/** The expiry in a token; undefined when it has none. */
export function tokenExpiry(token: string): Date | undefined {
  const seconds = configAt(tokenClaims(token), ['exp'])
  return typeof seconds === 'number' ? new Date(seconds * 1000) : undefined
}

/** The claims of a token, unverified; undefined when it is not a token. */
export function tokenClaims(token: string): unknown {
  try {
    const bytes = Uint8Array.from(atob((token.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/')), each => each.charCodeAt(0))
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}
