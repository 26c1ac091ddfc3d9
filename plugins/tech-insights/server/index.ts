import { factsService } from '@portico/connectors/server'
import { defineServerPlugin, optional } from '@portico/core/server'
import { scorecardsService } from '@portico/scorecards/server'
import { techInsightsApi } from '@portico/tech-insights/common'
import { techInsightsRoutes } from './routes.ts'

/** Backstage's tech insights, answered from our facts and checks. */
export const techInsightsPlugin = defineServerPlugin({
  id: 'tech-insights',
  uses: { scorecards: scorecardsService, facts: optional(factsService) },
  setup: ({ implement }, { scorecards, facts }) => implement(techInsightsApi, techInsightsRoutes({ scorecards, facts })),
})
