import type { ClientConfig } from 'pg'
import type { PluginEntry } from '../config/sections/plugins-section.ts'
import type { PluginRole } from '../database/plugin-role.ts'
import type { PluginOrigin } from '../host/inspection.ts'
import type { ServerPlugin } from '../host/plugin.ts'
import type { MigrationConsent } from '../database/migrate.ts'
import { createStandIn } from './isolated/stand-in.ts'
import type { ProcessStatus } from './isolated/supervise.ts'
import { loadServerPlugin } from './load-plugin.ts'
import { sourceOf } from './package-source.ts'
import { PackageProblem } from './package-problem.ts'
import type { PluginPackage } from './plugin-package.ts'
import { shareModules, type SharedModules } from './shared-modules.ts'

/** What is known of a plugin from outside since its set-up. */
export interface RunningPlugin {
  /** With whose rights it uses the database. */
  role?: PluginRole
  /** How its own process connects to the database. */
  login?: ClientConfig
  consent?: MigrationConsent
  /** How its own process does. */
  process?: () => ProcessStatus
  /** Marks it as failed. */
  fail?: (error: Error) => void
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
  /** The program of a plugin's own process. */
  readonly isolated: URL | undefined
}

/** How the plugins that the config names are loaded. */
export function createOutsideLoader({ locate, shared, isolated }: LoadOptions): (entry: PluginEntry) => Promise<OutsidePlugin> {
  let sharing: Promise<void> | undefined
  return async entry => {
    const found = await locate(entry)
    const origin = originOf(entry, found)
    // Only read: its code may be why it is off.
    if (!entry.enabled) return { plugin: { id: found.manifest.id, setup: () => {} }, entry, package: found, origin, running: {} }
    if (entry.isolation === 'process' && found.manifest.server !== undefined) {
      if (!isolated) throw new PackageProblem('This program runs no plugins in processes of their own')
      const running: RunningPlugin = {}
      const plugin = await createStandIn({ found, entry, program: isolated, running })
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
