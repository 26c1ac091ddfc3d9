import type { Catalog } from '@portico/catalog/server'
import type { Core, JobQueue, Principal } from '@portico/core/server'
import type { Integrations, Readers } from '@portico/integrations/server'
import type { ActionRegistry } from '../actions/registry.ts'
import type { Access } from '../access.ts'
import type { ScaffolderSection } from '../config.ts'
import type { Renderers } from '../rendering/renderer.ts'
import type { DryRun } from '../running/dry-run.ts'
import type { EffectStore } from '../tasks/effect-store.ts'
import { createEntityProvenance } from '../tasks/entity-provenance.ts'
import type { Sealing } from '../tasks/sealing.ts'
import type { TaskStore } from '../tasks/task-store.ts'
import type { TemplateSource } from '../templates/template-source.ts'
import { createCheckProvenance } from './check-provenance.ts'
import type { ProvenanceStore } from './provenance-store.ts'
import { createProvenance } from './provenance.ts'
import type { PartStore } from './part-store.ts'
import { createPlanUpgrade } from './plan-upgrade.ts'
import { createRenderNow } from './render-now.ts'
import { createUpgradeAction } from './upgrade-action.ts'
import { createUpgrades } from './upgrades.ts'

export interface OpenProvenanceDependencies {
  readonly store: ProvenanceStore
  readonly parts: PartStore
  readonly tasks: TaskStore
  readonly effects: EffectStore
  readonly queue: JobQueue<{ taskId: string }>
  readonly sealing: Sealing
  readonly catalog: Catalog
  readonly access: Access
  readonly actions: ActionRegistry
  readonly renderers: Renderers
  readonly templates: TemplateSource
  readonly dryRun: DryRun
  readonly repositories: Integrations['repositories']
  readonly reading: () => Promise<Readers>
  readonly hosts: () => Readonly<Record<string, string>>
  readonly settings: () => ScaffolderSection
  readonly mayExecute: (caller: Principal, action: string, input: unknown) => Promise<boolean>
}

/** Everything that follows repositories and their templates; adds the action that upgrades. */
export function openProvenance({ security, work, log }: Core, dependencies: OpenProvenanceDependencies) {
  const { permissions, audit } = security
  const planUpgrade = createPlanUpgrade({ ...dependencies, renderNow: createRenderNow(dependencies) })
  const provenance = createProvenance({ ...dependencies, planUpgrade, log })
  dependencies.actions.add(createUpgradeAction({ ...dependencies, provenance, planUpgrade, permissions }))
  const checkProvenance = createCheckProvenance({ ...dependencies, provenance, log })
  work.scheduler.schedule({
    id: 'check-origins',
    description: 'Looks whether what templates fetch has changed, and whether upgrades were merged',
    frequency: { hours: 1 },
    timeout: { minutes: 30 },
    initialDelay: { minutes: 15 },
    run: signal => checkProvenance(signal),
  })
  const originOf = createEntityProvenance({ ...dependencies, permissions, repositoryAt: provenance.at })
  return { provenance, originOf, upgrades: createUpgrades({ ...dependencies, provenance, audit }) }
}
