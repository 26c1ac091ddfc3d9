import { entityReadPermission, type Entity } from '@portico/catalog/common'
import type { Catalog } from '@portico/catalog/server'
import type { Permissions, Principal } from '@portico/core/server'
import type { BuildProject } from './systems/build-system.ts'
import { annotationMissing, entityNotFound } from './errors.ts'

/** Which entity is asked about. */
export interface EntityParams {
  readonly namespace: string
  readonly kind: string
  readonly name: string
}

interface Dependencies {
  readonly catalog: Pick<Catalog, 'getEntity'>
  readonly permissions: Pick<Permissions, 'authorize'>
}

/** Finds the projects of entities by their annotations, for those who may read the entity. */
export function createEntityProjects({ catalog, permissions }: Dependencies) {
  async function readable(
    caller: Principal,
    { namespace, kind, name }: EntityParams,
  ): Promise<{ readonly ref: string; readonly entity: Entity }> {
    const ref = `${kind}:${namespace}/${name}`.toLowerCase()
    const entity = await catalog.getEntity(ref)
    const [decision] = entity ? await permissions.authorize(caller, [{ permission: entityReadPermission, resourceRef: ref }]) : []
    if (!entity || decision?.result !== 'ALLOW') throw entityNotFound(ref)
    return { ref, entity }
  }

  return {
    readable,
    /** The project that an annotation names. */
    projectOf(ref: string, entity: Entity, annotation: string): BuildProject {
      const value = annotationOf(entity, annotation)
      if (value === undefined || value === '') throw annotationMissing(ref, annotation)
      return { value, entity }
    },
  }
}

export type EntityProjects = ReturnType<typeof createEntityProjects>

export function annotationOf({ metadata }: Entity, name: string): string | undefined {
  return metadata.annotations?.[name]
}
