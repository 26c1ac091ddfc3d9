import { authenticationError } from '@portico/core/common'
import type { Principal, UserPrincipal } from '../host/principal.ts'
import type { LimitedToken } from './token-kinds.ts'

/** The cookie that opens routes with `cookie` access to a browser that cannot send a token, such as for an image. */
export const authCookieName = 'backstage-auth'

const reuseMs = 5 * 60_000

interface CookieRequest {
  /** The caller that requests the cookie, by a bearer token. */
  readonly caller: Principal
  /** The user of the cookie that the browser has already, if it is valid. */
  readonly present: UserPrincipal | undefined
  readonly limitedTokenOf: (userToken: string) => LimitedToken
  /** The plugin's address as browsers reach it. */
  readonly baseUrl: string
  readonly now?: number
}

export interface IssuedCookie {
  /** The text of the Set-Cookie header; absent when the browser's current cookie is still good. */
  readonly setCookie?: string
  readonly body: { readonly expiresAt: string }
}

/** Answers `GET …/cookie`. A cookie of the same user that is valid for more than five minutes is kept. */
export function issueCookie({ caller, present, limitedTokenOf, baseUrl, now = Date.now() }: CookieRequest): IssuedCookie {
  if (caller.type !== 'user' || caller.token === undefined) throw cookieNeedsUser()
  const left = (present?.expiresAt?.getTime() ?? 0) - now
  if (present?.expiresAt && present.userEntityRef === caller.userEntityRef && left > reuseMs) {
    return { body: { expiresAt: present.expiresAt.toISOString() } }
  }
  const { token, expiresAt } = limitedTokenOf(caller.token)
  return { setCookie: cookieText(token, expiresAt, baseUrl), body: { expiresAt: expiresAt.toISOString() } }
}

/** The text of the Set-Cookie header that answers `DELETE …/cookie`. */
export function clearCookie(baseUrl: string): string {
  return cookieText('', new Date(0), baseUrl)
}

function cookieText(value: string, expires: Date, baseUrl: string): string {
  const { protocol, hostname } = new URL(baseUrl)
  // Other sites may embed the portal, which needs None; browsers accept None only with Secure.
  const secure = protocol === 'https:' || hostname === 'localhost'
  return [
    `${authCookieName}=${value}`,
    // An IPv6 address is not a valid Domain; without one the cookie belongs to the host.
    ...(hostname.startsWith('[') ? [] : [`Domain=${hostname}`]),
    'Path=/',
    `Expires=${expires.toUTCString()}`,
    'HttpOnly',
    'Priority=High',
    ...(secure ? ['Secure', 'SameSite=None'] : ['SameSite=Lax']),
  ].join('; ')
}

function cookieNeedsUser() {
  return authenticationError('A cookie is only given to a user who sends a user token', { code: 'core.cookie-needs-user' })
}
