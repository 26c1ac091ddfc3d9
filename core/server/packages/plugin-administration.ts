import { conflictError, inputError } from '@portico/core/common'
import type { InstalledVersion, PluginAdministration, PluginStatus } from '../host/inspection.ts'
import type { InstalledPlugins } from './installed-plugins.ts'
import { fromIntegrity } from './package-files.ts'
import { PackageProblem } from './package-problem.ts'
import type { PluginPackage } from './plugin-package.ts'

export function createPluginAdministration(installed: InstalledPlugins, statuses: () => readonly PluginStatus[]): PluginAdministration {
  return {
    install: async (written, integrity) => toVersion(await refused(installed.install(written, integrity))),
    rollback: async id => toVersion(await refused(installed.rollback(id))),
    enable: (id, enabled) => refused(installed.enable(id, enabled)),
    async changes() {
      const locked = Object.entries(await installed.list())
      const running = new Map(statuses().map(status => [status.id, status]))
      const waiting = locked.filter(([id, { integrity, enabled }]) => {
        const status = running.get(id)
        // What could not be loaded has no digest: a restart tries again.
        if (status?.state === 'failed' && !status.origin) return false
        return status?.origin?.digest !== fromIntegrity(integrity) || enabled === (status.state === 'off')
      })
      const removed = [...running.values()].filter(
        ({ id, origin }) => origin?.source === 'registry' && !locked.some(([each]) => each === id),
      )
      return {
        waiting: [...waiting.map(([id]) => id), ...removed.map(({ id }) => id)],
        revertible: locked.flatMap(([id, { previous }]) => (previous ? [id] : [])),
        switchable: locked.map(([id]) => id),
      }
    },
  }
}

function toVersion({ name, version, manifest }: PluginPackage): InstalledVersion {
  return { id: manifest.id, package: name, version }
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
