import type { Core, Principal } from '@portico/core/server'
import type { Integrations } from '@portico/integrations/server'
import { actionExecutePermission } from '@portico/scaffolder/common'
import { createBuiltinActions } from '../actions/builtin/builtin-actions.ts'
import { createActionRegistry, type ActionRegistry } from '../actions/registry.ts'
import type { ActionCall, Access } from '../access.ts'
import type { ScaffolderSection, scaffolderSections } from '../config.ts'
import { createRenderers, type Renderers } from '../rendering/renderer.ts'
import { createApprovalRules, type ApprovalRules } from '../tasks/approval-rules.ts'
import type { OpenReading } from './fetching.ts'
import { createWaitTopics, type WaitTopics } from './wait-topics.ts'

/** What the steps of templates run with, in tasks and in dry runs alike. */
export interface StepRuntime {
  /** The config as it is now. */
  readonly settings: () => ScaffolderSection
  readonly actions: ActionRegistry
  readonly renderers: Renderers
  /** What files are fetched with. */
  readonly reading: OpenReading
  /** The types of the hosts of integrations, by host. */
  readonly hosts: () => Readonly<Record<string, string>>
  /** Which steps need a yes. */
  readonly approvals: ApprovalRules
  /** What steps may wait for. */
  readonly topics: WaitTopics
  readonly mayExecute: (caller: Principal, action: string, input: unknown) => Promise<boolean>
}

interface Dependencies {
  readonly settings: () => ScaffolderSection
  readonly integrations: Integrations
  readonly access: Access
}

export function openStepRuntime(core: Core<typeof scaffolderSections>, { settings, integrations, access }: Dependencies): StepRuntime {
  const { config, server, security } = core
  const actions = createActionRegistry(
    createBuiltinActions({
      client: server.client,
      discovery: server.discovery,
      tokens: security.tokens,
      settings,
      confluence: () => config.confluence,
      repositories: integrations.repositories,
    }),
  )
  const renderers = createRenderers()
  core.onStop(renderers.stop)
  return {
    settings,
    actions,
    renderers,
    reading: as => (as ? integrations.readingAs(as.token, as.address) : integrations.reading()),
    hosts: () => Object.fromEntries(integrations.list().map(({ host, type }) => [host, type])),
    approvals: createApprovalRules(settings, actions),
    topics: createWaitTopics(settings),
    async mayExecute(caller, action, input) {
      const isAllowed = await access.tester<ActionCall>(caller, actionExecutePermission)
      return isAllowed({ action, input })
    },
  }
}
