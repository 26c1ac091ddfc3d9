import type { Translation } from '@portico/core/web'

/** Titles of pages in German. */
export const translation: Translation = {
  'scaffolder-pages': {
    tasks: 'Aufgaben',
    run: 'Scaffolder-Lauf',
    commands: 'Vorlagen',
    actions: 'Installierte Aktionen',
    extensions: 'Vorlagen-Erweiterungen',
    manage: 'Vorlagen verwalten',
    editor: 'Vorlagen-Editor',
    playground: 'Formular-Spielwiese',
    explorer: 'Feld-Explorer',
  },
}
