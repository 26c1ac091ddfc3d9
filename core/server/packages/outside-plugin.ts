import type { PluginEntry } from '../config/sections/plugins-section.ts'
import type { PluginRole } from '../database/plugin-role.ts'
import type { PluginOrigin } from '../host/inspection.ts'
import type { ServerPlugin } from '../host/plugin.ts'
import { loadServerPlugin } from './load-plugin.ts'
import { sourceOf } from './package-source.ts'
import { PackageProblem } from './package-problem.ts'
import type { PluginPackage } from './plugin-package.ts'
import { shareModules, type SharedModules } from './shared-modules.ts'

// Said rather than run in the process of the portal, which is not what was asked for.
const noIsolation = "'isolation: process' is not there yet: a plugin runs in the process of the portal, or not at all"

/** What is known of a plugin from outside since its set-up. */
export interface RunningPlugin {
  /** With whose rights it uses the database. */
  role?: PluginRole
}

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
}

/** How the plugins that the config names are loaded. */
export function createOutsideLoader({ locate, shared }: LoadOptions): (entry: PluginEntry) => Promise<OutsidePlugin> {
  let sharing: Promise<void> | undefined
  return async entry => {
    const found = await locate(entry)
    const origin = originOf(entry, found)
    // Only read: its code may be why it is off.
    if (!entry.enabled) return { plugin: { id: found.manifest.id, setup: () => {} }, entry, package: found, origin, running: {} }
    if (entry.isolation === 'process') throw new PackageProblem(noIsolation)
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
