import {
  AppError,
  authenticationError,
  conflictError,
  inputError,
  notAllowedError,
  notFoundError,
  unavailableError,
} from '@portico/core/common'

export function providerNotFound(provider: string) {
  return notFoundError(`There is no auth provider called '${provider}'`, { code: 'auth.provider-not-found' })
}

export function providerCannot(provider: string, what: string) {
  return new AppError('NotImplementedError', `The auth provider '${provider}' has no ${what}`, { code: 'auth.not-offered' })
}

export function guestOutsideDevelopment() {
  return notAllowedError(
    'Guests can sign in during development only; auth.providers.guest.dangerouslyAllowOutsideDevelopment changes that',
    {
      code: 'auth.guest-outside-development',
    },
  )
}

/** A portal for its own machine was asked for by the name of another. */
export function guestElsewhere() {
  return notAllowedError(
    'Guests of this portal sign in at localhost only. If others shall reach it, set app.baseUrl and backend.baseUrl to its real address and add a sign-in provider',
    { code: 'auth.guest-elsewhere' },
  )
}

export function userNeeded() {
  return authenticationError('User info is only given to the user whose token is sent', { code: 'auth.user-needed' })
}

export function userNotHere(state: 'gone' | 'blocked') {
  return authenticationError(
    state === 'blocked' ? 'This user is blocked: ask an administrator of the portal' : 'This user is no longer in the catalog',
    { code: `auth.user-${state}` },
  )
}

export function userStatusUnknown() {
  return unavailableError('What this user owns cannot be determined now: the catalog does not answer, or has no users', {
    code: 'auth.user-unknown',
    details: { retryAfterSeconds: 10 },
  })
}

export function tooManyAttempts(retryAfterSeconds: number) {
  return new AppError('TooManyRequestsError', `Too many attempts to sign in. Try again in ${retryAfterSeconds} seconds`, {
    code: 'auth.too-many-attempts',
    details: { retryAfterSeconds },
  })
}

export function permissionsNeeded() {
  return notAllowedError(
    'Users can be administered here only with permissions enabled (permission.enabled), because otherwise every user could; the command portico user always works',
    { code: 'auth.permissions-needed' },
  )
}

export function ownAccount() {
  return inputError('You cannot block yourself', { code: 'auth.own-account' })
}

export function userRefInvalid(text: string) {
  return inputError(`'${text}' is not a user: write user:default/jane`, { code: 'auth.user-ref-invalid' })
}

export function notBlocked(userEntityRef: string) {
  return notFoundError(`${userEntityRef} is not blocked`, { code: 'auth.not-blocked' })
}

export function accessTokensNotFound(ids: readonly string[]) {
  return notFoundError(`The user has no access tokens ${ids.join(', ')}`, { code: 'auth.access-tokens-not-found' })
}

export function sessionsNotKept() {
  return new AppError('NotImplementedError', 'This portal cannot end sessions: the plugin user-settings is not installed', {
    code: 'auth.sessions-not-kept',
  })
}

export function environmentMissing() {
  return inputError("The environment of the auth provider must be named, by the query parameter 'env'", { code: 'auth.env-missing' })
}

export function environmentNotFound(provider: string, environment: string) {
  return notFoundError(`The auth provider '${provider}' has no environment called '${environment}'`, { code: 'auth.env-not-found' })
}

export function originInvalid() {
  return inputError("The query parameter 'origin' is not an origin", { code: 'auth.origin-invalid' })
}

export function originNotAllowed() {
  return notAllowedError('This origin may not sign in here; auth.experimentalExtraAllowedOrigins names those that may', {
    code: 'auth.origin-not-allowed',
  })
}

export function flowInvalid() {
  return inputError("The query parameter 'flow' is either popup or redirect", { code: 'auth.flow-invalid' })
}

export function redirectMissing() {
  return inputError("A redirect flow needs the query parameter 'redirectUrl'", { code: 'auth.redirect-missing' })
}

