import { appSection, pluginsOffSection } from '@portico/core/common'
import type { BrowserConfig } from '../config.ts'
import type { WebPlugin } from '../plugin.ts'
import type { ExternalRouteRef, TargetRouteRef } from './route-ref.ts'

/** The target of one external route; undefined for none. */
export interface RouteBinding {
  readonly external: ExternalRouteRef
  readonly target: TargetRouteRef | undefined
}

const configKey = 'app.routes.bindings'

/** Binds an external route in the app: `bindRoute(catalogWeb.externalRoutes.create, scaffolderWeb.routes.root)`. */
export function bindRoute<Params extends string>(
  external: ExternalRouteRef<Params>,
  target: TargetRouteRef<NoInfer<Params>> | undefined,
): RouteBinding {
  return { external, target }
}

/** The target of every external route: by the config, else by the app, else by its default. Mistakes are refused by name. */
export function resolveBindings(options: {
  readonly plugins: readonly WebPlugin[]
  readonly bindings: readonly RouteBinding[]
  readonly config: Pick<BrowserConfig, 'section'>
  /** Plugins from outside that could not be loaded: what the config says of their routes holds when they are there again. */
  readonly absent?: readonly string[] | undefined
}): ReadonlyMap<ExternalRouteRef, TargetRouteRef> {
  const { plugins, bindings, config, absent = [] } = options
  const externals = new Map(plugins.flatMap(({ id, externalRoutes = {} }) => named(id, externalRoutes)))
  const targets = new Map(plugins.flatMap(({ id, routes = {} }) => named(id, routes)))
  const bound = new Map<ExternalRouteRef, TargetRouteRef | undefined>()

  for (const external of externals.values()) {
    const target = external.defaultTarget === undefined ? undefined : targets.get(external.defaultTarget)
    if (target) bound.set(external, target)
  }
  for (const { external, target } of bindings) {
    if (![...externals.values()].includes(external)) {
      throw new Error(`Invalid route binding: no plugin of this portal has the external route '${external.id}'`)
    }
    bound.set(external, target)
  }
  const away = [...absent, ...config.section(pluginsOffSection)]
  const isAway = (name: string) => away.some(id => name.startsWith(`${id}.`))
  for (const [name, target] of Object.entries(config.section(appSection).routes.bindings)) {
    // The config may stay as it is while a plugin is off or away.
    if (isAway(name) || (target !== false && isAway(target))) continue
    const external = externals.get(name)
    if (!external) throw new Error(`Invalid route binding in ${configKey}: there is no external route '${name}'`)
    bound.set(external, target === false ? undefined : configTarget(targets, name, target))
  }
  for (const [name, external] of externals) checkBinding(name, external, bound.get(external))
  return new Map([...bound].flatMap(([external, target]) => (target ? [[external, target] as const] : [])))
}

function named<Ref>(plugin: string, refs: Readonly<Record<string, Ref>>): [string, Ref][] {
  return Object.entries(refs).map(([name, ref]) => [`${plugin}.${name}`, ref])
}

function configTarget(targets: ReadonlyMap<string, TargetRouteRef>, name: string, value: string): TargetRouteRef {
  const target = targets.get(value)
  if (target) return target
  throw new Error(`Invalid route binding in ${configKey} for '${name}': there is no route '${value}'`)
}

function checkBinding(name: string, external: ExternalRouteRef, target: TargetRouteRef | undefined): void {
  if (!target) {
    if (external.optional) return
    throw new Error(`The external route '${name}' must be bound to a route, in the app or in ${configKey}`)
  }
  const given = [...external.params].sort().join(', ')
  const needed = [...target.params].sort().join(', ')
  if (given === needed) return
  throw new Error(`Invalid route binding: '${name}' has the parameters (${given}), its target '${target.id}' has (${needed})`)
}
