import type { Translation } from '@portico/core/web'

/** The APIs of components and systems in German. */
export const relatedTexts: Translation = {
  'api-docs.related': {
    provided: 'Bereitgestellte APIs',
    consumed: 'Genutzte APIs',
    noneProvided: 'Es stellt keine API bereit. In seiner Katalogdatei stehen sie unter {field}.',
    noneConsumed: 'Es nutzt keine API. In seiner Katalogdatei stehen sie unter {field}.',
    noneInSystem:
      'Keine API gehört zu diesem System, und keine seiner Komponenten stellt eine bereit. APIs nennen ihr System unter {field}.',
    noneConsumedInSystem: 'Keine Komponente dieses Systems nutzt eine API eines anderen. Komponenten nennen sie unter {field}.',
    name: 'Name',
    type: 'Typ',
    version: 'Version',
    owner: 'Besitzer',
    lifecycle: 'Lebenszyklus',
    description: 'Beschreibung',
    through: 'Über',
    definition: 'Definition',
    openDefinition: 'Definition von {name}',
    notInCatalog: 'Nicht im Katalog',
    failed: 'Die APIs konnten nicht geladen werden',
    partial: 'Nur die ersten {count} Komponenten des Systems wurden betrachtet.',
  },
}