export function redirectNotAllowed() {
  return notAllowedError('Sign-in only returns to pages of the portal', { code: 'auth.redirect-not-allowed' })
}

export function stateInvalid() {
  return notAllowedError('This sign-in was not started in this browser, or it was started too long ago. Sign in again', {
    code: 'auth.state-invalid',
  })
}

export function browserRequestNeeded() {
  return authenticationError("The header 'X-Requested-With: XMLHttpRequest' is missing", { code: 'auth.requested-with-missing' })
}

export function refreshFailed(cause: unknown) {
  return authenticationError('The session could not be renewed', { code: 'auth.refresh-failed', cause })
}

/** What renews the session is away; the session itself may still be valid. */
export function refreshUnavailable(cause: unknown) {
  return unavailableError('The session cannot be renewed now', { code: 'auth.refresh-unavailable', cause })
}

export function refreshTokenMissing() {
  return authenticationError('The browser sent no refresh token', { code: 'auth.refresh-token-missing' })
}

export function signInBroken(id: string) {
  return new AppError('Error', `Something went wrong on the server. Its log knows more under the id ${id}`)
}

export function proxyHeaderMissing(header: string) {
  return authenticationError(`The proxy in front of the portal sent no header '${header}'`, { code: 'auth.proxy-header-missing' })
}

export function proxyTokenInvalid(reason: string) {
  return authenticationError(`What the proxy in front of the portal sent is not valid: ${reason}`, { code: 'auth.proxy-token-invalid' })
}

export function catalogMissing() {
  return unavailableError('Users cannot be looked up: this portal has no catalog', { code: 'auth.catalog-missing' })
}

export function userAmbiguous() {
  return conflictError('More than one user of the catalog matches this sign-in', { code: 'auth.user-ambiguous' })
}

export function domainNotAllowed() {
  return notAllowedError('Addresses of this domain may not sign in', { code: 'auth.domain-not-allowed' })
}

export function emailNotVerified(isDenied: boolean, requestId: string) {
  const reason = isDenied
    ? 'The provider says that your e-mail address is not verified'
    : 'The provider does not say that your e-mail address is verified (the claim email_verified is missing)'
  return notAllowedError(
    `${reason}, so it is not used to find you in the portal's catalog. Verify it at the provider, or ask an administrator and name the request ${requestId}`,
    { code: 'auth.email-not-verified' },
  )
}

export function noUserMatches(tried: readonly string[], requestId: string) {
  return notFoundError(
    `You are signed in at the provider, but no user of the portal's catalog matches you. Looked for a user by ${tried.join('; then by ')}. ` +
      `Ask an administrator of the portal to add you, and name the request ${requestId}`,
    { code: 'auth.nobody-matches' },
  )
}

export function providerRefused(provider: string, reason: string) {
  return authenticationError(`${provider} refused: ${reason}`, { code: 'auth.provider-refused' })
}

/** The provider does not accept the portal as its client: the config here, or the one there, is wrong. */
export function clientRefused(provider: string, reason: string) {
  return authenticationError(`${provider} refused: ${reason}`, { code: 'auth.client-refused' })
}

/** The provider has to show a page, and the config forbids it. */
export function promptNeeded(provider: string, reason: string) {
  return authenticationError(`${provider} refused: ${reason}. It has to show a page of its own, which prompt: none in the config forbids`, {
    code: 'auth.prompt-needed',
  })
}

/** The cause is for the log only: it may hold addresses of the inner network. */
export function providerAway(provider: string, reason: string, cause?: Error) {
  return unavailableError(`${provider} ${reason}`, { code: 'auth.provider-away', cause })
}

export function idTokenInvalid(provider: string, reason: string) {
  return authenticationError(`The ID token of ${provider} is not valid: ${reason}`, { code: 'auth.id-token-invalid' })
}
