import type { Translation } from '@portico/core/web'

/** Signing in, in French. */
export const translation: Translation = {
  auth: {
    accountMessage: 'Utilisez le compte que vous y avez',
    accountAction: 'Se connecter',
    proxyMessage: 'Vous êtes connu par le réseau d’où vous venez',
    proxyAction: 'Continuer',
  },
}
