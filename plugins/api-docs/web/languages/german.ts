import type { Translation } from '@portico/core/web'
import { formatTexts } from './formats-german.ts'
import { relatedTexts } from './related-german.ts'

/** API docs in German. */
export const translation: Translation = {
  'api-docs': {
    apis: 'APIs',
    definition: 'Definition',
    api: 'API',
    whatChanged: 'Was sich änderte',
    registerApi: 'Vorhandene API registrieren',
    version: 'Version',
  },
  ...formatTexts,
  ...relatedTexts,
}
