import type { WebPlugin } from '../plugin.ts'
import { fillPath, paramNamesOf } from './route-path.ts'
import type { AnyRouteRef, ExternalRouteRef, RouteRef, TargetRouteRef } from './route-ref.ts'

/** Makes the path of a route from its parameters. */
export type RouteFunction<Params extends string = string> = (
  ...params: [Params] extends [never] ? [] : [params: Readonly<Record<Params, string>>]
) => string

type AnyRouteFunction = (params?: Readonly<Record<string, string>>) => string

/** Resolves the path of every route ref of the portal. */
export function createRouteResolver(plugins: readonly WebPlugin[], bindings: ReadonlyMap<ExternalRouteRef, TargetRouteRef>) {
  const paths = pathsOf(plugins)
  const functions = new Map<AnyRouteRef, AnyRouteFunction | undefined>()

  function pathOf(ref: TargetRouteRef): string {
    const path = paths.get(ref.kind === 'sub' ? ref.parent : ref)
    if (path === undefined) throw new Error(`No path for ${ref.id}`)
    return ref.kind === 'sub' ? `${path.replace(/\/?\*$/, '').replace(/\/$/, '')}${ref.path}` : path
  }

  function create(ref: AnyRouteRef): AnyRouteFunction | undefined {
    const target = ref.kind === 'external' ? bindings.get(ref) : ref
    if (!target) {
      if (ref.kind === 'external' && ref.optional) return undefined
      throw new Error(`No path for ${ref.id}`)
    }
    const path = pathOf(target)
    return (params = {}) => fillPath(path, params)
  }

  return {
    /** Whether a page of the portal has this route. */
    has: (ref: RouteRef): boolean => paths.has(ref),
    /** The pattern of a route's path; throws when no page has the route. */
    pathOf,
    /** The function that makes paths of the route; the same one each time. Undefined for an optional link without a target. */
    resolve(ref: AnyRouteRef): AnyRouteFunction | undefined {
      if (!functions.has(ref)) functions.set(ref, create(ref))
      return functions.get(ref)
    },
  }
}

function pathsOf(plugins: readonly WebPlugin[]): Map<RouteRef, string> {
  const paths = new Map<RouteRef, string>()
  for (const { path, route } of plugins.flatMap(plugin => plugin.pages ?? [])) {
    if (!route) continue
    if (paths.has(route)) throw new Error(`Duplicate route '${route.id}': two pages have it`)
    const given = paramNamesOf(path).sort().join(', ')
    const declared = [...route.params].sort().join(', ')
    if (given !== declared) throw new Error(`The route '${route.id}' has the parameters (${declared}), its page '${path}' has (${given})`)
    paths.set(route, path)
  }
  return paths
}
