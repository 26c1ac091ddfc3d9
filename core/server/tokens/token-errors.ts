import { authenticationError, notAllowedError, unavailableError } from '@portico/core/common'
import { errors } from 'jose'

// None of these carries the token or a part of it, nor an error of the JWT library as cause: those hold the claims, and causes are logged.

export function tokenMissing() {
  return authenticationError('Missing credentials: send a token as "Authorization: Bearer …"', { code: 'core.token-missing' })
}

export function tokenTooLarge(limit: number) {
  return authenticationError(`The token is longer than ${limit} characters`, { code: 'core.token-too-large' })
}

export function tokenMalformed() {
  return authenticationError('The token is malformed', { code: 'core.token-malformed' })
}

export function tokenExpired() {
  return authenticationError('The token has expired', { code: 'core.token-expired' })
}

export function tokenNotYetValid() {
  return authenticationError('The token is not valid yet', { code: 'core.token-not-yet-valid' })
}

export function tokenForged() {
  return authenticationError('The signature of the token is not valid', { code: 'core.token-forged' })
}

export function tokenKeyUnknown() {
  return authenticationError('The token is signed with an unknown key', { code: 'core.token-key-unknown' })
}

export function tokenKindUnknown() {
  return authenticationError('The token is not of a kind that is accepted here', { code: 'core.token-kind-unknown' })
}

export function tokenForAnother() {
  return authenticationError('The token was made for another audience', { code: 'core.token-audience' })
}

export function tokenLimited() {
  return authenticationError('A limited token is not enough here', { code: 'core.token-limited' })
}

export function tokenClaimWrong(claim: string) {
  return authenticationError(`The claim "${claim}" of the token is missing or wrong`, { code: 'core.token-claim' })
}

export function userTokenNeeded() {
  return authenticationError('There is no user token to act with', { code: 'core.user-token-needed' })
}

export function callerRestricted(pluginId: string) {
  return notAllowedError(`The caller's access does not reach the plugin ${pluginId}`, { code: 'core.access-restricted' })
}

export function sessionEnded() {
  return authenticationError('The session was ended: sign in again', { code: 'core.session-ended' })
}

export function userGone() {
  return authenticationError('The user of this token is no longer in the catalog', { code: 'core.user-gone' })
}

export function userBlocked() {
  return authenticationError('The user of this token is blocked: ask an administrator of the portal', { code: 'core.user-blocked' })
}

export function guestAccessToken() {
  return authenticationError('Guests have no access tokens', { code: 'core.guest-access-token' })
}

export function userUnknown() {
  return unavailableError('Whether the user of this access token is still admitted cannot be determined now', {
    code: 'core.user-unknown',
    details: { retryAfterSeconds: 10 },
  })
}

export function callerOutOfScope(scope: string) {
  return notAllowedError(`The user has not allowed this agent the scope ${scope}`, { code: 'core.agent-scope', details: { scope } })
}

export function callerReadsOnly() {
  return notAllowedError('The access token may only be used to read', { code: 'core.access-read-only' })
}

export function callerOfWrongKind(wanted: 'user' | 'service') {
  return notAllowedError(`Only a ${wanted} may call this`, { code: 'core.wrong-caller' })
}

/** What a failure of the JWT library means to the caller; anything else is returned unchanged. */
export function toTokenError(error: unknown): unknown {
  if (error instanceof errors.JWTExpired) return tokenExpired()
  if (error instanceof errors.JWTClaimValidationFailed) {
    if (error.claim === 'nbf') return tokenNotYetValid()
    return error.claim === 'aud' ? tokenForAnother() : tokenClaimWrong(error.claim)
  }
  if (error instanceof errors.JWSSignatureVerificationFailed || error instanceof errors.JOSEAlgNotAllowed) return tokenForged()
  if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys) return tokenKeyUnknown()
  if (error instanceof errors.JWSInvalid || error instanceof errors.JWTInvalid || error instanceof errors.JOSENotSupported)
    return tokenMalformed()
  return error
}
