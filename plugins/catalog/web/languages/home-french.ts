import type { Translation } from '@portico/core/web'

/** The catalog's widgets of the home page in French. */
export const homeTexts: Translation = {
  'catalog-home': {
    starred: 'Vos favoris',
    starredText: 'Les entités que vous avez marquées d’une étoile, sur chaque appareil.',
    noStars: 'Vous n’avez encore rien marqué d’une étoile',
    noStarsText: 'Appuyez sur l’étoile à côté du nom d’une entité pour l’avoir ici.',
    openStep: 'Ouvrir un composant',
    openStepText: 'Propriétaire, documentation, builds et dépendances sur une seule page.',
    starStep: 'Marquer d’une étoile',
    starStepText: 'Les étoiles y ramènent d’ici, sur chaque appareil.',
    changes: 'Changements récents',
    changesText: 'Changements récents de ce qui vous appartient ou porte une étoile.',
    noChanges: 'Rien n’a changé',
    noChangesText: 'Les changements de ce qui vous appartient ou porte une étoile sont listés ici.',
    changesFailed: 'Les changements n’ont pas pu être lus',
    attention: 'Santé du catalogue',
    'failed-document': 'N’a pas pu être traité',
    'unreadable-source': 'Sa source ne peut pas être lue',
    'forbidden-source': 'Sa source n’est pas autorisée',
    'name-conflict': 'Une autre source a ce nom',
    'dangling-reference': 'Renvoie à quelque chose qui manque',
    orphan: 'N’est plus dans aucune source',
    unowned: 'N’a pas de propriétaire',
    'stale-source': 'N’a pas été lu depuis longtemps',
  },
}
