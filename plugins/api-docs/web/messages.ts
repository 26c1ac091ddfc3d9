import { defineMessages } from '@portico/core/web'

export const apiDocsMessages = defineMessages('api-docs', {
  apis: 'APIs',
  definition: 'Definition',
  api: 'API',
  whatChanged: 'What changed',
  watchChanges: 'it changes in a way that breaks clients',
  searchType: 'API definitions',
  registerApi: 'Register existing API',
  version: 'Version',
})
