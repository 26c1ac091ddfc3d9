import type { Translation } from '@portico/core/web'

/** Signing in, in German. */
export const translation: Translation = {
  auth: {
    accountMessage: 'Verwenden Sie Ihr dortiges Konto',
    accountAction: 'Anmelden',
    proxyMessage: 'Man kennt Sie aus dem Netz, aus dem Sie kommen',
    proxyAction: 'Weiter',
  },
}
