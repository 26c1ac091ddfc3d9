import { catalogService } from '@portico/catalog/server'
import { factsService } from '@portico/connectors/server'
import { defineServerPlugin, identityPort, optional } from '@portico/core/server'
import { integrationsService } from '@portico/integrations/server'
import { scorecardsApi, scorecardsPermissions } from '@portico/scorecards/common'
import { scorecardsSections } from './config.ts'
import { migrations } from './migrations/index.ts'
import { openScorecards } from './open-scorecards.ts'
import { scorecardsRoutes } from './routes.ts'

/** How good entities are, by checks that teams agree on; and how much of it is known. */
export const scorecardsPlugin = defineServerPlugin({
  id: 'scorecards',
  config: scorecardsSections,
  uses: { catalog: catalogService, integrations: integrationsService, identity: identityPort, facts: optional(factsService) },
  permissions: { permissions: scorecardsPermissions },
  migrations,
  setup(core, services) {
    const scorecards = openScorecards(core, services)
    core.implement(scorecardsApi, scorecardsRoutes(scorecards))
  },
})
