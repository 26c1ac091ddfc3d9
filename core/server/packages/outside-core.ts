import type { Contract, Route } from '@portico/core/common'
import type { Handlers } from '../http/handler.ts'
import type { PreparedCore } from '../host/plugin-host.ts'
import type { OutsidePlugin } from './outside-plugin.ts'
import { withinTime } from './within-time.ts'

type AnyHandler = (input: object) => unknown

/** The core as a plugin from outside gets it: what it does is bounded in time, and is what its manifest promises. */
export function boundCore(core: PreparedCore, { entry, package: { manifest } }: OutsidePlugin): PreparedCore {
  const { id, routes } = manifest
  const late = (what: string) => `${what} of the plugin '${id}' took longer than ${entry.callTimeout / 1000} s`

  function checkRoute({ method, path }: Route): void {
    if (routes && !routes.includes(`${method} ${path}`))
      throw new Error(`it has the route '${method} ${path}', which its package.json does not list in 'routes'`)
  }

  function bounded(route: Route, handler: AnyHandler): AnyHandler {
    const { events, socket, tunnel } = route.spec
    if (events || socket || tunnel) return handler
    return input => withinTime(entry.callTimeout, late(`The route ${route.method} ${route.path}`), handler(input))
  }

  return {
    ...core,
    implement<C extends Contract>(contract: C, handlers: Handlers<C>): void {
      for (const route of Object.values(contract)) checkRoute(route)
      const all = Object.entries(contract).map(([name, route]) => [
        name,
        bounded(route, handlers[name as keyof C] as unknown as AnyHandler),
      ])
      core.implement(contract, Object.fromEntries(all) as Handlers<C>)
    },
    work: {
      ...core.work,
      events: {
        ...core.work.events,
        subscribe(subscription) {
          const run: typeof subscription.run = event =>
            withinTime(entry.callTimeout, late(`The subscription '${subscription.id}'`), subscription.run(event))
          core.work.events.subscribe({ ...subscription, run })
        },
      },
    },
  }
}
