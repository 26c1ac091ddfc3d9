import type { Translation } from '@portico/core/web'

/** API docs in French. */
export const translation: Translation = {
  'api-docs': {
    apis: 'API',
    definition: 'Définition',
    api: 'API',
    whatChanged: 'Ce qui a changé',
    searchType: 'Définitions d’API',
    registerApi: 'Enregistrer une API existante',
    version: 'Version',
  },
}
