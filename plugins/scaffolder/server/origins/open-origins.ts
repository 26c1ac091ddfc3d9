import type { Catalog } from '@portico/catalog/server'
import type { Core, JobQueue, Principal } from '@portico/core/server'
import type { Integrations, Readers } from '@portico/integrations/server'
import type { ActionRegistry } from '../actions/registry.ts'
import type { Authority } from '../authority.ts'
import type { ScaffolderSection } from '../config.ts'
import type { Renderers } from '../rendering/renderer.ts'
import type { DryRun } from '../running/dry-run.ts'
import type { EffectStore } from '../tasks/effect-store.ts'
import { createEntityOrigins } from '../tasks/entity-origins.ts'
import type { Sealing } from '../tasks/sealing.ts'
import type { TaskStore } from '../tasks/task-store.ts'
import type { TemplateSource } from '../templates/template-source.ts'
import { createCheckOrigins } from './check-origins.ts'
import type { OriginStore } from './origin-store.ts'
import { createOrigins } from './origins.ts'
import type { PartStore } from './part-store.ts'
import { createPlanUpgrade } from './plan-upgrade.ts'
import { createRenderNow } from './render-now.ts'
import { createUpgradeAction } from './upgrade-action.ts'
import { createUpgrades } from './upgrades.ts'

export interface OpenOriginsDependencies {
  readonly store: OriginStore
  readonly parts: PartStore
  readonly tasks: TaskStore
  readonly effects: EffectStore
  readonly queue: JobQueue<{ taskId: string }>
  readonly sealing: Sealing
  readonly catalog: Catalog
  readonly authority: Authority
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
export function openOrigins({ security, work, log }: Core, dependencies: OpenOriginsDependencies) {
  const { permissions, audit } = security
  const planUpgrade = createPlanUpgrade({ ...dependencies, renderNow: createRenderNow(dependencies) })
  const origins = createOrigins({ ...dependencies, planUpgrade, log })
  dependencies.actions.add(createUpgradeAction({ ...dependencies, origins, planUpgrade, permissions }))
  const checkOrigins = createCheckOrigins({ ...dependencies, origins, log })
  work.scheduler.schedule({
    id: 'check-origins',
    description: 'Looks whether what templates fetch has changed, and whether upgrades were merged',
    frequency: { hours: 1 },
    timeout: { minutes: 30 },
    initialDelay: { minutes: 15 },
    run: signal => checkOrigins(signal),
  })
  const originOf = createEntityOrigins({ ...dependencies, permissions, repositoryAt: origins.at })
  return { origins, originOf, upgrades: createUpgrades({ ...dependencies, origins, audit }) }
}
