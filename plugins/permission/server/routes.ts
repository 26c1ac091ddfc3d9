import type { Handlers } from '@portico/core/server'
import type { permissionApi } from '@portico/permission/common'
import type { createAuthorize } from './authorize.ts'
import type { createRefusal } from './refusal.ts'

interface RouteDependencies {
  readonly authorize: ReturnType<typeof createAuthorize>
  readonly refusal: ReturnType<typeof createRefusal>
}

/** The routes by which callers learn what they may do, and why not. */
export function permissionRoutes({ authorize, refusal }: RouteDependencies): Handlers<typeof permissionApi> {
  return {
    authorize: async ({ caller, body }) => ({ items: await authorize(caller, body.items) }),
    getRefusal: async ({ caller, query }) => refusal(caller, query),
    getHealth: () => ({ status: 'ok' as const }),
  }
}
