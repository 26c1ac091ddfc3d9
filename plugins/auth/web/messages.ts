import { defineMessages } from '@portico/ui'

/** The texts of the sign-in providers. */
export const authMessages = defineMessages('auth', {
  accountMessage: 'Use the account you have there',
  accountAction: 'Sign in',
  proxyMessage: 'You are known from the network you come from',
  proxyAction: 'Continue',
  guestSignIn: 'Sign in as a guest',
  guestFallback: 'Failed to sign in as a guest using the auth backend. Do you want to fallback to the legacy guest token?',
  guestUseLegacy: 'Use the legacy token',
  guestWhich: 'You entered with the legacy guest token before. The server can sign guests in now. Do you want to use that instead?',
  guestUseServer: 'Sign in by the server',
})
