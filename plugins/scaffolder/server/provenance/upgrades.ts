import type { Audit, JobQueue, Principal } from '@portico/core/server'
import { principalName } from '@portico/core/server'
import { taskReadPermission, templateApiVersion, type StartedUpgrades, type TaskSpec } from '@portico/scaffolder/common'
import { randomUUID } from 'node:crypto'
import type { Access } from '../access.ts'
import type { SealedTask, Sealing } from '../tasks/sealing.ts'
import type { TaskTransaction } from '../tasks/claim-store.ts'
import type { TaskStore } from '../tasks/task-store.ts'
import type { ProvenanceStore, StoredProvenance } from './provenance-store.ts'
import type { ProvenanceService } from './provenance.ts'

const maxUpgrades = 500

export interface UpgradesDependencies {
  readonly store: ProvenanceStore
  readonly provenance: Pick<ProvenanceService, 'list'>
  readonly taskStore: Pick<TaskStore, 'add' | 'transaction'>
  readonly queue: Pick<JobQueue<{ taskId: string }>, 'add'>
  readonly sealing: Sealing
  readonly access: Access
  readonly audit: Audit
}

export interface UpgradeOrder {
  readonly originIds?: readonly string[] | undefined
  readonly templateRef?: string | undefined
  readonly values?: Readonly<Record<string, unknown>> | undefined
  readonly secrets?: Readonly<Record<string, string>> | undefined
}

/** Starts upgrades: a task for each repository, so that each has its log, can be retried and can be undone. */
export function createUpgrades({ store, provenance, taskStore, queue, sealing, access, audit }: UpgradesDependencies) {
  async function ordered(caller: Principal, { originIds, templateRef }: UpgradeOrder): Promise<StoredProvenance[]> {
    // Looks at the template as it is now.
    await provenance.list(caller, { templateRef: templateRef === undefined ? undefined : [templateRef], limit: 1 })
    const visible = await access.taskCondition(caller, taskReadPermission)
    const which = originIds ? { ids: originIds } : { templateRef: [templateRef ?? ''], isOutdated: true }
    return store.list({ ...which, visible, limit: maxUpgrades, offset: 0 })
  }

  /** One that is under way already is not started again. */
  async function start(caller: Principal, { origin }: StoredProvenance, { values, secrets = {} }: UpgradeOrder, within: TaskTransaction) {
    const locked = await store.lockForUpgrade(origin.id, within)
    if (locked?.runningTaskId !== undefined) return locked.runningTaskId
    const id = randomUUID()
    const spec = specOf({ id: origin.id, title: origin.title, templateRef: origin.templateRef }, caller, {
      values,
      hasToken: 'USER_OAUTH_TOKEN' in secrets,
    })
    const sealed = sealing.seal({ secrets, caller: await sealing.storedCaller(caller) } satisfies SealedTask, id)
    const createdBy = caller.type === 'none' ? undefined : principalName(caller)
    await taskStore.add({ id, templateRef: origin.templateRef, spec, createdBy, sealed }, within)
    await store.setUpgradeTask(origin.id, id, within)
    await queue.add({ taskId: id }, { within })
    return id
  }

  return {
    async start(caller: Principal, order: UpgradeOrder, requestId: string): Promise<StartedUpgrades> {
      const found = await ordered(caller, order)
      const items: StartedUpgrades['items'] = []
      const known = new Set(found.map(({ origin }) => origin.id))
      const skipped: StartedUpgrades['skipped'] = (order.originIds ?? [])
        .filter(id => !known.has(id))
        .map(originId => ({ originId, reason: 'not-found' }))
      for (const stored of found) {
        const originId = stored.origin.id
        if (!stored.origin.canUpgrade) skipped.push({ originId, reason: 'no-base' })
        else if (!stored.origin.isOutdated && !order.originIds) skipped.push({ originId, reason: 'up-to-date' })
        else items.push({ originId, taskId: await taskStore.transaction(within => start(caller, stored, order, within)) })
      }
      const details = {
        started: items.length,
        skipped: skipped.length,
        ...(order.templateRef !== undefined && { template: order.templateRef }),
      }
      const subject = order.templateRef ?? (order.originIds ?? []).join(',').slice(0, 500)
      await audit.record({ caller, action: 'scaffolder.template.upgrade', subject, result: 'success', requestId, details })
      return { items, skipped }
    },
  }
}

export type Upgrades = ReturnType<typeof createUpgrades>

/** A task of one step, which is run as all others are. */
function specOf(
  origin: { readonly id: string; readonly title: string; readonly templateRef: string },
  caller: Principal,
  { values, hasToken }: { readonly values: UpgradeOrder['values']; readonly hasToken: boolean },
): TaskSpec {
  const input = {
    originId: origin.id,
    // What people wrote is a value, never an expression.
    ...(values && { values: '${{ parameters.values }}' }),
    ...(hasToken && { token: '${{ secrets.USER_OAUTH_TOKEN }}' }),
  }
  return {
    apiVersion: templateApiVersion,
    steps: [{ id: 'upgrade', name: `Upgrade ${origin.title}`, action: 'template:upgrade', input }],
    output: {
      links: [{ title: 'Pull request', url: '${{ steps.upgrade.output.url }}', if: '${{ steps.upgrade.output.url }}' }],
      conflicts: '${{ steps.upgrade.output.conflicts }}',
    },
    parameters: values ? { values } : {},
    user: caller.type === 'user' ? { ref: caller.userEntityRef } : {},
    templateInfo: { entityRef: origin.templateRef },
    upgradeOf: origin.id,
  }
}
