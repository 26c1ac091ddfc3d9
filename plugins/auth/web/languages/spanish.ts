import type { Translation } from '@portico/core/web'

/** Signing in, in Spanish. */
export const translation: Translation = {
  auth: {
    accountMessage: 'Use la cuenta que tiene allí',
    accountAction: 'Iniciar sesión',
    proxyMessage: 'Se le conoce por la red de la que viene',
    proxyAction: 'Continuar',
  },
}
