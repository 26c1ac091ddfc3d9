import type { Translation } from '@portico/core/web'
import { formatTexts } from './formats-german.ts'
import { changesTexts } from './changes-german.ts'
import { definitionTexts } from './definition-german.ts'
import { httpTexts } from './http-german.ts'
import { schemaTexts } from './schema-german.ts'
import { tryTexts } from './try-german.ts'
import { relatedTexts } from './related-german.ts'

/** API docs in German. */
export const translation: Translation = {
  ...changesTexts,
  ...tryTexts,
  'api-docs': {
    apis: 'APIs',
    definition: 'Definition',
    api: 'API',
    whatChanged: 'Was sich änderte',
    watchChanges: 'sie sich so ändert, dass Clients brechen',
    searchType: 'API-Definitionen',
    registerApi: 'Vorhandene API registrieren',
    version: 'Version',
  },
  ...formatTexts,
  ...definitionTexts,
  ...httpTexts,
  ...schemaTexts,
  ...relatedTexts,
}
