import { AppError } from '@portico/core/common'
import * as openId from 'openid-client'
import { clientRefused, idTokenInvalid, promptNeeded, providerAway, providerRefused } from '../errors.ts'
import { toAwayError } from '../providers/provider-http.ts'

const idTokenCodes: Readonly<Record<string, string>> = {
  OAUTH_JWT_CLAIM_COMPARISON_FAILED: 'it was made for another sign-in, by another issuer or for another client',
  OAUTH_JWT_TIMESTAMP_CHECK_FAILED: 'it has expired, or the clocks of the servers differ',
}

/** Errors of the standard that no person causes: the client is set up wrongly, here or at the provider. */
const misconfigured = new Set([
  'invalid_client',
  'invalid_request',
  'invalid_scope',
  'redirect_uri_mismatch',
  'unauthorized_client',
  'unsupported_grant_type',
  'unsupported_response_type',
])

/** Errors of a provider that has to show a page, and was asked to show none. */
const needsPage = new Set(['account_selection_required', 'consent_required', 'interaction_required', 'login_required'])

/**
 * What went wrong between the portal and a provider, as an error that may be shown and logged. The library's own errors hold
 * whole replies, with tokens and codes, so only known harmless parts of them are kept.
 */
export function toOAuthError(title: string, error: unknown, { isSilent = false } = {}): AppError {
  if (error instanceof AppError) return error
  if (error instanceof openId.AuthorizationResponseError || error instanceof openId.ResponseBodyError) {
    const description = error.error_description === undefined ? '' : ` (${plain(error.error_description, 200)})`
    const refused = misconfigured.has(error.error) ? clientRefused : isSilent && needsPage.has(error.error) ? promptNeeded : providerRefused
    return refused(title, `${plain(error.error, 60)}${description}`)
  }
  if (error instanceof openId.WWWAuthenticateChallengeError) return clientRefused(title, 'it does not accept the client or the token')
  const { code, cause } = error as { readonly code?: unknown; readonly cause?: unknown }
  if (typeof code === 'string' && idTokenCodes[code] !== undefined) return idTokenInvalid(title, idTokenCodes[code])
  if (code === 'OAUTH_TIMEOUT' || code === 'OAUTH_ABORT') return toAwayError(title, new DOMException('late', 'TimeoutError'))
  if (error instanceof openId.ClientError && code === undefined) return toAwayError(title, cause)
  if (typeof code === 'string' && code.startsWith('OAUTH_')) return notUnderstood(title, code, cause)
  return toAwayError(title, error)
}

/** An invalid signature, or a malformed reply. */
function notUnderstood(title: string, code: string, cause: unknown): AppError {
  const message = cause instanceof Error ? cause.message : ''
  if (/JWT|JWS|JWE|signature|ID Token|id_token|"kid"/.test(message))
    return idTokenInvalid(title, 'it is not signed by the provider, or not well formed')
  return providerAway(title, 'answered with something unexpected', new Error(code))
}

/** Text from outside, truncated, without markup or control characters. */
function plain(text: string, length: number): string {
  return text
    .replace(/[^\p{L}\p{N} .,:;_'/-]/gu, ' ')
    .slice(0, length)
    .trim()
}
