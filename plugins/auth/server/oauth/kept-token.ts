import { createHmac } from 'node:crypto'
import type { Grant } from './connection.ts'
import { isSame } from './sign-in-state.ts'

// The first is for access tokens that do not expire; the second for what a provider granted without a refresh token.
const tokenPrefix = 'access-token'
const grantPrefix = 'portico-grant'
const defaultLifetimeSeconds = 3600

/**
 * An access token that is used as a refresh token, stored in the browser. It is sealed: without that, a user's access token
 * for another application could be put into the cookie, and the portal would accept its bearer as that user.
 */
export function sealToken(accessToken: string, key: string): string {
  return `${tokenPrefix}.${sealOf(tokenPrefix, accessToken, key)}.${accessToken}`
}

/** What a provider granted without a refresh token, sealed likewise: it renews the session until its access token ends. */
export function sealGrant(
  { accessToken, idToken, scope, expiresInSeconds = defaultLifetimeSeconds }: Grant,
  key: string,
  now: number,
): string {
  const text = JSON.stringify({ accessToken, idToken, scope, expiresAt: now + expiresInSeconds * 1000 })
  const written = Buffer.from(text).toString('base64url')
  return `${grantPrefix}.${sealOf(grantPrefix, written, key)}.${written}`
}

export function isSealed(text: string): boolean {
  return [tokenPrefix, grantPrefix].includes(text.split('.', 1)[0] ?? '')
}

/** The stored grant; undefined when the portal did not seal it, and when it has ended. */
export function openSealed(text: string, key: string, now: number): Grant | undefined {
  const [prefix = '', seal, ...rest] = text.split('.')
  const written = rest.join('.')
  if (!isSame(seal, sealOf(prefix, written, key))) return undefined
  if (prefix === tokenPrefix) return { accessToken: written }
  const { expiresAt, ...kept } = JSON.parse(Buffer.from(written, 'base64url').toString()) as Grant & { readonly expiresAt: number }
  const expiresInSeconds = Math.floor((expiresAt - now) / 1000)
  if (expiresInSeconds <= 0) return undefined
  return { ...kept, expiresInSeconds, ...(kept.idToken !== undefined && { claims: claimsOf(kept.idToken) }) }
}

/** Of an ID token that was verified before it was sealed. */
function claimsOf(idToken: string): Grant['claims'] {
  return JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString()) as Grant['claims']
}

function sealOf(prefix: string, written: string, key: string): string {
  const use = prefix === tokenPrefix ? 'kept access token' : 'kept grant'
  return createHmac('sha256', key).update(`${use}\0${written}`).digest('base64url')
}
