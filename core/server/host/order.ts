import type { ServerPlugin } from './plugin.ts'

/** Plugins so that each comes after those whose services it uses. Refuses what can never start, naming it. */
export function inOrderOfUse(plugins: readonly ServerPlugin[]): ServerPlugin[] {
  refuseDuplicates(plugins)
  const providers = providersOf(plugins)
  const done = new Set<ServerPlugin>()
  const open: ServerPlugin[] = []

  function visit(plugin: ServerPlugin): void {
    if (done.has(plugin)) return
    if (open.includes(plugin)) {
      const circle = [...open.slice(open.indexOf(plugin)), plugin].map(each => each.id)
      throw new Error(`Plugins use each other in a circle: ${circle.join(' → ')}`)
    }
    open.push(plugin)
    for (const service of servicesOf(plugin.uses)) {
      const owner = providers.get(service)
      if (!owner) throw new Error(`Plugin '${plugin.id}' uses the service '${service}', which no plugin provides`)
      visit(owner)
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

function refuseDuplicates(plugins: readonly ServerPlugin[]): void {
  const seen = new Set<string>()
  for (const { id } of plugins) {
    if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(id)) throw new Error(`'${id}' is no plugin id: lower-case words joined by hyphens`)
    if (id === 'core' || id === 'app') throw new Error(`'${id}' is the core's own name, a plugin cannot have it`)
    if (seen.has(id)) throw new Error(`Two plugins have the id '${id}'`)
    seen.add(id)
  }
}

function providersOf(plugins: readonly ServerPlugin[]): Map<string, ServerPlugin> {
  const providers = new Map<string, ServerPlugin>()
  for (const plugin of plugins) {
    for (const service of servicesOf(plugin.provides)) {
      const other = providers.get(service)
      if (other) throw new Error(`The service '${service}' is provided by two plugins: '${other.id}' and '${plugin.id}'`)
      providers.set(service, plugin)
    }
  }
  return providers
}
