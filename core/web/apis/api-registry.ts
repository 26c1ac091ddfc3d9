import type { ApiFactory, ApiRef } from './api-ref.ts'

export interface ApiScopes {
  /** What comes with the portal. */
  readonly core: readonly ApiFactory[]
  /** What plugins provide. It overrides the core's. */
  readonly plugins: readonly { readonly id: string; readonly apis?: readonly ApiFactory[] }[]
  /** What the app itself provides. It overrides both. */
  readonly app: readonly ApiFactory[]
}

/** All APIs of a portal, each created once, on first use. Mistakes are refused before anything is created. */
export function createApis({ core, plugins, app }: ApiScopes) {
  const factories = new Map<string, ApiFactory>()
  for (const factory of core) factories.set(factory.api.id, factory)
  for (const [id, factory] of pluginFactories(plugins)) factories.set(id, factory)
  for (const factory of app) factories.set(factory.api.id, factory)
  for (const factory of factories.values()) checkUses(factory, factories)

  const made = new Map<string, unknown>()

  function get<Api>(ref: ApiRef<Api>): Api {
    if (!made.has(ref.id)) made.set(ref.id, make(ref))
    return made.get(ref.id) as Api
  }

  function make(ref: ApiRef<unknown>): unknown {
    const factory = factories.get(ref.id)
    if (!factory) throw new Error(`No implementation available for the API '${ref.id}'`)
    const uses = Object.entries(factory.uses).map(([name, used]) => [name, get(used)])
    return factory.create(Object.fromEntries(uses))
  }

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

function pluginFactories(plugins: ApiScopes['plugins']): Map<string, ApiFactory> {
  const owners = new Map<string, string>()
  const factories = new Map<string, ApiFactory>()
  for (const { plugin, factory } of plugins.flatMap(({ id, apis = [] }) => apis.map(each => ({ plugin: id, factory: each })))) {
    const { id } = factory.api
    const owner = owners.get(id)
    if (owner !== undefined) throw new Error(`The API '${id}' is provided twice, by the plugins '${owner}' and '${plugin}'`)
    owners.set(id, plugin)
    factories.set(id, factory)
  }
  return factories
}

/** Checks everything an API uses: each must exist, and there must be no cycle. */
function checkUses(factory: ApiFactory, factories: ReadonlyMap<string, ApiFactory>, way: readonly string[] = []): void {
  const { id } = factory.api
  if (way.includes(id)) throw new Error(`APIs depend on each other in a cycle: ${[...way.slice(way.indexOf(id)), id].join(' → ')}`)
  for (const used of Object.values(factory.uses)) {
    const next = factories.get(used.id)
    if (!next) throw new Error(`The API '${id}' uses '${used.id}', for which no implementation is available`)
    checkUses(next, factories, [...way, id])
  }
}
