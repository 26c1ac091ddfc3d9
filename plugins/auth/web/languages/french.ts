import type { Translation } from '@portico/core/web'

/** Signing in, in French. */
export const translation: Translation = {
  auth: {
    accountMessage: 'Utilisez le compte que vous y avez',
    accountAction: 'Se connecter',
    popupHelp:
      'La connexion continue dans l’autre fenêtre. Si elle affiche une erreur, le fournisseur ne connaît peut-être pas l’adresse de rappel de ce portail. Un administrateur doit l’y enregistrer exactement ainsi :',
    proxyMessage: 'Votre réseau vous a déjà connecté',
    proxyAction: 'Continuer',
    guestSignIn: 'Se connecter en tant qu’invité',
    guestFallback:
      'La connexion en tant qu’invité par le serveur d’authentification a échoué. Voulez-vous utiliser l’ancien jeton d’invité ?',
    guestUseLegacy: 'Utiliser l’ancien jeton',
    guestWhich:
      'Vous êtes entré jusqu’ici avec l’ancien jeton d’invité. Le serveur sait maintenant connecter les invités. Voulez-vous l’utiliser à la place ?',
    guestUseServer: 'Se connecter par le serveur',
  },
}
