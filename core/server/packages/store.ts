import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, copyFile, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import path from 'node:path'
import { digestOfFolder, listPackageFiles } from './package-files.ts'
import { readPluginPackage, type PluginPackage } from './plugin-package.ts'
import { digestOfArchive, unpackArchive } from './unpack.ts'

/** What no server has used for this long is removed. Each server that runs marks what it uses far more often. */
const unusedMs = 7 * 86_400_000

export type PluginStore = ReturnType<typeof createPluginStore>

/** Unpacked plugins, each in a folder that is called by its digest: what has another content has another folder, and none ever changes. */
export function createPluginStore(dataFolder: string) {
  const home = path.join(dataFolder, 'plugins', 'store')
  const folderOf = (digest: string) => path.join(home, digest)

  /** Fills a new folder and, once it is checked, gives it its name in one step. */
  async function add(digest: string, fill: (folder: string) => Promise<void>): Promise<PluginPackage> {
    const folder = folderOf(digest)
    if (existsSync(folder)) return readPluginPackage(folder, digest)
    const fresh = path.join(home, `.new-${randomUUID()}`)
    try {
      await mkdir(fresh, { recursive: true })
      await fill(fresh)
      await readPluginPackage(fresh, digest)
      // Another process may have been faster, with the same content.
      await rename(fresh, folder).catch((error: unknown) => {
        if (!existsSync(folder)) throw error
      })
    } finally {
      await rm(fresh, { recursive: true, force: true })
    }
    return readPluginPackage(folder, digest)
  }

  return {
    /** Marks what is in use, and removes what no server that shares the folder has used for long. */
    async tidy(used: ReadonlySet<string>, now = Date.now()): Promise<readonly string[]> {
      const removed: string[] = []
      for (const name of await readdir(home).catch(() => [])) {
        const folder = folderOf(name)
        if (used.has(name)) await utimes(folder, now / 1000, now / 1000)
        else if (now - (await stat(folder)).mtimeMs > unusedMs) {
          await rm(folder, { recursive: true, force: true })
          removed.push(name)
        }
      }
      return removed
    },
    has: (digest: string): boolean => existsSync(path.join(folderOf(digest), 'package.json')),
    read: (digest: string): Promise<PluginPackage> => readPluginPackage(folderOf(digest), digest),
    addArchive: (archive: Buffer): Promise<PluginPackage> => add(digestOfArchive(archive), folder => unpackArchive(archive, folder)),
    /** A copy of a folder as it is now: somebody may go on working in it. */
    async addFolder(source: string): Promise<PluginPackage> {
      const files = await listPackageFiles(source)
      return add(await digestOfFolder(source, files), async folder => {
        for (const file of files) {
          const target = path.join(folder, file)
          await mkdir(path.dirname(target), { recursive: true })
          await copyFile(path.join(source, file), target)
          await chmod(target, 0o444)
        }
      })
    },
  }
}
