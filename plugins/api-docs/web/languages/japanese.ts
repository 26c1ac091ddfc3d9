import type { Translation } from '@portico/core/web'
import { formatTexts } from './formats-japanese.ts'
import { changesTexts } from './changes-japanese.ts'
import { definitionTexts } from './definition-japanese.ts'
import { httpTexts } from './http-japanese.ts'
import { schemaTexts } from './schema-japanese.ts'
import { tryTexts } from './try-japanese.ts'
import { relatedTexts } from './related-japanese.ts'

/** API docs in Japanese. */
export const translation: Translation = {
  ...changesTexts,
  ...tryTexts,
  'api-docs': {
    apis: 'API',
    definition: '定義',
    api: 'API',
    whatChanged: '変更点',
    watchChanges: 'クライアントを壊す変更があったとき',
    searchType: 'API 定義',
    registerApi: '既存の API を登録',
    version: 'バージョン',
  },
  ...formatTexts,
  ...definitionTexts,
  ...httpTexts,
  ...schemaTexts,
  ...relatedTexts,
}
