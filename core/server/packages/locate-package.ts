import { realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import type { PluginEntry } from '../config/sections/plugins-section.ts'
import { PackageProblem } from './package-problem.ts'
import { readPluginPackage, type PluginPackage } from './plugin-package.ts'

/** Where a package comes from. */
export type PackageSource = 'folder' | 'archive' | 'address' | 'registry'

/** How `package:` in the config names a package. */
export function sourceOf(written: string): PackageSource {
  if (/^https?:/i.test(written)) return 'address'
  if (/\.t(?:ar\.)?gz$/i.test(written)) return 'archive'
  return /^\.{0,2}\//.test(written) || path.isAbsolute(written) ? 'folder' : 'registry'
}

/** Finds the package of an entry on this machine. Nothing of it runs. */
export async function locatePackage(entry: PluginEntry, folder: string): Promise<PluginPackage> {
  const source = sourceOf(entry.package)
  if (source !== 'folder') throw new PackageProblem(`'${entry.package}' is not installed`)
  const found = await realpath(path.resolve(folder, entry.package)).catch(() => undefined)
  if (found === undefined || !(await stat(found)).isDirectory()) throw new PackageProblem(`There is no folder '${entry.package}'`)
  return readPluginPackage(found)
}
