import { neededServicesOf, servicesOf } from '../host/order.ts'
import type { ServerPlugin } from '../host/plugin.ts'

/** A plugin of ours that does not run. */
export interface SwitchedOff {
  readonly id: string
  readonly reason: string
}

/** Leaves out the plugins with these ids, and those that use what they provide, with the reason for each. */
export function switchOff(
  plugins: readonly ServerPlugin[],
  pages: Readonly<Record<string, readonly string[]>>,
  ids: readonly string[],
): { readonly kept: readonly ServerPlugin[]; readonly off: readonly SwitchedOff[] } {
  const off = new Map(ids.map(id => [id, 'It is switched off in the config']))
  const owners = new Map(plugins.flatMap(plugin => servicesOf(plugin.provides).map(service => [service, plugin.id] as const)))
  const needs = new Map<string, readonly (string | undefined)[]>([
    ...plugins.map(({ id, uses }) => [id, neededServicesOf(uses).map(service => owners.get(service))] as const),
    ...Object.entries(pages),
  ])
  for (let before = -1; before !== off.size;) {
    before = off.size
    for (const [id, needed] of needs) {
      const missing = needed.find(owner => owner !== undefined && off.has(owner))
      if (missing !== undefined && !off.has(id)) off.set(id, `It needs the plugin '${missing}', which is off`)
    }
  }
  return { kept: plugins.filter(({ id }) => !off.has(id)), off: [...off].map(([id, reason]) => ({ id, reason })) }
}
