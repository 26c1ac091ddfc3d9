import { AppError } from '@portico/core/common'
import type { RequestMetadata } from '@portico/core/server'
import { createRemoteJWKSet, customFetch, errors, jwtVerify } from 'jose'
import type { JWTPayload, JWTVerifyGetKey, JWTVerifyOptions } from 'jose'
import { providerAway, proxyHeaderMissing, proxyTokenInvalid } from '../errors.ts'
import { toAwayError } from '../providers/provider-http.ts'
import type { ProxyContext } from './define-proxy-provider.ts'

/** The clock tolerance. */
const clockToleranceSeconds = 30

export function headerOf({ headers }: RequestMetadata, name: string): string | undefined {
  const value = headers[name.toLowerCase()]
  return typeof value === 'string' && value !== '' ? value : undefined
}

export function neededHeader(request: RequestMetadata, name: string): string {
  const value = headerOf(request, name)
  if (value === undefined) throw proxyHeaderMissing(name)
  return value
}

/** The keys that a proxy publishes, fetched when needed and cached. */
export function publishedKeys(address: string, { http }: ProxyContext): JWTVerifyGetKey {
  return createRemoteJWKSet(new URL(address), { [customFetch]: (url, options) => http.fetch(url, options as RequestInit) })
}

/** The claims of a token that a proxy made. An invalid token is a 401; keys that cannot be fetched are an error of the provider. */
export async function verifyProxyToken(
  token: string,
  keys: JWTVerifyGetKey,
  { http, now }: ProxyContext,
  options: JWTVerifyOptions,
): Promise<JWTPayload> {
  try {
    const times = { clockTolerance: clockToleranceSeconds, currentDate: new Date(now()), requiredClaims: ['exp'] }
    return (await jwtVerify(token, keys, { ...times, ...options })).payload
  } catch (error) {
    if (error instanceof AppError) throw error
    if (error instanceof errors.JWTExpired) throw proxyTokenInvalid('it has expired')
    if (error instanceof errors.JWTClaimValidationFailed) throw proxyTokenInvalid(`its claim '${error.claim}' is not valid`)
    if (error instanceof errors.JWKSTimeout) throw providerAway(http.title, 'did not answer in time')
    if (error instanceof errors.JOSEError && error.code !== 'ERR_JOSE_GENERIC') throw proxyTokenInvalid('it is not signed by the proxy')
    throw toAwayError(http.title, error)
  }
}
