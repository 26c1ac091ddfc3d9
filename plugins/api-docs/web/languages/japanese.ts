import type { Translation } from '@portico/core/web'
import { tryTexts } from './try-japanese.ts'

/** API docs in Japanese. */
export const translation: Translation = {
  ...tryTexts,
  'api-docs': { apis: 'API', definition: '定義', api: 'API', whatChanged: '変更点' },
}
