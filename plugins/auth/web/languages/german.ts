import type { Translation } from '@portico/core/web'

/** Signing in, in German. */
export const translation: Translation = {
  auth: {
    accountMessage: 'Verwenden Sie Ihr dortiges Konto',
    accountAction: 'Anmelden',
    popupHelp:
      'Die Anmeldung geht im anderen Fenster weiter. Zeigt es einen Fehler, kennt der Anbieter vielleicht die Rücksprungadresse dieses Portals nicht. Ein Administrator muss sie dort genau so eintragen:',
    proxyMessage: 'Ihr Netz hat Sie bereits angemeldet',
    proxyAction: 'Weiter',
    guestSignIn: 'Als Gast anmelden',
    guestFallback:
      'Die Anmeldung als Gast über das Auth-Backend ist fehlgeschlagen. Möchten Sie stattdessen das alte Gast-Token verwenden?',
    guestUseLegacy: 'Altes Token verwenden',
    guestWhich:
      'Sie sind bisher mit dem alten Gast-Token eingetreten. Der Server kann Gäste jetzt anmelden. Möchten Sie das stattdessen nutzen?',
    guestUseServer: 'Über den Server anmelden',
  },
}
