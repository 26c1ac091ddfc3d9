import { entityReadPermission, type Entity } from '@portico/catalog/common'
import type { Catalog } from '@portico/catalog/server'
import type { Permissions, Principal } from '@portico/core/server'
import { entityNotFound } from '../errors.ts'

interface Dependencies {
  readonly catalog: Pick<Catalog, 'getEntity'>
  readonly permissions: Pick<Permissions, 'authorize'>
}

/** Facts are for those who may see their entity. */
export function createVisibleEntities({ catalog, permissions }: Dependencies) {
  async function among(caller: Principal, refs: readonly string[]): Promise<ReadonlySet<string>> {
    const unique = [...new Set(refs)]
    const decisions = await permissions.authorize(
      caller,
      unique.map(resourceRef => ({ permission: entityReadPermission, resourceRef })),
    )
    return new Set(unique.filter((_, at) => decisions[at]?.result === 'ALLOW'))
  }

  return {
    among,
    /** One that the caller may not see is not found. */
    async find(caller: Principal, given: string): Promise<{ readonly ref: string; readonly entity: Entity }> {
      const ref = given.toLowerCase()
      const entity = await catalog.getEntity(ref)
      if (!entity || !(await among(caller, [ref])).has(ref)) throw entityNotFound(ref)
      return { ref, entity }
    },
  }
}

export type VisibleEntities = ReturnType<typeof createVisibleEntities>
