import { apiDocsApi, tryApiPermission } from '@portico/api-docs/common'
import { catalogService } from '@portico/catalog/server'
import { defineServerPlugin } from '@portico/core/server'
import { apiDocsSections } from './config.ts'
import { apiDocsRoutes } from './routes.ts'
import { openTry } from './try/open-try.ts'

/** API definitions: read once, shown part by part, compared between versions. */
export const apiDocsPlugin = defineServerPlugin({
  id: 'api-docs',
  config: apiDocsSections,
  uses: { catalog: catalogService },
  permissions: { permissions: [tryApiPermission] },
  setup(core, { catalog }) {
    let { apiDocs } = core.config
    core.onConfig('apiDocs', changed => void (apiDocs = changed))
    const trying = openTry(core, { catalog, settings: () => apiDocs.try })
    core.implement(apiDocsApi, apiDocsRoutes({ trying }))
  },
})
