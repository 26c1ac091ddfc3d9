import type { Translation } from '@portico/core/web'

/** API docs in Spanish. */
export const translation: Translation = {
  'api-docs': {
    apis: 'API',
    definition: 'Definición',
    api: 'API',
    whatChanged: 'Qué cambió',
    searchType: 'Definiciones de API',
    registerApi: 'Registrar API existente',
    version: 'Versión',
  },
}
