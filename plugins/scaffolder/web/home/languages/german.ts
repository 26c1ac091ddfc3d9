import type { Translation } from '@portico/core/web'

/** The scaffolder's part of the home page in German. */
export const translation: Translation = {
  'scaffolder-home': {
    templates: 'Vorlagen, die Sie nutzen',
    templatesText: 'Die Vorlagen, die Sie ausgeführt haben, die letzte zuerst.',
    noTemplates: 'Sie haben noch keine Vorlage ausgeführt',
    noTemplatesText: 'Vorlagen erstellen Neues. Die Sie ausführen, stehen hier.',
    chooseTemplate: 'Eine Vorlage wählen',
    templatesFailed: 'Ihre Läufe konnten nicht gelesen werden',
    runStep: 'Eine Vorlage ausführen',
    runStepText: 'Ein Formular erzeugt einen neuen Dienst mit Repository.',
    runs: '{count} Läufe',
    attention: 'Freigaben',
    runsThatWait: 'Läufe von Vorlagen',
    waits: 'Wartet auf Ihre Freigabe',
    upgrades: 'Aktualisierungen von Vorlagen',
    behind: 'Die Vorlage hat sich {count}-mal geändert',
    waitsFor: 'Wartet auf Ihre Freigabe: {reason}',
  },
}
