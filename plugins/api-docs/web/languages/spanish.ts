import type { Translation } from '@portico/core/web'
import { formatTexts } from './formats-spanish.ts'
import { changesTexts } from './changes-spanish.ts'
import { definitionTexts } from './definition-spanish.ts'
import { httpTexts } from './http-spanish.ts'
import { schemaTexts } from './schema-spanish.ts'
import { tryTexts } from './try-spanish.ts'
import { relatedTexts } from './related-spanish.ts'

/** API docs in Spanish. */
export const translation: Translation = {
  ...changesTexts,
  ...tryTexts,
  'api-docs': {
    apis: 'API',
    definition: 'Definición',
    api: 'API',
    whatChanged: 'Qué cambió',
    watchChanges: 'cambia de forma que rompe clientes',
    searchType: 'Definiciones de API',
    registerApi: 'Registrar API existente',
    version: 'Versión',
  },
  ...formatTexts,
  ...definitionTexts,
  ...httpTexts,
  ...schemaTexts,
  ...relatedTexts,
}
