import type { ApiFactory, ApiRef } from './api-ref.ts'
import { PluginFailure } from './plugin-failure.ts'

export interface ApiScopes {
  /** What comes with the portal. */
  readonly core: readonly ApiFactory[]
  /** What plugins provide. It overrides the core's. */
  readonly plugins: readonly { readonly id: string; readonly apis?: readonly ApiFactory[] }[]
  /** What the app itself provides. It overrides both. */
  readonly app: readonly ApiFactory[]
  /** The plugins that are from outside. Their mistakes are theirs alone. */
  readonly outside?: ReadonlySet<string> | undefined
}

/** All APIs of a portal, each created once, on first use. Mistakes are refused before anything is created. */
export function createApis({ core, plugins, app, outside }: ApiScopes) {
  const factories = new Map<string, ApiFactory>()
  for (const factory of core) factories.set(factory.api.id, factory)
  const ofOutside = new Map<string, string>()
  for (const [id, { plugin, factory }] of pluginFactories(plugins)) {
    factories.set(id, factory)
    if (outside?.has(plugin)) ofOutside.set(id, plugin)
  }
  for (const factory of app) {
    factories.set(factory.api.id, factory)
    ofOutside.delete(factory.api.id)
  }
  for (const factory of factories.values()) checkUses(factory, { factories, ofOutside })

  const made = new Map<string, unknown>()

  function get<Api>(ref: ApiRef<Api>): Api {
    if (!made.has(ref.id)) made.set(ref.id, make(ref))
    return made.get(ref.id) as Api
  }

  function make(ref: ApiRef<unknown>): unknown {
    const factory = factories.get(ref.id)
    if (!factory) throw new Error(`No implementation available for the API '${ref.id}'`)
    const uses = Object.entries(factory.uses).map(([name, used]) => [name, get(used)])
    const plugin = ofOutside.get(ref.id)
    if (plugin === undefined) return factory.create(Object.fromEntries(uses))
    try {
      return factory.create(Object.fromEntries(uses))
    } catch (error) {
      throw new PluginFailure(plugin, `Its API '${ref.id}' cannot be made: ${error instanceof Error ? error.message : String(error)}`, {
        cause: error,
      })
    }
  }

  // The portal itself works with these, so a mistake in them has to be known before anything is shown.
  for (const { api } of core) if (ofOutside.has(api.id)) get(api)

  return {
    /** The API itself; throws an error that names it when there is no implementation. */
    get,
    has: (ref: ApiRef<unknown>): boolean => factories.has(ref.id),
  }
}

/** Refuses an API that two plugins provide. */
export function checkProviders(plugins: ApiScopes['plugins']): void {
  pluginFactories(plugins)
}

interface OwnedFactory {
  readonly plugin: string
  readonly factory: ApiFactory
}

function pluginFactories(plugins: ApiScopes['plugins']): Map<string, OwnedFactory> {
  const found = new Map<string, OwnedFactory>()
  for (const { plugin, factory } of plugins.flatMap(({ id, apis = [] }) => apis.map(each => ({ plugin: id, factory: each })))) {
    const { id } = factory.api
    const owner = found.get(id)?.plugin
    if (owner !== undefined) throw new Error(`The API '${id}' is provided twice, by the plugins '${owner}' and '${plugin}'`)
    found.set(id, { plugin, factory })
  }
  return found
}

interface AllFactories {
  readonly factories: ReadonlyMap<string, ApiFactory>
  readonly ofOutside: ReadonlyMap<string, string>
}

/** Checks everything an API uses: each must exist, and there must be no cycle. */
function checkUses(factory: ApiFactory, all: AllFactories, way: readonly string[] = []): void {
  const { id } = factory.api
  const refuse = (ids: readonly string[], message: string): never => {
    const plugin = ids.map(each => all.ofOutside.get(each)).find(each => each !== undefined)
    throw plugin === undefined ? new Error(message) : new PluginFailure(plugin, message)
  }
  if (way.includes(id)) {
    const cycle = [...way.slice(way.indexOf(id)), id]
    refuse(cycle, `APIs depend on each other in a cycle: ${cycle.join(' → ')}`)
  }
  for (const used of Object.values(factory.uses)) {
    const next = all.factories.get(used.id)
    if (next) checkUses(next, all, [...way, id])
    else refuse([id], `The API '${id}' uses '${used.id}', for which no implementation is available`)
  }
}
