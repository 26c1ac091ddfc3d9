import { apiDocsApi } from '@portico/api-docs/common'
import { defineServerPlugin } from '@portico/core/server'
import { apiDocsRoutes } from './routes.ts'

/** API definitions: read once, shown part by part, compared between versions. */
export const apiDocsPlugin = defineServerPlugin({
  id: 'api-docs',
  setup: ({ implement }) => implement(apiDocsApi, apiDocsRoutes()),
})
