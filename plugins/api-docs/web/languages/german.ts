import type { Translation } from '@portico/core/web'

/** API docs in German. */
export const translation: Translation = {
  'api-docs': {
    apis: 'APIs',
    definition: 'Definition',
    api: 'API',
    whatChanged: 'Was sich änderte',
    searchType: 'API-Definitionen',
    registerApi: 'Vorhandene API registrieren',
    version: 'Version',
  },
}
