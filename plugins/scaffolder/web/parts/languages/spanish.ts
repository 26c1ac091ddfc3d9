import type { Translation } from '@portico/core/web'

/** Titles of pages in Spanish. */
export const translation: Translation = {
  'scaffolder-pages': {
    tasks: 'Tareas',
    run: 'Ejecución del scaffolder',
    commands: 'Plantillas',
    actions: 'Acciones instaladas',
    extensions: 'Extensiones de plantillas',
    manage: 'Gestionar plantillas',
    editor: 'Editor de plantillas',
    playground: 'Zona de pruebas de formularios',
    explorer: 'Explorador de campos',
  },
}
