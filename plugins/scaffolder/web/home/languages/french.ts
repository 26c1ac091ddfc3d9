import type { Translation } from '@portico/core/web'

/** The scaffolder's part of the home page in French. */
export const translation: Translation = {
  'scaffolder-home': {
    templates: 'Modèles que vous utilisez',
    templatesText: 'Les modèles que vous avez exécutés, le dernier en premier.',
    noTemplates: 'Vous n’avez encore exécuté aucun modèle',
    noTemplatesText: 'Les modèles créent de nouvelles choses. Ceux que vous exécutez sont listés ici.',
    chooseTemplate: 'Choisir un modèle',
    templatesFailed: 'Vos exécutions n’ont pas pu être lues',
    runStep: 'Lancer un modèle',
    runStepText: 'Un formulaire crée un service et son dépôt.',
    runs: '{count} exécutions',
    attention: 'Approbations',
    runsThatWait: 'Exécutions de modèles',
    waits: 'Attend votre approbation',
    upgrades: 'Mises à jour de modèles',
    behind: 'Le modèle a changé {count} fois',
    waitsFor: 'Attend votre approbation : {reason}',
  },
}
