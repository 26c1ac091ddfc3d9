import type { Contract, Route } from '@portico/core/common'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { Handlers } from '../../http/handler.ts'
import { mountContract } from '../../http/mount.ts'
import { createOpenConnections } from '../../http/open-connections.ts'
import { createHttp } from '../../http/server.ts'
import type { Permissions } from '../../host/permissions.ts'
import type { Principal } from '../../host/principal.ts'
import type { Logger } from '../../operations/log.ts'
import { needsProcessOfPortal, type RouteDescription } from './description.ts'

/** The header by which the portal says who calls. */
export const callerHeader = 'x-portico-caller'

interface PluginHttp {
  readonly id: string
  readonly log: Logger
  readonly permissions: Permissions
  readonly callerOf: (header: string) => Principal
}

/** The routes of a plugin in its own process. The portal has checked who calls, and passes requests on through a socket that only it can reach. */
export async function createPluginHttp({ id, log, permissions, callerOf }: PluginHttp) {
  const { http, inner } = await createHttp({
    log,
    securityHeaders: {},
    ownOrigins: [],
    // The portal counts them.
    openConnections: createOpenConnections({ perUser: Number.POSITIVE_INFINITY, others: Number.POSITIVE_INFINITY }),
    onFinished: () => {},
    startSpan: () => ({ run: work => work(), end: () => {} }),
    refuseFailedPlugin: () => {},
  })
  const plugin = {
    id,
    log,
    permissions,
    gate: () => {},
    authenticate: (request: { readonly headers: Record<string, unknown> }) => callerOf(String(request.headers[callerHeader])),
  }
  return {
    /** Mounts the routes, and says what the portal has to know of them. */
    implement<C extends Contract>(contract: C, handlers: Handlers<C>): RouteDescription[] {
      const routes: [string, Route][] = Object.entries(contract)
      const socket = routes.find(([, { spec }]) => spec.socket ?? spec.tunnel)
      if (socket) throw needsProcessOfPortal(`its route ${socket[1].method} ${socket[1].path} is a WebSocket`)
      const open = routes.map(([name, { spec, ...route }]) => [name, { ...route, spec: withoutAccess(spec) }])
      mountContract(http, plugin, Object.fromEntries(open) as C, handlers)
      return routes.map(([, route]) => describeRoute(route))
    },
    /** Answers requests from now on. */
    async listen(path: string): Promise<void> {
      await http.ready()
      const server = createServer((request, response) => void inner.emit('request', request, response))
      server.listen(path)
      await once(server, 'listening')
    },
  }
}

function withoutAccess(spec: Route['spec']): Route['spec'] {
  const { guests: _, ...rest } = spec
  return { ...rest, access: 'public' }
}

function describeRoute({ plugin, name, method, path, spec }: Route): RouteDescription {
  const { access, guests, summary, reads, noStore, streams, anyText, valueLimit, bodyLimit, events } = spec
  const kept = { access, guests, summary, reads, noStore, streams, anyText, valueLimit, bodyLimit }
  const given = Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== undefined)) as typeof kept
  return { plugin, name, method, path, spec: given as RouteDescription['spec'], hasEvents: events !== undefined }
}
