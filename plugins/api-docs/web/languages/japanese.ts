import type { Translation } from '@portico/core/web'

/** API docs in Japanese. */
export const translation: Translation = {
  'api-docs': {
    apis: 'API',
    definition: '定義',
    api: 'API',
    whatChanged: '変更点',
    searchType: 'API 定義',
    registerApi: '既存の API を登録',
    version: 'バージョン',
  },
}
