import type { PermissionDirectory, PermissionPort, Principal } from '@portico/core/server'
import { Refusal } from '@portico/permission/common'
import { permissionUnknown } from './errors.ts'

interface RefusalDependencies {
  readonly refusalDetails: NonNullable<PermissionPort['refusalDetails']>
  readonly directory: Pick<PermissionDirectory, 'find'>
}

/** Returns to a user without a permission which roles carry it, like the error of a refused request. */
export function createRefusal({ refusalDetails, directory }: RefusalDependencies) {
  return async (caller: Principal, asked: { readonly permission: string; readonly resourceRef?: string | undefined }): Promise<Refusal> => {
    const permission = directory.find(asked.permission)?.permission
    if (!permission) throw permissionUnknown(asked.permission)
    const about = asked.resourceRef === undefined ? {} : { resourceRef: asked.resourceRef }
    return Refusal.parse({ ...(await refusalDetails(caller, { permission, ...about })), permission: permission.name, ...about })
  }
}
