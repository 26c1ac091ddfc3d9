import { apiDocsApi, tryApiPermission } from '@portico/api-docs/common'
import { catalogService } from '@portico/catalog/server'
import { factsService } from '@portico/connectors/server'
import { defineServerPlugin, optional } from '@portico/core/server'
import { searchService } from '@portico/search/server'
import { apiDefinitionsService } from './api-definitions-service.ts'
import { openChanges } from './changes/open-changes.ts'
import { apiDocsSections } from './config.ts'
import { tellDefinitionFacts } from './definitions/definition-facts.ts'
import { openDefinitions } from './definitions/open-definitions.ts'
import { migrations } from './migrations/index.ts'
import { apiDocsRoutes } from './routes.ts'
import { openTry } from './try/open-try.ts'

export { apiDefinitionsService, definitionRead, type ApiDefinitions, type DefinitionRead } from './api-definitions-service.ts'

/** API definitions: read once, shown part by part, compared between versions. */
export const apiDocsPlugin = defineServerPlugin({
  id: 'api-docs',
  config: apiDocsSections,
  uses: { catalog: catalogService, search: searchService, facts: optional(factsService) },
  provides: { definitions: apiDefinitionsService },
  migrations,
  commands: async () => (await import('./commands/api-commands.ts')).apiCommands,
  permissions: { permissions: [tryApiPermission] },
  setup(core, { catalog, search, facts }) {
    let { apiDocs } = core.config
    core.onConfig('apiDocs', changed => void (apiDocs = changed), ['try'])
    const definitions = openDefinitions(core, { catalog, search, limits: apiDocs.limits })
    const changes = openChanges(core, { catalog, definitions, limits: apiDocs.limits })
    const trying = openTry(core, { catalog, settings: () => apiDocs.try })
    core.actions.offer(async () => (await import('./agent-actions.ts')).apiActions)
    core.implement(apiDocsApi, apiDocsRoutes({ definitions, changes, trying }))
    tellDefinitionFacts({ events: core.work.events, facts, countsOf: definitions.store.counts })
    return { definitions: { countsOf: definitions.store.counts } }
  },
})
