import type { authApi } from '@portico/auth/common'
import type { Handlers, Permissions, Principal, RequestMetadata } from '@portico/core/server'
import { permissionsNeeded } from '../errors.ts'
import type { Administration, Administrator } from './administration.ts'

type AdministrationRoutes = Pick<typeof authApi, 'getUserAccess' | 'revokeUserAccess' | 'listBlockedUsers' | 'blockUser' | 'unblockUser'>

export interface AdministrationDependencies {
  readonly administration: Administration
  readonly permissions: Pick<Permissions, 'isEnabled'>
}

/** The routes with which administrators manage the sessions and tokens of others. The contract names the permission. */
export function administrationRoutes({ administration, permissions }: AdministrationDependencies): Handlers<AdministrationRoutes> {
  /** Without permissions every user has every permission: then only programs of the operator may do this. */
  function administrator({ caller, request }: { readonly caller: Principal; readonly request: RequestMetadata }): Administrator {
    if (caller.type !== 'service' && !permissions.isEnabled()) throw permissionsNeeded()
    return { caller, requestId: request.id }
  }
  return {
    getUserAccess: async ({ query, ...call }) => administration.access(administrator(call), query.user),
    revokeUserAccess: async ({ body, ...call }) => administration.revoke(administrator(call), body.user, body.accessTokens),
    listBlockedUsers: async call => ({ items: await administration.blocked(administrator(call)) }),
    blockUser: async ({ body, ...call }) => administration.block(administrator(call), body.user, body.reason),
    unblockUser: async ({ body, ...call }) => administration.unblock(administrator(call), body.user),
  }
}
