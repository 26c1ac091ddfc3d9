import type { ServerPlugin } from './plugin.ts'
import type { Service } from './service.ts'

/** Sorts plugins so that each comes after those whose services it uses. Throws an error that names the plugins that can never start. */
export function inOrderOfUse(plugins: readonly ServerPlugin[]): ServerPlugin[] {
  refuseDuplicates(plugins)
  plugins.forEach(refuseUnclearNames)
  const providers = providersOf(plugins)
  const done = new Set<ServerPlugin>()
  const open: ServerPlugin[] = []

  function visit(plugin: ServerPlugin): void {
    if (done.has(plugin)) return
    if (open.includes(plugin)) {
      const circle = [...open.slice(open.indexOf(plugin)), plugin].map(each => each.id)
      throw new Error(`Plugins depend on each other in a cycle: ${circle.join(' → ')}`)
    }
    open.push(plugin)
    for (const service of Object.values(plugin.uses ?? {}) as Service<unknown>[]) {
      const provider = providerOf(service, plugin, providers)
      if (provider) visit(provider)
    }
    open.pop()
    done.add(plugin)
  }

  plugins.forEach(visit)
  return [...done]
}

/** The ids of services in a `uses` or `provides`. */
export function servicesOf(services: ServerPlugin['uses']): string[] {
  return Object.values(services ?? {}).map(service => (service as { id: string }).id)
}

/** The ids of services without which a plugin does not run. */
export function neededServicesOf(uses: ServerPlugin['uses']): string[] {
  return (Object.values(uses ?? {}) as Service<unknown>[]).filter(service => !service.optional).map(({ id }) => id)
}

function refuseDuplicates(plugins: readonly ServerPlugin[]): void {
  const seen = new Set<string>()
  for (const { id } of plugins) {
    if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(id)) throw new Error(`'${id}' is not a plugin id: lower-case words joined by hyphens`)
    if (id === 'core' || id === 'app') throw new Error(`'${id}' is the core's own name, a plugin cannot have it`)
    if (seen.has(id)) throw new Error(`Two plugins have the id '${id}'`)
    seen.add(id)
  }
}

interface Provider {
  readonly plugin: ServerPlugin
  readonly service: Service<unknown>
}

function providersOf(plugins: readonly ServerPlugin[]): Map<string, Provider> {
  const providers = new Map<string, Provider>()
  for (const plugin of plugins) {
    for (const service of Object.values(plugin.provides ?? {}) as Service<unknown>[]) {
      const other = providers.get(service.id)?.plugin
      if (other) throw new Error(`The service '${service.id}' is provided by two plugins: '${other.id}' and '${plugin.id}'`)
      providers.set(service.id, { plugin, service })
    }
  }
  return providers
}

function providerOf(service: Service<unknown>, { id }: ServerPlugin, providers: ReadonlyMap<string, Provider>): ServerPlugin | undefined {
  const found = providers.get(service.id)
  if (!found && service.optional) return undefined
  if (!found) throw new Error(`Plugin '${id}' uses the service '${service.id}', which no plugin provides`)
  if (service.isRemote || found.service === (service.optional ?? service)) return found.plugin
  throw new Error(
    `Two services have the id '${service.id}': the one that plugin '${id}' uses and the one that plugin '${found.plugin.id}' provides. ` +
      'Define a service once, and import it where it is used',
  )
}

/** Inside a plugin a name stands for one service, and a service has one name. */
function refuseUnclearNames({ id, uses = {}, provides = {} }: ServerPlugin): void {
  const services = new Map<string, string>()
  const names = new Map<string, string>()
  for (const [name, service] of [...Object.entries(uses), ...Object.entries(provides)] as [string, Service<unknown>][]) {
    const [other, alias] = [services.get(name), names.get(service.id)]
    if (other !== undefined && other !== service.id)
      throw new Error(`Plugin '${id}' calls two services '${name}': '${other}' and '${service.id}'. Give one of them another name`)
    if (alias !== undefined && alias !== name)
      throw new Error(`Plugin '${id}' has two names for the service '${service.id}': '${alias}' and '${name}'. Leave one out`)
    services.set(name, service.id)
    names.set(service.id, name)
  }
}
