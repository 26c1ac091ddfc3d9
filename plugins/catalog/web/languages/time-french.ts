import type { Translation } from '@portico/core/web'

/** The bar by which a moment of the past is chosen, in French. */
export const timeTexts: Translation = {
  'catalog-time': {
    lookBack: 'Regarder le passé',
    bar: 'Le passé',
    asItWas: 'Tel que c’était le {moment}',
    asItIs: 'Tel que c’est maintenant',
    backToNow: 'Revenir à maintenant',
    moment: 'Moment',
    now: 'Maintenant',
    play: 'Lire',
    pause: 'Pause',
    previousChange: 'Changement précédent',
    nextChange: 'Changement suivant',
    added: '{count} ajoutées',
    changed: '{count} modifiées',
    removed: '{count} supprimées : {names}',
    removedMore: '{count} supprimées : {names} et d’autres',
    changedFields: 'Modifié : {fields}',
    noChanges: 'Rien n’a changé ici à cette étape',
    markAdded: 'Ajoutée',
    markChanged: 'Modifiée',
    noHistory: 'Il ne s’est encore rien passé',
    nothingYet: 'Il n’y avait encore rien',
    nothingYetText: 'Le catalogue a commencé le {moment}. Déplacez le curseur vers un moment ultérieur.',
    notKnown: 'Les changements avant le {moment} ne sont plus conservés',
    failed: 'L’historique n’a pas pu être chargé',
  },
}
