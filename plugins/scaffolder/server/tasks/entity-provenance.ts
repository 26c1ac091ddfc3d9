import { entityReadPermission, toEntityRef, type Entity } from '@portico/catalog/common'
import type { Catalog } from '@portico/catalog/server'
import type { Permissions, Principal } from '@portico/core/server'
import { taskReadPermission, type EntityProvenance, type ProvenanceRecord } from '@portico/scaffolder/common'
import { addressesOf } from '../provenance/entity-addresses.ts'
import { sourceTemplateAnnotation } from '../actions/builtin/catalog-actions.ts'
import type { Access, OwnedTask } from '../access.ts'
import { entityNotFound } from '../errors.ts'
import type { EffectStore } from './effect-store.ts'
import type { TaskStore } from './task-store.ts'

export interface EntityOriginsDependencies {
  readonly taskStore: Pick<TaskStore, 'get'>
  readonly effects: Pick<EffectStore, 'taskThatMade'>
  readonly catalog: Pick<Catalog, 'getEntity'>
  readonly permissions: Permissions
  readonly access: Access
  /** The repository at one of some addresses, where a template made it. */
  readonly repositoryAt: (addresses: readonly string[]) => Promise<ProvenanceRecord | undefined>
}

/** Finds the template that made an entity: by the ledger, or by the annotation that `catalog:write` adds. */
export function createEntityProvenance(dependencies: EntityOriginsDependencies) {
  const { taskStore, effects, catalog, permissions, access, repositoryAt } = dependencies
  async function readable(caller: Principal, ref: string): Promise<Entity | undefined> {
    const entity = await catalog.getEntity(ref)
    const [decision] = entity ? await permissions.authorize(caller, [{ permission: entityReadPermission, resourceRef: ref }]) : []
    return decision?.result === 'ALLOW' ? entity : undefined
  }

  return async function originOf(caller: Principal, ref: string): Promise<EntityProvenance | undefined> {
    const entity = await readable(caller, ref)
    if (!entity) throw entityNotFound(ref)
    const addresses = addressesOf(entity)
    const madeBy = await effects.taskThatMade(addresses)
    const repository = await repositoryAt(addresses)
    const task = madeBy === undefined ? undefined : await taskStore.get(madeBy)
    const { templateInfo } = task?.spec ?? {}
    const templateRef =
      templateInfo?.entityRef ?? repository?.templateRef ?? toTemplateRef(entity.metadata.annotations?.[sourceTemplateAnnotation])
    if (templateRef === undefined) return undefined
    const mayRead = await access.tester<OwnedTask>(caller, taskReadPermission)
    const current = (await readable(caller, templateRef))?.metadata.etag
    const made = templateInfo?.entity?.metadata['etag']
    const version = typeof made === 'string' ? made : undefined
    return {
      templateRef,
      ...(task &&
        mayRead(task) && {
          task: {
            id: task.id,
            createdAt: task.createdAt,
            ...(task.createdBy !== undefined && { createdBy: task.createdBy }),
            parameters: task.spec.parameters,
          },
        }),
      ...(version !== undefined && { templateVersion: version }),
      ...(current !== undefined && { currentVersion: current }),
      isOutdated: repository?.isOutdated ?? (version !== undefined && current !== undefined && version !== current),
      ...(repository && { repository }),
    }
  }
}

export type EntityProvenances = ReturnType<typeof createEntityProvenance>

function toTemplateRef(given: string | undefined): string | undefined {
  return given === undefined ? undefined : toEntityRef(given, { defaultKind: 'template' })
}
