import { buildAnnotations, buildsApi, circleCiPath, readBuildsPermission, restartBuildsPermission } from '@portico/builds/common'
import { catalogService } from '@portico/catalog/server'
import { bytes, defineServerPlugin } from '@portico/core/server'
import { integrationsService } from '@portico/integrations/server'
import { notificationsOn } from '@portico/notifications/server'
import { proxyService } from '@portico/proxy/server'
import { createBreakNotices } from './break-notices.ts'
import { buildSystemsService, type BuildSystemEntry } from './build-system.ts'
import { createBuilds } from './builds.ts'
import { createCircleOutput } from './circle-output.ts'
import { buildsSections, instancesAt } from './config.ts'
import { createEntityProjects } from './entity-project.ts'
import { webhookEvents } from './finished-build.ts'
import { createSummaries } from './summaries.ts'
import { createTimedCache } from './timed-cache.ts'
import { buildBroke, buildFinished, createWebhooks } from './webhooks.ts'

export {
  buildSystemsService,
  type BuildListRequest,
  type BuildProject,
  type BuildSystem,
  type BuildSystemEntry,
  type BuildSystems,
} from './build-system.ts'
export { buildBroke, buildFinished, type BuildEvent } from './webhooks.ts'

const logHeaders = {
  'content-type': 'text/plain; charset=utf-8',
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
}

/** Builds of entities in the systems that run them. Those of CircleCI are asked through the proxy by the browser. */
export const buildsPlugin = defineServerPlugin({
  id: 'builds',
  config: buildsSections,
  uses: {
    catalog: catalogService,
    integrations: integrationsService,
    proxy: proxyService,
  },
  provides: { builds: buildSystemsService },
  permissions: { permissions: [readBuildsPermission, restartBuildsPermission] },
  setup({ config, onConfig, onStop, log, implement, security: { audit, permissions }, work: { events } }, services) {
    const { catalog, integrations, proxy } = services
    let jenkins = config.jenkins
    onConfig('jenkins', changed => void (jenkins = changed))
    const systems = new Map<string, BuildSystemEntry>()
    const add = (entry: BuildSystemEntry) => {
      if (systems.has(entry.id)) throw new Error(`There are two build systems '${entry.id}'`)
      systems.set(entry.id, entry)
    }
    add({
      id: 'github',
      annotation: buildAnnotations.github,
      open: async () => (await import('./systems/github.ts')).createGithubSystem({ integrations }),
    })
    add({
      id: 'gitlab',
      annotation: buildAnnotations.gitlab,
      open: async () => (await import('./systems/gitlab.ts')).createGitlabSystem({ integrations }),
    })
    add({
      id: 'jenkins',
      annotation: buildAnnotations.jenkins,
      open: async () => (await import('./systems/jenkins.ts')).createJenkinsSystem({ integrations, section: () => jenkins }),
    })
    add({
      id: 'azure',
      annotation: buildAnnotations.azure,
      open: async () => (await import('./systems/azure.ts')).createAzureSystem({ integrations }),
    })
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

    implement(buildsApi, {
      listBuilds: ({ caller, params, query }) => builds.list(caller, params, query),
      getBuild: ({ caller, params }) => builds.get(caller, params, params.id),
      readLog: async ({ caller, params, query, signal }) =>
        bytes(await builds.readLog(caller, params, params.id, query.action, signal), { headers: logHeaders }),
      readCircleOutput: async ({ caller, params, query, signal }) => {
        const headers = { ...logHeaders, 'content-type': 'application/json; charset=utf-8' }
        return bytes(await output.read(caller, params, params.id, query, signal), { headers })
      },
      restartBuild: ({ caller, params, request }) => builds.restart(caller, params, params.id, request.id),
      listSummaries: async ({ caller, body }) => ({ items: await summaries.list(caller, body.entityRefs, body.count) }),
    })
    return { builds: { add } }
  },
})
