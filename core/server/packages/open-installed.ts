import path from 'node:path'
import type { Environment } from '../config/environment.ts'
import type { AllowedHost } from '../outbound/allow-list.ts'
import { createPackageFetch } from './fetch-package.ts'
import { createInstalledPlugins, type InstalledPlugins } from './installed-plugins.ts'
import { createLockFile } from './lock-file.ts'
import { createPluginStore } from './store.ts'

/** What is installed in a portal. `folder` is where its config lies. */
export function openInstalled(options: {
  readonly folder: string
  readonly dataFolder: string
  readonly env: Environment
  readonly allow: readonly AllowedHost[]
}): InstalledPlugins {
  const { folder, env, allow } = options
  const store = createPluginStore(path.resolve(folder, options.dataFolder))
  return createInstalledPlugins({ store, lock: createLockFile(folder), packages: createPackageFetch({ store, folder, env, allow }) })
}
