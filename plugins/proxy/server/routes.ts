import type { Handlers } from '@portico/core/server'
import type { proxyApi } from '@portico/proxy/common'
import type { Forwarding } from './forward.ts'

/** The routes of the endpoints, one for each method. */
export function proxyRoutes({ forward }: Pick<Forwarding, 'forward'>): Handlers<typeof proxyApi> {
  return {
    forwardGet: forward,
    forwardOptions: forward,
    forwardPost: forward,
    forwardPut: forward,
    forwardPatch: forward,
    forwardDelete: forward,
  }
}
