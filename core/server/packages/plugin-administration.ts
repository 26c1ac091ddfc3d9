import { conflictError, inputError } from '@portico/core/common'
import type { InstalledVersion, PluginAdministration, PluginStatus } from '../host/inspection.ts'
import type { InstalledPlugins } from './installed-plugins.ts'
import type { LivePlugins } from './live-plugins.ts'
import { PackageProblem } from './package-problem.ts'
import type { PluginPackage } from './plugin-package.ts'

export function createPluginAdministration(
  installed: InstalledPlugins,
  statuses: () => readonly PluginStatus[],
  live: () => LivePlugins,
): PluginAdministration {
  async function changed<T>(work: Promise<T>): Promise<T> {
    const result = await refused(work)
    await live().refresh()
    return result
  }
  function toVersion({ name, version, manifest: { id } }: PluginPackage): InstalledVersion {
    const status = statuses().find(each => each.id === id)
    const problem = status?.problem ?? status?.error
    return { id, package: name, version, ...(problem !== undefined && { problem }) }
  }
  return {
    install: async (written, integrity) => toVersion(await changed(installed.install(written, integrity))),
    rollback: async id => toVersion(await changed(installed.rollback(id))),
    enable: (id, enabled) => changed(installed.enable(id, enabled)),
    async changes() {
      const locked = Object.entries(await installed.list())
      const known = new Set(statuses().map(({ id }) => id))
      return {
        waiting: [...live().waiting().keys()].filter(id => known.has(id)),
        revertible: locked.flatMap(([id, { previous }]) => (previous ? [id] : [])),
        switchable: locked.map(([id]) => id),
      }
    },
  }
}

/** What is refused is the caller's to change. */
async function refused<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof PackageProblem) throw inputError(error.message, { code: 'core.plugin-refused', cause: error })
    if ((error as NodeJS.ErrnoException).code === 'EROFS' || (error as NodeJS.ErrnoException).code === 'EACCES')
      throw conflictError('The server may not write its folder: install the plugin where the portal is built')
    throw error
  }
}
