import { catalogService } from '@portico/catalog/server'
import { defineServerPlugin, identityPort, type Principal } from '@portico/core/server'
import { integrationsService, type IntegrationType } from '@portico/integrations/server'
import { actionExecutePermission, scaffolderApi, scaffolderPermissions, taskResourceType, wizardRequests } from '@portico/scaffolder/common'
import { createBuiltinActions } from './actions/builtin/builtin-actions.ts'
import { createActionRegistry } from './actions/registry.ts'
import { createAccess, scaffolderRules, type ActionCall } from './access.ts'
import { createAuthoring } from './authoring/authoring.ts'
import { createAutocomplete } from './autocomplete/autocomplete.ts'
import { createHostAutocomplete } from './autocomplete/host-autocomplete.ts'
import { scaffolderSections } from './config.ts'
import * as scaffolder from './migrations/0001-scaffolder.ts'
import * as effectAddress from './migrations/0002-effect-address.ts'
import * as originTables from './migrations/0003-origins.ts'
import * as workspacePlaces from './migrations/0004-workspace-places.ts'
import * as tries from './migrations/0005-tries.ts'
import * as retriers from './migrations/0006-retriers.ts'
import { openProvenance } from './provenance/open-provenance.ts'
import { createRenderers } from './rendering/renderer.ts'
import { registerCoreActions } from './core-actions.ts'
import { createRoutes } from './routes.ts'
import { createDryRun } from './running/dry-run.ts'
import { createFetching, type OpenReading } from './running/fetching.ts'
import { createWaitTopics } from './running/wait-topics.ts'
import { scaffolderExtensions } from './scaffolder-service.ts'
import { createApprovalRules } from './tasks/approval-rules.ts'
import { openTasks } from './tasks/open-tasks.ts'
import { createTemplateSource, locationOf } from './templates/template-source.ts'

export * from './actions/action.ts'
export * from './scaffolder-service.ts'
export type * from './autocomplete/autocomplete.ts'
export type { WaitTopic } from './running/wait-topics.ts'

/** The kinds of hosts that repositories can be made at. */
const repositoryTypes: ReadonlySet<string> = new Set<IntegrationType>([
  'github',
  'gitlab',
  'azure',
  'bitbucketCloud',
  'bitbucketServer',
  'gerrit',
  'gitea',
])

/** Runs templates: forms in, repositories and entities out, with a log, a ledger and an undo. */
export const scaffolderPlugin = defineServerPlugin({
  id: 'scaffolder',
  config: scaffolderSections,
  uses: { catalog: catalogService, integrations: integrationsService, identity: identityPort },
  provides: { extensions: scaffolderExtensions },
  migrations: {
    '0001-scaffolder': scaffolder,
    '0002-effect-address': effectAddress,
    '0003-origins': originTables,
    '0004-workspace-places': workspacePlaces,
    '0005-tries': tries,
    '0006-retriers': retriers,
  },
  permissions: { permissions: scaffolderPermissions, rules: scaffolderRules },
  commands: async () => (await import('./commands/template-commands.ts')).templateCommands,
  async setup(core, { catalog, integrations, identity }) {
    const { config, onConfig, implement, onStart, onStop, log } = core
    const { permissions } = core.security
    let settings = config.scaffolder
    onConfig('scaffolder', changed => void (settings = changed), [
      'defaultAuthor',
      'defaultCommitMessage',
      'defaultEnvironment',
      'approvals',
      'waitTopics',
      'taskRetention',
      'http',
    ])
    const access = createAccess(permissions)
    const actions = createActionRegistry(
      createBuiltinActions({
        client: core.server.client,
        discovery: core.server.discovery,
        tokens: core.security.tokens,
        settings: () => settings,
        confluence: () => config.confluence,
        repositories: integrations.repositories,
      }),
    )
    const renderers = createRenderers()
    const templates = createTemplateSource({ catalog, permissions, access })
    const hosts = () => Object.fromEntries(integrations.list().map(({ host, type }) => [host, type]))
    const reading: OpenReading = as => (as ? integrations.readingAs(as.token, as.address) : integrations.reading())
    async function mayExecute(caller: Principal, action: string, input: unknown): Promise<boolean> {
      const isAllowed = await access.tester<ActionCall>(caller, actionExecutePermission)
      return isAllowed({ action, input })
    }
    const topics = createWaitTopics(() => settings)
    const shared = {
      settings: () => settings,
      topics,
      identity,
      catalog,
      access,
      actions,
      renderers,
      templates,
      hosts,
      reading,
      mayExecute,
    }
    const opened = await openTasks(core, shared)
    const { rules: tasks, streams, waits, runner } = opened
    permissions.loadWith(taskResourceType, refs => tasks.owners(refs))
    const autocomplete = createAutocomplete(createHostAutocomplete(integrations.repositories))
    const approvals = createApprovalRules(() => settings, actions)
    const dryRun = createDryRun({
      actions,
      renderers,
      hosts,
      mayExecute,
      fetching: (spec, signal, onRead) => createFetching({ reading, signal, onRead, ...locationOf(spec) }),
      environmentParameters: () => settings.defaultEnvironment.parameters,
      approvalsFor: approvals.demandsFor,
      isTopicOffered: topic => topics.find(topic) !== undefined,
    })
    const repositoryHosts = () =>
      integrations
        .list()
        .filter(({ type }) => repositoryTypes.has(type))
        .map(({ type, title, host }) => ({ type, title, host }))
    const authoring = createAuthoring({ actions, renderers, templates, hosts, reading })
    const followed = openProvenance(core, { ...shared, ...opened, dryRun, repositories: integrations.repositories })
    const routes = {
      tasks,
      statistics: opened.statistics,
      ...followed,
      templates,
      streams,
      waits,
      actions,
      autocomplete,
      dryRun,
      repositoryHosts,
      authoring,
      renderers,
    }
    core.server.onPageRequest('/create/templates/:namespace/:templateName/*', wizardRequests)
    implement(scaffolderApi, createRoutes(routes))
    registerCoreActions(core, { tasks, actions })
    onStart(() => void runner.removeLeft().catch((error: unknown) => log.warn({ error }, 'folders that were left could not be removed')))
    onStart(() => waits.start().catch((error: unknown) => log.warn({ error }, 'waiting tasks could not be read')))
    onStop(() => {
      renderers.stop()
      streams.stop()
      runner.stop()
    })
    return { extensions: { addAction: actions.add, addAutocomplete: autocomplete.add, addWaitTopic: topics.add } }
  },
})
