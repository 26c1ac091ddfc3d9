import type { PluginStatus } from '@portico/core/server'
import type { PluginState } from '@portico/devtools/common'

/** A plugin as the system page shows it. */
export function toPluginState({ origin, uses, provides, ...status }: PluginStatus): PluginState {
  return { ...status, uses: [...uses], provides: [...provides], ...(origin && { origin: { ...origin, adds: toAdds(origin.adds) } }) }
}

function toAdds({ hasPages, ...lists }: NonNullable<PluginStatus['origin']>['adds']) {
  const { routes, permissions, tables, slots, hosts } = lists
  return {
    hasPages,
    routes: [...routes],
    permissions: [...permissions],
    tables: [...tables],
    slots: [...slots],
    hosts: [...hosts],
  }
}
