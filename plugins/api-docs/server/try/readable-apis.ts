import { entityReadPermission } from '@portico/catalog/common'
import type { Catalog } from '@portico/catalog/server'
import type { Permissions, Principal } from '@portico/core/server'
import { apiNotFound } from '../errors.ts'

interface EntityParams {
  readonly namespace: string
  readonly kind: string
  readonly name: string
}

interface Dependencies {
  readonly catalog: Pick<Catalog, 'getEntity'>
  readonly permissions: Pick<Permissions, 'authorize'>
}

/** Finds APIs for those who may read them. */
export function createReadableApis({ catalog, permissions }: Dependencies) {
  /** The ref of the entity. */
  return async function refOf(caller: Principal, { namespace, kind, name }: EntityParams): Promise<string> {
    const ref = `${kind}:${namespace}/${name}`.toLowerCase()
    const entity = await catalog.getEntity(ref)
    const [decision] = entity ? await permissions.authorize(caller, [{ permission: entityReadPermission, resourceRef: ref }]) : []
    if (decision?.result !== 'ALLOW') throw apiNotFound(ref)
    return ref
  }
}

export type RefOfReadable = ReturnType<typeof createReadableApis>
