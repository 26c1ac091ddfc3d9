import type { Translation } from '@portico/core/web'

/** The bar by which a moment of the past is chosen, in Spanish. */
export const timeTexts: Translation = {
  'catalog-time': {
    lookBack: 'Mirar el pasado',
    bar: 'El pasado',
    asItWas: 'Tal como era el {moment}',
    asItIs: 'Tal como es ahora',
    backToNow: 'Volver al presente',
    moment: 'Momento',
    now: 'Ahora',
    play: 'Reproducir',
    pause: 'Pausar',
    previousChange: 'Cambio anterior',
    nextChange: 'Cambio siguiente',
    added: '{count} añadidas',
    changed: '{count} cambiadas',
    removed: '{count} eliminadas: {names}',
    removedMore: '{count} eliminadas: {names} y otras',
    changedFields: 'Cambiado: {fields}',
    noChanges: 'Aquí no cambió nada en este paso',
    markAdded: 'Añadida',
    markChanged: 'Cambiada',
    noHistory: 'Aún no ha ocurrido nada',
    nothingYet: 'Aún no había nada',
    nothingYetText: 'El catálogo empezó el {moment}. Mueva el control a un momento posterior.',
    notKnown: 'Los cambios anteriores al {moment} ya no se conservan',
    failed: 'No se pudo cargar el historial',
  },
}
