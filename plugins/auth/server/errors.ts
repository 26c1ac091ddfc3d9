import { AppError, authenticationError, notAllowedError, notFoundError } from '@portico/core/common'

export function providerNotFound(provider: string) {
  return notFoundError(`There is no auth provider called '${provider}'`, { code: 'auth.provider-not-found' })
}

export function providerCannot(provider: string, what: string) {
  return new AppError('NotImplementedError', `The auth provider '${provider}' has no ${what}`, { code: 'auth.not-offered' })
}

export function guestOutsideDevelopment() {
  return notAllowedError(
    'Guests are let in during development only; auth.providers.guest.dangerouslyAllowOutsideDevelopment changes that',
    {
      code: 'auth.guest-outside-development',
    },
  )
}

export function userNeeded() {
  return authenticationError('User info is only given to the user whose token is sent', { code: 'auth.user-needed' })
}
