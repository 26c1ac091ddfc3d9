import type { Translation } from '@portico/core/web'

/** The bar by which a moment of the past is chosen, in German. */
export const timeTexts: Translation = {
  'catalog-time': {
    lookBack: 'In die Vergangenheit schauen',
    bar: 'Die Vergangenheit',
    asItWas: 'Wie es am {moment} war',
    asItIs: 'Wie es jetzt ist',
    backToNow: 'Zurück zu jetzt',
    moment: 'Zeitpunkt',
    now: 'Jetzt',
    play: 'Abspielen',
    pause: 'Anhalten',
    previousChange: 'Vorige Änderung',
    nextChange: 'Nächste Änderung',
    added: '{count} hinzugekommen',
    changed: '{count} geändert',
    removed: '{count} entfernt: {names}',
    removedMore: '{count} entfernt: {names} und andere',
    changedFields: 'Geändert: {fields}',
    noChanges: 'Hier hat sich in diesem Schritt nichts geändert',
    markAdded: 'Neu',
    markChanged: 'Geändert',
    noHistory: 'Es ist noch nichts geschehen',
    nothingYet: 'Damals gab es noch nichts',
    nothingYetText: 'Der Katalog begann am {moment}. Schieben Sie den Regler auf einen späteren Zeitpunkt.',
    notKnown: 'Änderungen vor dem {moment} werden nicht mehr aufbewahrt',
    failed: 'Der Verlauf konnte nicht geladen werden',
  },
}
