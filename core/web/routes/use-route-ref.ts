import { useParams } from 'react-router'
import { usePortal } from '../portal.tsx'
import type { AnyRouteRef, ExternalRouteRef, TargetRouteRef } from './route-ref.ts'
import type { RouteFunction } from './route-resolver.ts'

/** Links to a route: `const entityPath = useRouteRef(entityRoute)`, then `<Link to={entityPath({ kind, namespace, name })}>`. */
export function useRouteRef<Params extends string>(ref: ExternalRouteRef<Params, true>): RouteFunction<Params> | undefined
export function useRouteRef<Params extends string>(ref: TargetRouteRef<Params> | ExternalRouteRef<Params, false>): RouteFunction<Params>
export function useRouteRef(ref: AnyRouteRef): unknown {
  return usePortal().routes.resolve(ref)
}

/** The parameters of the route that the current page is shown at. */
export function useRouteRefParams<Params extends string>(ref: TargetRouteRef<Params>): Readonly<Record<Params, string>> {
  const params = useParams()
  const missing = ref.params.find(name => params[name] === undefined)
  if (missing !== undefined) throw new Error(`The current page has no parameter '${missing}' of the route '${ref.id}'`)
  return params as Record<Params, string>
}
