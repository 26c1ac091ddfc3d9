import type { Translation } from '@portico/core/web'

/** Signing in, in Spanish. */
export const translation: Translation = {
  auth: {
    accountMessage: 'Use la cuenta que tiene allí',
    accountAction: 'Iniciar sesión',
    popupHelp:
      'El inicio de sesión continúa en la otra ventana. Si muestra un error, quizá el proveedor no conozca la dirección de retorno de este portal. Un administrador debe registrarla allí exactamente así:',
    proxyMessage: 'Su red ya ha iniciado su sesión',
    proxyAction: 'Continuar',
    guestSignIn: 'Entrar como invitado',
    guestFallback: 'No se pudo iniciar sesión como invitado con el servidor de autenticación. ¿Quiere usar el token de invitado antiguo?',
    guestUseLegacy: 'Usar el token antiguo',
    guestWhich:
      'Hasta ahora entraba con el token de invitado antiguo. El servidor ya puede iniciar la sesión de los invitados. ¿Quiere usarlo en su lugar?',
    guestUseServer: 'Entrar por el servidor',
  },
}
