import { catalogService } from '@portico/catalog/server'
import { factsService } from '@portico/connectors/server'
import { defineServerPlugin, identityPort, optional } from '@portico/core/server'
import { integrationsService } from '@portico/integrations/server'
import { scorecardsApi, scorecardsPermissions } from '@portico/scorecards/common'
import { scorecardsSections } from './config.ts'
import { migrations } from './migrations/index.ts'
import { openScorecards } from './open-scorecards.ts'
import { scorecardsPast } from './past/past.ts'
import { scorecardsRoutes } from './routes.ts'
import { createScorecardsService, scorecardsService } from './scorecards-service.ts'

export { scorecardsPast, type PastExemption, type PastResult, type ScorecardsPast } from './past/past.ts'
export { scorecardsService, type Scorecards } from './scorecards-service.ts'

/** How good entities are, by checks that teams agree on; and how much of it is known. */
export const scorecardsPlugin = defineServerPlugin({
  id: 'scorecards',
  config: scorecardsSections,
  uses: { catalog: catalogService, integrations: integrationsService, identity: identityPort, facts: optional(factsService) },
  provides: { scorecards: scorecardsService, past: scorecardsPast },
  permissions: { permissions: scorecardsPermissions },
  migrations,
  commands: async () => [(await import('./commands/test-command.ts')).testCommand],
  setup(core, services) {
    const scorecards = openScorecards(core, services)
    core.actions.offer(async () => (await import('./agent-actions.ts')).scorecardActions)
    core.implement(scorecardsApi, scorecardsRoutes(scorecards))
    return { scorecards: createScorecardsService(scorecards), past: scorecards.past }
  },
})
