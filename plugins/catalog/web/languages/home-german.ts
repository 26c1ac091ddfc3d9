import type { Translation } from '@portico/core/web'

/** The catalog's widgets of the home page in German. */
export const homeTexts: Translation = {
  'catalog-home': {
    starred: 'Ihre Favoriten',
    starredText: 'Die Entitäten, die Sie mit einem Stern versehen haben, auf jedem Gerät.',
    noStars: 'Sie haben noch nichts mit einem Stern versehen',
    noStarsText: 'Drücken Sie den Stern neben dem Namen einer Entität, um sie hier zu haben.',
    openStep: 'Eine Komponente öffnen',
    openStepText: 'Eigentümer, Dokumentation, Builds und Abhängigkeiten stehen auf einer Seite.',
    starStep: 'Einen Stern vergeben',
    starStepText: 'Sterne führen von hier zurück, auf jedem Gerät.',
    changes: 'Letzte Änderungen',
    changesText: 'Letzte Änderungen an dem, was Ihnen gehört oder einen Stern hat.',
    noChanges: 'Nichts hat sich geändert',
    noChangesText: 'Änderungen an dem, was Ihnen gehört oder einen Stern hat, stehen hier.',
    changesFailed: 'Die Änderungen konnten nicht gelesen werden',
    attention: 'Zustand des Katalogs',
    'failed-document': 'Konnte nicht verarbeitet werden',
    'unreadable-source': 'Die Quelle kann nicht gelesen werden',
    'forbidden-source': 'Die Quelle ist nicht erlaubt',
    'name-conflict': 'Eine andere Quelle hat diesen Namen',
    'dangling-reference': 'Verweist auf etwas, das fehlt',
    orphan: 'Ist in keiner Quelle mehr',
    unowned: 'Hat keinen Eigentümer',
    'stale-source': 'Wurde lange nicht gelesen',
  },
}
