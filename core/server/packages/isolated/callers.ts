import { notAllowedError } from '@portico/core/common'
import { randomUUID } from 'node:crypto'
import { anonymous, type Principal } from '../../host/principal.ts'

/** Callers that a plugin may still name. Older ones are forgotten. */
const maxCallers = 5000

/** A caller as the plugin's process gets it: what may be known of it, and by what the portal finds it again. */
export interface HandedCaller {
  readonly handle: string
  readonly caller: Principal
}

/** Who has called a plugin of another process. The plugin names callers by handles, so that it can act for nobody who has not called it. */
export function createCallers(pluginId: string) {
  const known = new Map<string, Principal>()
  const taken = new WeakSet<object>()
  const given = new WeakSet<object>()

  return {
    give(caller: Principal): HandedCaller {
      const handle = randomUUID()
      known.set(handle, caller)
      for (const oldest of known.keys()) {
        if (known.size <= maxCallers) break
        known.delete(oldest)
      }
      const handed = { handle, caller: withoutToken(caller) }
      given.add(handed)
      return handed
    },
    /** Whether a value is a caller for the process. */
    isHanded: (value: object): boolean => given.has(value),
    find(handle: unknown): Principal {
      const caller = known.get(String(handle))
      if (!caller) throw notAllowedError('The request of this caller is over for long', { code: 'core.unknown-caller' })
      taken.add(caller)
      return caller
    },
    /** The caller that a plugin names: one that called it, nobody, or itself. */
    check(named: unknown): Principal {
      const caller = named as Principal
      if (typeof named === 'object' && named !== null && taken.has(named)) return caller
      if (caller?.type === 'none') return anonymous
      if (caller?.type === 'service' && caller.subject === `plugin:${pluginId}`) return { type: 'service', subject: caller.subject }
      throw notAllowedError(`The plugin '${pluginId}' names a caller that no request brought: pass on what the route was given`, {
        code: 'core.unknown-caller',
      })
    },
  }
}

export type Callers = ReturnType<typeof createCallers>

/** A plugin that is not trusted gets no token of a user. */
function withoutToken(caller: Principal): Principal {
  if (caller.type !== 'user') return caller
  const { token: _, ...rest } = caller
  return rest
}
