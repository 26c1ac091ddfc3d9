import type { Permission } from '@portico/core/common'
import { defineApiRef } from '../apis/api-ref.ts'
import type { Refusal } from './refusal.ts'

/** One query: may I do this, and to this? */
export interface PermissionQuery {
  readonly permission: Permission
  /** What it is about. A permission about a resource is denied while this is not known. */
  readonly resourceRef?: string | undefined
}

export interface PermissionAnswer {
  readonly result: 'ALLOW' | 'DENY' | 'CONDITIONAL'
}

/** What the signed-in user may do. Components ask with `usePermission`. */
export interface Permissions {
  /** Rejects when the check fails; that counts as denied. */
  authorize(query: PermissionQuery): Promise<PermissionAnswer>
  /** The answer, where it is known without a request: nothing then has to wait for it. */
  known(query: PermissionQuery): PermissionAnswer | undefined
  /** Explains a denial: which roles carry the permission. */
  explain(query: PermissionQuery): Promise<Refusal>
}

export const permissionApiRef = defineApiRef<Permissions>({ id: 'core.permission', description: 'What the signed-in user may do' })

const allow: PermissionAnswer = { result: 'ALLOW' }

/** Without a permission plugin everything is allowed. */
export function createOpenPermissions(): Permissions {
  return {
    authorize: async () => allow,
    known: () => allow,
    explain: async ({ permission, resourceRef }) => ({
      permission: permission.name,
      ...(resourceRef !== undefined && { resourceRef }),
    }),
  }
}
