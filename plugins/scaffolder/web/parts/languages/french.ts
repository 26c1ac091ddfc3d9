import type { Translation } from '@portico/core/web'

/** Titles of pages in French. */
export const translation: Translation = {
  'scaffolder-pages': {
    tasks: 'Tâches',
    run: 'Exécution du scaffolder',
    commands: 'Modèles',
    actions: 'Actions installées',
    extensions: 'Extensions de modèles',
    manage: 'Gérer les modèles',
    editor: 'Éditeur de modèles',
    playground: 'Bac à sable de formulaire',
    explorer: 'Explorateur de champs',
  },
}
