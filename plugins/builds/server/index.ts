import { buildAnnotations, buildsApi, circleCiPath, readBuildsPermission, restartBuildsPermission } from '@portico/builds/common'
import { catalogService } from '@portico/catalog/server'
import { factsService } from '@portico/connectors/server'
import { defineServerPlugin, optional } from '@portico/core/server'
import { integrationsService } from '@portico/integrations/server'
import { notificationsOn } from '@portico/notifications/server'
import { proxyService } from '@portico/proxy/server'
import { createBreakNotices } from './webhooks/break-notices.ts'
import { createBuilds } from './builds.ts'
import { createCircleOutput } from './systems/circle-output.ts'
import { buildsSections, instancesAt } from './config.ts'
import { createEntityProjects } from './entity-project.ts'
import { followBuildFacts } from './facts/follow-build-facts.ts'
import { webhookEvents } from './webhooks/finished-build.ts'
import { buildsRoutes } from './routes.ts'
import { createSummaries } from './summaries.ts'
import { buildSystemsService } from './systems/build-system.ts'
import { createBuildSystems } from './systems/build-systems.ts'
import { createTimedCache } from './timed-cache.ts'
import { buildBroke, buildFinished, createWebhooks } from './webhooks/webhooks.ts'

export {
  buildSystemsService,
  type BuildListRequest,
  type BuildProject,
  type BuildSystem,
  type BuildSystemEntry,
  type BuildSystems,
} from './systems/build-system.ts'
export { buildBroke, buildFinished, type BuildEvent } from './webhooks/webhooks.ts'

/** Builds of entities in the systems that run them. Those of CircleCI are asked through the proxy by the browser. */
export const buildsPlugin = defineServerPlugin({
  id: 'builds',
  config: buildsSections,
  uses: {
    catalog: catalogService,
    integrations: integrationsService,
    proxy: proxyService,
    facts: optional(factsService),
  },
  provides: { builds: buildSystemsService },
  permissions: { permissions: [readBuildsPermission, restartBuildsPermission] },
  setup(core, { catalog, integrations, proxy, facts }) {
    const { actions, config, onConfig, onStop, log, implement, security, work } = core
    const { audit, permissions } = security
    const { events } = work
    let jenkins = config.jenkins
    onConfig('jenkins', changed => void (jenkins = changed))
    const { add, systems } = createBuildSystems({ integrations, jenkins: () => jenkins })
    const openCircleCi = async () => (await import('./systems/circleci.ts')).createCircleCiSystem({ proxy })
    const circleci = { id: 'circleci', annotation: buildAnnotations.circleci, open: openCircleCi }
    proxy.guard(circleCiPath, method => (['GET', 'HEAD'].includes(method) ? readBuildsPermission : restartBuildsPermission))

    const cache = createTimedCache()
    const projects = createEntityProjects({ catalog, permissions })
    const builds = createBuilds({ projects, systems, cache, audit })
    const output = createCircleOutput({ projects, proxy, open: openCircleCi, cache })
    onStop(output.close)
    const sources = () => [circleci, ...systems.values()]
    const summaries = createSummaries({ catalog, permissions, sources, cache, log })
    const webhooks = createWebhooks({ catalog, events, sources, jenkinsNames: url => instancesAt(jenkins, url), log })
    events.subscribe({ id: 'builds.webhooks', events: webhookEvents, run: webhooks.take })
    const notices = createBreakNotices({ catalog, notifications: notificationsOn(events), sources, log })
    events.subscribe({ id: 'builds.tell-who-broke-it', events: [buildBroke], run: ({ payload }) => notices.tell(payload) })
    onStop(events.listen([buildFinished], ({ payload }) => payload.entityRefs.forEach(summaries.forget)))

    actions.offer(async () => (await import('./agent-actions.ts')).buildActions)
    if (facts) followBuildFacts(core, { catalog, facts, sources })
    implement(buildsApi, buildsRoutes({ builds, output, summaries }))
    return { builds: { add } }
  },
})
