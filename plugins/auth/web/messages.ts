import { defineMessages } from '@portico/ui'

/** The texts of the sign-in providers. */
export const authMessages = defineMessages('auth', {
  accountMessage: 'Use the account you have there',
  accountAction: 'Sign in',
  popupHelp:
    'The sign-in goes on in the other window. If that shows an error, the provider may not know the callback address of this portal. An administrator has to register it there exactly like this:',
  proxyMessage: 'Your network has signed you in already',
  proxyAction: 'Continue',
  guestSignIn: 'Sign in as a guest',
  guestFallback: 'Failed to sign in as a guest using the auth backend. Do you want to fallback to the legacy guest token?',
  guestUseLegacy: 'Use the legacy token',
  guestWhich: 'You entered with the legacy guest token before. The server can sign guests in now. Do you want to use that instead?',
  guestUseServer: 'Sign in by the server',
})
