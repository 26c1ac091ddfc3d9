import { AppError, authenticationError, conflictError, inputError, notAllowedError, notFoundError } from '@portico/core/common'

export function settingNotFound(bucket: string, key: string) {
  return notFoundError(`There is no value '${key}' in the bucket '${bucket}'`, { code: 'user-settings.not-found' })
}

export function settingIdInvalid(reason: string) {
  return inputError(reason, { code: 'user-settings.place-invalid' })
}

export function valueTooLarge(bytes: number, max: number) {
  return new AppError('PayloadTooLargeError', `The value has ${bytes} bytes as JSON; ${max} are allowed`, {
    code: 'user-settings.value-too-large',
  })
}

export function tooManySettings(max: number) {
  return conflictError(`A user can keep ${max} values; remove some before adding more`, { code: 'user-settings.too-many-keys' })
}

export function accessTokenNotFound(id: string) {
  return notFoundError(`There is no access token '${id}'`, { code: 'user-settings.access-token-not-found' })
}

export function tooManyAccessTokens(max: number) {
  return conflictError(`A user can have ${max} access tokens; revoke some before making more`, {
    code: 'user-settings.too-many-access-tokens',
  })
}

export function accessTokensOff() {
  return notAllowedError('Access tokens are turned off in this portal', { code: 'user-settings.access-tokens-off' })
}

export function guestsHaveNoTokens() {
  return notAllowedError('Guests share one name and have no access tokens: sign in as yourself to make one', {
    code: 'user-settings.guests-have-no-tokens',
  })
}

export function sessionNeeded() {
  return notAllowedError('Access tokens cannot manage access tokens or sessions: sign in to do that', {
    code: 'user-settings.session-needed',
  })
}

export function pluginsUnknown(ids: readonly string[]) {
  return inputError(`There are no plugins called ${ids.map(id => `'${id}'`).join(', ')}`, { code: 'user-settings.plugins-unknown' })
}

export function accessTokenRefused() {
  return authenticationError('The access token is unknown, has expired or was revoked', { code: 'user-settings.access-token-refused' })
}

export function userNeeded() {
  return authenticationError('Settings belong to a user: sign in first', { code: 'user-settings.user-needed' })
}
