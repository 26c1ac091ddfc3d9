import { paramNamesOf, refuseRepeatedParams, type PathParams } from './route-path.ts'

/** A page that others can link to without knowing its path. It has a path once a page says `route`. */
export interface RouteRef<Params extends string = string> {
  readonly kind: 'absolute'
  readonly id: string
  readonly params: readonly Params[]
}

/** A path below the page of another route ref. */
export interface SubRouteRef<Params extends string = string> {
  readonly kind: 'sub'
  readonly id: string
  readonly params: readonly Params[]
  readonly parent: RouteRef
  readonly path: string
}

/** A link out of a plugin whose target is decided by the app, the config, or the default target. */
export interface ExternalRouteRef<Params extends string = string, Optional extends boolean = boolean> {
  readonly kind: 'external'
  readonly id: string
  readonly params: readonly Params[]
  /** Whether the plugin works without it: then the link is left out. */
  readonly optional: Optional
  /** `catalog.entity`: the route called `entity` of the plugin `catalog`, where that plugin is installed. */
  readonly defaultTarget: string | undefined
}

export type TargetRouteRef<Params extends string = string> = RouteRef<Params> | SubRouteRef<Params>
export type AnyRouteRef = TargetRouteRef | ExternalRouteRef

/** Declares a route of a plugin: `defineRouteRef({ id: 'catalog-entity', params: ['namespace', 'kind', 'name'] })`. */
export function defineRouteRef<const Params extends string = never>(spec: {
  readonly id: string
  readonly params?: readonly Params[]
}): RouteRef<Params> {
  return { kind: 'absolute', id: spec.id, params: spec.params ?? [] }
}

/** Declares a path below a route, with the parent's parameters and those of its own path. */
export function defineSubRouteRef<Parent extends string, const Path extends string>(spec: {
  readonly id: string
  readonly parent: RouteRef<Parent>
  readonly path: Path
}): SubRouteRef<Parent | PathParams<Path>> {
  const { id, parent, path } = spec
  const refuse = (why: string) => {
    throw new Error(`The sub-route '${id}' has the path '${path}', which ${why}`)
  }
  if (!path.startsWith('/')) refuse("must start with '/'")
  if (path.endsWith('/')) refuse("must not end with '/'")
  refuseRepeatedParams(path)
  const own = paramNamesOf(path)
  const odd = own.find(name => !/^\w+$/.test(name))
  if (odd !== undefined) refuse(`has the parameter '${odd}': parameters must be word characters`)
  const shared = own.find(name => (parent.params as readonly string[]).includes(name))
  if (shared !== undefined) refuse(`has the parameter '${shared}' of its parent '${parent.id}': parameters must not overlap`)
  return { kind: 'sub', id, parent, path, params: [...parent.params, ...own] as (Parent | PathParams<Path>)[] }
}

/** Declares a link out of a plugin. A required one must be bound before the portal opens. */
export function defineExternalRouteRef<const Params extends string = never, const Optional extends boolean = false>(spec: {
  readonly id: string
  readonly params?: readonly Params[]
  readonly optional?: Optional
  readonly defaultTarget?: string
}): ExternalRouteRef<Params, Optional> {
  const { id, params = [], optional = false as Optional, defaultTarget } = spec
  return { kind: 'external', id, params, optional, defaultTarget }
}
