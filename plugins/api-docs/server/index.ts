import { apiDocsApi } from '@portico/api-docs/common'
import { catalogService } from '@portico/catalog/server'
import { defineServerPlugin } from '@portico/core/server'
import { searchService } from '@portico/search/server'
import { apiDefinitionsService } from './api-definitions-service.ts'
import { openChanges } from './changes/open-changes.ts'
import { apiDocsSections } from './config.ts'
import { openDefinitions } from './definitions/open-definitions.ts'
import { migrations } from './migrations/index.ts'
import { apiDocsRoutes } from './routes.ts'

export { apiDefinitionsService, definitionRead, type ApiDefinitions, type DefinitionRead } from './api-definitions-service.ts'

/** API definitions: read once, shown part by part, compared between versions. */
export const apiDocsPlugin = defineServerPlugin({
  id: 'api-docs',
  config: apiDocsSections,
  uses: { catalog: catalogService, search: searchService },
  provides: { definitions: apiDefinitionsService },
  migrations,
  setup(core, { catalog, search }) {
    const limits = core.config['apiDocs.limits']
    const definitions = openDefinitions(core, { catalog, search, limits })
    const changes = openChanges(core, { catalog, definitions, limits })
    core.implement(apiDocsApi, apiDocsRoutes({ definitions, changes }))
    return { definitions: { countsOf: definitions.store.counts } }
  },
})
