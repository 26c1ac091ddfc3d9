import type { Translation } from '@portico/core/web'

/** The APIs of components and systems in French. */
export const relatedTexts: Translation = {
  'api-docs.related': {
    provided: 'API fournies',
    consumed: 'API consommées',
    noneProvided: 'Il ne fournit aucune API. Elles se nomment sous {field} dans son fichier de catalogue.',
    noneConsumed: 'Il ne consomme aucune API. Elles se nomment sous {field} dans son fichier de catalogue.',
    noneInSystem:
      'Aucune API n’appartient à ce système et aucun de ses composants n’en fournit. Les API nomment leur système sous {field}.',
    noneConsumedInSystem: 'Aucun composant de ce système ne consomme l’API d’un autre. Les composants les nomment sous {field}.',
    name: 'Nom',
    type: 'Type',
    version: 'Version',
    owner: 'Propriétaire',
    lifecycle: 'Cycle de vie',
    description: 'Description',
    through: 'Par',
    definition: 'Définition',
    openDefinition: 'Définition de {name}',
    notInCatalog: 'Absente du catalogue',
    failed: 'Les API n’ont pas pu être chargées',
    partial: 'Seuls les {count} premiers composants du système ont été examinés.',
  },
}
