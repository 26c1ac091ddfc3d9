import { lstatSync, readdirSync, type Stats } from 'node:fs'
import { join } from 'node:path'

/**
 * What a folder takes on disk, in bytes: whole blocks, links not followed, a file with several names counted once.
 * Folders below it that are called `except` are left out.
 */
export function folderSize(folder: string, except?: string): number {
  const seen = new Set<string>()

  function isNew(stats: Stats): boolean {
    const identity = `${stats.dev}:${stats.ino}`
    return stats.nlink === 1 || (!seen.has(identity) && Boolean(seen.add(identity)))
  }

  function sizeOf(path: string): number {
    const stats = lstatSync(path, { throwIfNoEntry: false })
    // A running database removes files during the walk.
    if (!stats) return 0
    if (!stats.isDirectory()) return isNew(stats) ? stats.blocks * 512 : 0
    const names = readdirSync(path).filter(name => name !== except)
    return names.reduce((sum, name) => sum + sizeOf(join(path, name)), stats.blocks * 512)
  }

  return sizeOf(folder)
}
