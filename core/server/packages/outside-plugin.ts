import type { PluginEntry } from '../config/sections/plugins-section.ts'
import type { PluginOrigin } from '../host/inspection.ts'
import type { ServerPlugin } from '../host/plugin.ts'
import type { PluginDescription } from './isolated/description.ts'
import type { LastEnds } from './isolated/last-ends.ts'
import { createStandIn } from './isolated/stand-in.ts'
import { loadServerPlugin } from './load-plugin.ts'
import { sourceOf } from './package-source.ts'
import { PackageProblem } from './package-problem.ts'
import type { PluginPackage } from './plugin-package.ts'
import type { RunningPlugin } from './running-plugin.ts'
import { shareModules, type SharedModules } from './shared-modules.ts'

/** A plugin from outside, with where it comes from. */
export interface OutsidePlugin {
  readonly plugin: ServerPlugin
  readonly entry: PluginEntry
  readonly package: PluginPackage
  readonly origin: PluginOrigin
  readonly running: RunningPlugin
}

interface LoadOptions {
  /** Finds the package of an entry, or fetches it. */
  readonly locate: (entry: PluginEntry) => Promise<PluginPackage>
  /** What the portal shares with plugins; loaded when the first one is. */
  readonly shared: () => Promise<SharedModules>
  /** The program of a plugin's own process. */
  readonly isolated: URL | undefined
  readonly ends: LastEnds
}

/** How the plugins that the config names are loaded. */
export function createOutsideLoader({ locate, shared, isolated, ends }: LoadOptions): (entry: PluginEntry) => Promise<OutsidePlugin> {
  let sharing: Promise<void> | undefined
  const descriptions = new Map<string, PluginDescription>()
  return async entry => {
    const found = await locate(entry)
    const origin = originOf(entry, found)
    // Only read: its code may be why it is off.
    if (!entry.enabled) return { plugin: { id: found.manifest.id, setup: () => {} }, entry, package: found, origin, running: {} }
    if (entry.isolation === 'process' && found.manifest.server !== undefined) {
      if (!isolated) throw new PackageProblem('This program runs no plugins in processes of their own')
      const running: RunningPlugin = {}
      const plugin = await createStandIn({ found, entry, program: isolated, running, ends, descriptions })
      return { plugin, entry, package: found, origin, running }
    }
    await (sharing ??= shared().then(shareModules))
    return { plugin: loadServerPlugin(found), entry, package: found, origin, running: {} }
  }
}

function originOf(entry: PluginEntry, { name, version, manifest, digest }: PluginPackage): PluginOrigin {
  const { api, hosts, permissions = [], tables = [], slots = [], routes = [], web } = manifest
  return {
    package: name,
    version,
    source: sourceOf(entry.package),
    written: entry.package,
    digest,
    api,
    isolation: entry.isolation,
    adds: { routes, permissions, tables, slots, hosts, hasPages: web !== undefined },
  }
}
