import type { PluginEntry } from '../config/sections/plugins-section.ts'
import type { FetchedPackage, PackageFetch } from './fetch-package.ts'
import { sourceOf } from './package-source.ts'
import type { Installed, LockedPlugin, LockFile } from './lock-file.ts'
import { fromIntegrity, toIntegrity } from './package-files.ts'
import { PackageProblem } from './package-problem.ts'
import type { PluginPackage } from './plugin-package.ts'
import type { PluginStore } from './store.ts'

interface Dependencies {
  readonly store: PluginStore
  readonly lock: LockFile
  readonly packages: PackageFetch
}

export type InstalledPlugins = ReturnType<typeof createInstalledPlugins>

/** What is installed: taken from the store, fetched by the lock file, or new. */
export function createInstalledPlugins({ store, lock, packages }: Dependencies) {
  async function lockedById(id: string): Promise<LockedPlugin> {
    const found = (await lock.read())[id]
    if (!found) throw new PackageProblem(`No plugin '${id}' is installed`)
    return found
  }

  /** The package of a lock: from the store, so that no network is needed, or the very same archive again. */
  async function restore(locked: Installed): Promise<PluginPackage> {
    const digest = fromIntegrity(locked.integrity)
    return store.has(digest) ? store.read(digest) : packages.fetchLocked(locked)
  }

  async function record(written: string, { package: found, source, resolved }: FetchedPackage): Promise<void> {
    const { name, version, manifest, digest } = found
    const next: Installed = { name, version, integrity: toIntegrity(digest), source, resolved }
    await lock.change(plugins => {
      const before = plugins[manifest.id]
      const owner = Object.entries(plugins).find(([id, each]) => id !== manifest.id && each.name === name)
      if (before && before.name !== name) throw new PackageProblem(`The plugin '${manifest.id}' is installed already, from ${before.name}`)
      if (owner) throw new PackageProblem(`${name} is installed already, as the plugin '${owner[0]}'`)
      const isSame = before?.integrity === next.integrity
      const previous = isSame ? before.previous : before && toInstalled(before)
      return { ...plugins, [manifest.id]: { ...next, written, enabled: before?.enabled ?? true, ...(previous && { previous }) } }
    })
  }

  async function install(written: string, integrity?: string): Promise<PluginPackage> {
    const fetched = await packages.fetch(written, integrity)
    await record(written, fetched)
    return fetched.package
  }

  return {
    list: lock.read,
    /** Removes versions that nobody needs: those of the lock, the ones before them and those that run here stay. */
    async tidy(running: Iterable<string>): Promise<readonly string[]> {
      const locked = Object.values(await lock.read()).flatMap(each => [each, ...(each.previous ? [each.previous] : [])])
      return store.tidy(new Set([...running, ...locked.map(({ integrity }) => fromIntegrity(integrity))]))
    },
    /** The lock file, for those who watch it. */
    lockFile: lock.file,
    install,
    /** The newest version of what was asked for. */
    async update(id: string): Promise<PluginPackage> {
      return install((await lockedById(id)).written)
    },
    async remove(id: string): Promise<void> {
      await lockedById(id)
      await lock.change(plugins => Object.fromEntries(Object.entries(plugins).filter(([each]) => each !== id)))
    },
    async enable(id: string, enabled: boolean): Promise<void> {
      const found = await lockedById(id)
      await lock.change(plugins => ({ ...plugins, [id]: { ...found, enabled } }))
    },
    /** Back to the version before; once more leads forth again. */
    async rollback(id: string): Promise<PluginPackage> {
      const { previous, ...current } = await lockedById(id)
      if (!previous) throw new PackageProblem(`There is no version of '${id}' before this one`)
      // It may have been removed from the store: without it nothing changes.
      const found = await restore(previous)
      await lock.change(plugins => ({ ...plugins, [id]: { ...current, ...previous, previous: toInstalled(current) } }))
      return found
    },

    /** The entries of the config, and after them what is installed and not in the config. */
    async entries(written: readonly PluginEntry[], toEntry: (name: string) => PluginEntry): Promise<readonly PluginEntry[]> {
      const locked = Object.values(await lock.read())
      const others = locked.filter(each => !written.some(entry => entry.package === each.written || nameOf(entry.package) === each.name))
      return [
        ...written.map(entry => ({ ...entry, enabled: entry.enabled && isEnabled(entry, locked) })),
        ...others.map(each => ({ ...toEntry(each.written), enabled: each.enabled })),
      ]
    },

    /** The package of an entry. What is not here is fetched: by the lock if it has this very entry, else as the config says. */
    async locate({ package: written, integrity }: PluginEntry): Promise<PluginPackage> {
      // Somebody works in it: it is as it is now, and no lock holds it.
      if (sourceOf(written) === 'folder') return (await packages.fetch(written, integrity)).package
      const locked = Object.values(await lock.read()).find(each => each.written === written)
      if (locked && (integrity === undefined || integrity === locked.integrity)) return restore(locked)
      if (integrity !== undefined && store.has(fromIntegrity(integrity))) return store.read(fromIntegrity(integrity))
      return install(written, integrity)
    },
  }
}

function toInstalled({ name, version, integrity, source, resolved }: Installed): Installed {
  return { name, version, integrity, source, resolved }
}

function nameOf(written: string): string | undefined {
  return sourceOf(written) === 'registry' ? written.replace(/(?<=.)@[^@/]*$/, '') : undefined
}

function isEnabled(entry: PluginEntry, locked: readonly LockedPlugin[]): boolean {
  return locked.find(each => each.written === entry.package)?.enabled ?? true
}
