import type { Permission } from '@portico/core/common'
import { defineService, type Permissions, type Principal } from '@portico/core/server'
import type { StreamAnswer } from '@portico/core/server/outbound'

/** The proxy for plugins whose browser half calls through it. */
export interface Proxy {
  /** What is asked at a path and below needs a permission, by its method. Returns the function that ends that. */
  guard(path: string, permissionOf: (method: string) => Permission): () => void
  /** Where a request to an endpoint of the config goes. Undefined where the config has no such endpoint. */
  targetOf(url: string): URL | undefined
  /** Asks an endpoint of the config from the server, as the browser would. Undefined where the config has no such endpoint. */
  get(url: string, options?: { readonly signal?: AbortSignal | undefined }): Promise<StreamAnswer | undefined>
}

export const proxyService = defineService<Proxy>('proxy', { registers: ['guard'] })

interface Guard {
  readonly path: string
  readonly permissionOf: (method: string) => Permission
}

/** Keeps what plugins say about the permissions of paths. */
export function createGuards(permissions: Pick<Permissions, 'require'>) {
  const guards = new Set<Guard>()
  return {
    add(guard: Guard): () => void {
      guards.add(guard)
      return () => void guards.delete(guard)
    },
    /** @param below path and query below `/api/proxy`, decodable */
    async check(caller: Principal, method: string, below: string): Promise<void> {
      const path = decodeURIComponent(below.split('?', 1)[0]!)
      const guard = [...guards].find(each => path === each.path || path.startsWith(`${each.path}/`))
      if (guard) await permissions.require(caller, guard.permissionOf(method))
    },
  }
}

export type Guards = ReturnType<typeof createGuards>
