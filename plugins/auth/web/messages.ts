import { defineMessages } from '@portico/ui'

/** The words of the ways to sign in. */
export const authMessages = defineMessages('auth', {
  accountMessage: 'Use the account you have there',
  accountAction: 'Sign in',
  proxyMessage: 'You are known from the network you come from',
  proxyAction: 'Continue',
})
