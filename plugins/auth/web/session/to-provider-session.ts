import { AppError, configAt } from '@portico/core/common'
import { checkUserRef, tokenExpiry, type PortalIdentity, type ProviderSession } from '@portico/core/web'

/** Converts the lifetimes of the wire to dates. Throws for a body that is not a session. */
export function toProviderSession(body: unknown, now: Date): ProviderSession {
  const at = (...path: string[]) => configAt(body, path)
  const info = at('providerInfo')
  const identity = toIdentity(at('backstageIdentity'), now)
  if (info === undefined && identity === undefined && at('profile') === undefined) {
    throw new AppError('AuthenticationError', 'The answer of the server is not a session', { code: 'core.no-session' })
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
  if (!expiresAt) throw new AppError('AuthenticationError', 'The session has no expiry', { code: 'core.no-expiry' })
  const ownership = configAt(value, ['identity', 'ownershipEntityRefs'])
  const ownershipEntityRefs = Array.isArray(ownership) ? ownership.filter(ref => typeof ref === 'string') : [userEntityRef]
  const isExposed = configAt(value, ['guest']) === 'exposed'
  return { token, expiresAt, identity: { type: 'user', userEntityRef, ownershipEntityRefs }, ...(isExposed && { guest: 'exposed' }) }
}

function later(seconds: unknown, now: Date): Date | undefined {
  return typeof seconds === 'number' ? new Date(now.getTime() + seconds * 1000) : undefined
}

function texts<K extends string>(value: unknown, keys: readonly K[]): { [N in K]?: string } {
  const found = keys.map(key => [key, configAt(value, [key])]).filter(([, text]) => typeof text === 'string')
  return Object.fromEntries(found) as { [N in K]?: string }
}
