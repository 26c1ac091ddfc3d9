import { catalogService } from '@portico/catalog/server'
import { factsService } from '@portico/connectors/server'
import { defineServerPlugin, identityPort, optional } from '@portico/core/server'
import { integrationsService } from '@portico/integrations/server'
import { scaffolderApi, scaffolderPermissions, wizardRequests } from '@portico/scaffolder/common'
import { createAuthoring } from './authoring/authoring.ts'
import { createAccess, scaffolderRules } from './access.ts'
import { createAutocomplete } from './autocomplete/autocomplete.ts'
import { createHostAutocomplete } from './autocomplete/host-autocomplete.ts'
import { followedKeys, scaffolderSections } from './config.ts'
import { migrations } from './migrations/index.ts'
import { openProvenance } from './provenance/open-provenance.ts'
import { scaffolderRoutes } from './routes.ts'
import { createDryRun } from './running/dry-run.ts'
import { createFetching } from './running/fetching.ts'
import { openStepRuntime } from './running/step-runtime.ts'
import { createScaffolderRuns } from './tasks/runs-for-users.ts'
import { scaffolderExtensions, scaffolderRuns } from './scaffolder-service.ts'
import { registerCoreActions } from './tasks/core-actions.ts'
import { openTasks } from './tasks/open-tasks.ts'
import { createTemplateSource, locationOf } from './templates/template-source.ts'

export * from './actions/action.ts'
export * from './scaffolder-service.ts'
export type * from './autocomplete/autocomplete.ts'
export type { WaitTopic } from './running/wait-topics.ts'

/** Runs templates: forms in, repositories and entities out, with a log, a ledger and an undo. */
export const scaffolderPlugin = defineServerPlugin({
  id: 'scaffolder',
  config: scaffolderSections,
  uses: { catalog: catalogService, integrations: integrationsService, identity: identityPort, facts: optional(factsService) },
  provides: { extensions: scaffolderExtensions, runs: scaffolderRuns },
  migrations,
  permissions: { permissions: scaffolderPermissions, rules: scaffolderRules },
  commands: async () => (await import('./commands/template-commands.ts')).templateCommands,
  async setup(core, { catalog, integrations, identity, facts }) {
    let settings = core.config.scaffolder
    core.onConfig('scaffolder', changed => void (settings = changed), followedKeys)
    const { repositories } = integrations
    const { permissions } = core.security
    const access = createAccess(permissions)
    const runtime = openStepRuntime(core, { settings: () => settings, integrations, access })
    const { actions, renderers, hosts, reading, approvals, topics } = runtime
    const templates = createTemplateSource({ catalog, permissions, access })
    const opened = await openTasks(core, { runtime, templates, identity, catalog, access })
    const dryRun = createDryRun({
      ...runtime,
      fetching: (spec, signal, onRead) => createFetching({ reading, signal, onRead, ...locationOf(spec) }),
      environmentParameters: () => settings.defaultEnvironment.parameters,
      approvalsFor: approvals.demandsFor,
      isTopicOffered: topic => topics.find(topic) !== undefined,
    })
    const followed = openProvenance(core, { runtime, opened, templates, dryRun, catalog, access, repositories, facts })
    const autocomplete = createAutocomplete(createHostAutocomplete(repositories))
    const authoring = createAuthoring({ actions, renderers, templates, hosts, reading })
    const routes = scaffolderRoutes({
      ...opened,
      ...followed,
      templates,
      actions,
      autocomplete,
      dryRun,
      authoring,
      renderers,
      integrations,
    })
    core.server.onPageRequest('/create/templates/:namespace/:templateName/*', wizardRequests)
    core.implement(scaffolderApi, routes)
    const { client } = core.server
    core.actions.offer(async () => (await import('./agent-actions.ts')).templateActions({ client }))
    registerCoreActions(core, { tasks: opened.tasks, actions })
    const extensions = { addAction: actions.add, addAutocomplete: autocomplete.add, addWaitTopic: topics.add }
    return { extensions, runs: createScaffolderRuns(opened.tasks) }
  },
})
