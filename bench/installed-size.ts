import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { folderSize } from './folder-size.ts'

export interface InstalledSize {
  readonly totalBytes: number
  /** Without the packages that only tests and checks need, which `npm start` does not install. */
  readonly toRunBytes: number
}

interface InstalledPackage {
  readonly dev?: boolean
  readonly devOptional?: boolean
  readonly link?: boolean
}

/** The installed packages on disk, divided by what npm's own record of the installation says about them. */
export function installedSize(root: string): InstalledSize {
  const totalBytes = folderSize(join(root, 'node_modules'))
  const record = JSON.parse(readFileSync(join(root, 'node_modules', '.package-lock.json'), 'utf8')) as {
    packages: Record<string, InstalledPackage>
  }
  const onlyForDevelopment = Object.entries(record.packages)
    .filter(([path, { dev, devOptional, link }]) => path.startsWith('node_modules/') && !link && (dev || devOptional))
    .map(([path]) => join(root, path))
    .filter(existsSync)
  // A package inside another has an entry of its own, so each is measured without those inside it.
  return { totalBytes, toRunBytes: totalBytes - onlyForDevelopment.reduce((sum, path) => sum + folderSize(path, 'node_modules'), 0) }
}
