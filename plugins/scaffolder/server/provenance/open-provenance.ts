import type { Catalog } from '@portico/catalog/server'
import type { Facts } from '@portico/connectors/server'
import type { Core } from '@portico/core/server'
import type { Integrations } from '@portico/integrations/server'
import type { Access } from '../access.ts'
import type { DryRun } from '../running/dry-run.ts'
import type { StepRuntime } from '../running/step-runtime.ts'
import { createEntityProvenance } from '../tasks/entity-provenance.ts'
import type { OpenedTasks } from '../tasks/open-tasks.ts'
import type { TemplateSource } from '../templates/template-source.ts'
import { createCheckProvenance } from './check-provenance.ts'
import { createProvenance } from './provenance.ts'
import { createPlanUpgrade } from './plan-upgrade.ts'
import { createRenderNow } from './render-now.ts'
import { createTemplateFacts } from './template-facts.ts'
import { createUpgradeAction } from './upgrade-action.ts'
import { createUpgrades } from './upgrades.ts'

const factsEveryMs = 3_600_000

export interface OpenProvenanceDependencies {
  readonly runtime: StepRuntime
  readonly opened: Pick<OpenedTasks, 'stores' | 'originStore' | 'parts' | 'queue' | 'sealing'>
  readonly templates: TemplateSource
  readonly dryRun: DryRun
  readonly catalog: Catalog
  readonly access: Access
  readonly repositories: Integrations['repositories']
  readonly facts: Facts | undefined
}

/** Everything that follows repositories and their templates; adds the action that upgrades. */
export function openProvenance({ security, work, log }: Core, dependencies: OpenProvenanceDependencies) {
  const { runtime, opened, templates, dryRun, catalog, access, repositories, facts } = dependencies
  const { permissions, audit } = security
  const { stores, originStore: store, parts, queue, sealing } = opened
  const { actions, renderers, hosts, settings } = runtime
  const reading = () => runtime.reading()
  const renderNow = createRenderNow({ ...runtime, templates, dryRun })
  const planUpgrade = createPlanUpgrade({ store, renderNow, reading, renderers })
  const provenance = createProvenance({ store, parts, catalog, access, planUpgrade, repositories, hosts, log })
  actions.add(createUpgradeAction({ store, parts, provenance, planUpgrade, permissions, repositories, settings }))
  const checkProvenance = createCheckProvenance({ store, parts, provenance, reading, log })
  work.scheduler.schedule({
    id: 'check-origins',
    description: 'Looks whether what templates fetch has changed, and whether upgrades were merged',
    frequency: { hours: 1 },
    timeout: { minutes: 30 },
    initialDelay: { minutes: 15 },
    run: signal => checkProvenance(signal),
  })
  if (facts)
    work.scheduler.schedule({
      id: 'read-template-facts',
      description: 'Stores which entities lack changes of their template, as facts',
      frequency: factsEveryMs,
      timeout: { minutes: 30 },
      initialDelay: { minutes: 1 },
      run: createTemplateFacts({ catalog, facts, provenance, everyMs: factsEveryMs }),
    })
  const { tasks: taskStore, effects } = stores
  const originOf = createEntityProvenance({ taskStore, effects, catalog, permissions, access, repositoryAt: provenance.at })
  return { provenance, originOf, upgrades: createUpgrades({ store, provenance, taskStore, queue, sealing, access, audit }) }
}
