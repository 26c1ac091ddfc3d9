import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ServerPlugin } from '../host/plugin.ts'
import { PackageProblem, problemText } from './package-problem.ts'
import type { PluginPackage } from './plugin-package.ts'
import { admitFolder } from './shared-modules.ts'

/** Runs the server module of a package and returns the plugin that it exports by default. Refuses one that is not what its manifest promises. */
export function loadServerPlugin({ name, manifest, folder }: PluginPackage): ServerPlugin {
  if (manifest.server === undefined) return { id: manifest.id, setup: () => {} }
  admitFolder(pathToFileURL(`${folder}${path.sep}`).href, manifest.id)
  const { default: plugin } = loadModule(name, folder, manifest.server)
  if (!isServerPlugin(plugin))
    throw new PackageProblem(`${manifest.server} of ${name} has no plugin as its default export: use defineServerPlugin`)
  refuseBrokenPromises(name, plugin, manifest)
  return plugin
}

/** At once: a module that waits while it loads is refused, so that none holds up the start of the portal. Bundlers leave this import alone. */
function loadModule(name: string, folder: string, file: string): { readonly default?: unknown } {
  try {
    return createRequire(path.join(folder, 'package.json'))(path.join(folder, file)) as { readonly default?: unknown }
  } catch (error) {
    const isWaiting = (error as NodeJS.ErrnoException).code === 'ERR_REQUIRE_ASYNC_MODULE'
    const reason = isWaiting ? 'it waits (await) while it loads. Wait in its set-up' : problemText(error)
    throw new PackageProblem(`${file} of ${name} cannot be loaded: ${reason}`)
  }
}

function isServerPlugin(value: unknown): value is ServerPlugin {
  const { id, setup } = (typeof value === 'object' && value !== null ? value : {}) as Partial<ServerPlugin>
  return typeof id === 'string' && typeof setup === 'function'
}

/** Refuses a plugin that is, claims or declares other things than its manifest says. */
export function refuseBrokenPromises(name: string, plugin: ServerPlugin, manifest: PluginPackage['manifest']): void {
  if (plugin.id !== manifest.id)
    throw new PackageProblem(`${name} calls itself '${manifest.id}' in its package.json, and '${plugin.id}' in its code`)
  const sections = Object.keys((plugin.config ?? {}) as object)
  const foreign = sections.find(section => section !== plugin.id && !section.startsWith(`${plugin.id}.`))
  if (foreign !== undefined) throw new PackageProblem(`${name} claims the section '${foreign}' of the config: its own is '${plugin.id}'`)
  const declared = (plugin.permissions?.permissions ?? []).map(permission => permission.name)
  const secretOnes = manifest.permissions && declared.filter(permission => !manifest.permissions?.includes(permission))
  if (secretOnes?.length)
    throw new PackageProblem(`${name} declares the permission '${secretOnes[0]}', which its package.json does not list in 'permissions'`)
  const missing = (manifest.permissions ?? []).filter(permission => manifest.server !== undefined && !declared.includes(permission))
  if (missing.length > 0)
    throw new PackageProblem(`${name} lists the permission '${missing[0]}' in its package.json, and does not declare it`)
}
