import type { catalogApi } from '@portico/catalog/common'
import type { Handlers } from '@portico/core/server'
import { insightRoutes, type InsightRouteDependencies } from './explaining/insight-routes.ts'
import { healthRoutes } from './health/health-routes.ts'
import type { Health } from './health/health.ts'
import { timelineRoutes } from './history/timeline-routes.ts'
import type { TimelineRules } from './history/timeline.ts'
import { locationRoutes, type LocationRouteDependencies } from './locating/location-routes.ts'
import { entityRoutes } from './reading/entity-routes.ts'

interface RouteDependencies extends InsightRouteDependencies, LocationRouteDependencies {
  readonly health: Health
  readonly timeline: TimelineRules
}

/** The routes of the catalog. */
export function catalogRoutes(dependencies: RouteDependencies): Handlers<typeof catalogApi> {
  const { entities, health, timeline } = dependencies
  return {
    ...entityRoutes(entities),
    ...healthRoutes(health),
    ...timelineRoutes(timeline, entities),
    ...locationRoutes(dependencies),
    ...insightRoutes(dependencies),
  }
}
