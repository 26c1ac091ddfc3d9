import { defineMessages } from '@portico/core/web'

export const apiDocsMessages = defineMessages('api-docs', {
  apis: 'APIs',
  definition: 'Definition',
  api: 'API',
  whatChanged: 'What changed',
  searchType: 'API definitions',
  registerApi: 'Register existing API',
  version: 'Version',
})
