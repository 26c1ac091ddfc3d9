import type { Translation } from '@portico/core/web'
import { formatTexts } from './formats-french.ts'
import { changesTexts } from './changes-french.ts'
import { definitionTexts } from './definition-french.ts'
import { httpTexts } from './http-french.ts'
import { schemaTexts } from './schema-french.ts'
import { tryTexts } from './try-french.ts'
import { relatedTexts } from './related-french.ts'

/** API docs in French. */
export const translation: Translation = {
  ...changesTexts,
  ...tryTexts,
  'api-docs': {
    apis: 'API',
    definition: 'Définition',
    api: 'API',
    whatChanged: 'Ce qui a changé',
    watchChanges: 'elle change d’une façon qui casse des clients',
    searchType: 'Définitions d’API',
    registerApi: 'Enregistrer une API existante',
    version: 'Version',
  },
  ...formatTexts,
  ...definitionTexts,
  ...httpTexts,
  ...schemaTexts,
  ...relatedTexts,
}
