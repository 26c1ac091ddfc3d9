import type { Translation } from '@portico/core/web'

/** The scaffolder's part of the home page in Spanish. */
export const translation: Translation = {
  'scaffolder-home': {
    templates: 'Plantillas que usa',
    templatesText: 'Las plantillas que ha ejecutado, la última primero.',
    noTemplates: 'Todavía no ha ejecutado ninguna plantilla',
    noTemplatesText: 'Las plantillas crean cosas nuevas. Aquí aparecen las que ejecuta.',
    chooseTemplate: 'Elegir una plantilla',
    templatesFailed: 'No se pudieron leer sus ejecuciones',
    runStep: 'Ejecutar una plantilla',
    runStepText: 'Un formulario crea un servicio y su repositorio.',
    runs: '{count} ejecuciones',
    attention: 'Aprobaciones',
    runsThatWait: 'Ejecuciones de plantillas',
    waits: 'Espera su aprobación',
    upgrades: 'Actualizaciones de plantillas',
    behind: 'La plantilla ha cambiado {count} veces',
    waitsFor: 'Espera su aprobación: {reason}',
  },
}
