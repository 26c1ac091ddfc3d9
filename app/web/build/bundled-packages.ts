import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Rolldown } from 'vite'

/** A package from outside of which a build has at least one module. */
export interface BundledPackage {
  readonly name: string
  readonly version: string
  /** Where it is installed, from the root of the repository. */
  readonly folder: string
}

const root = path.join(import.meta.dirname, '../../..')

/** The packages that are in a build. What ships them owes their licences, and says their versions. */
export function packagesOf(bundle: Rolldown.OutputBundle): BundledPackage[] {
  const modules = Object.values(bundle).flatMap(file => (file.type === 'chunk' ? file.moduleIds : []))
  const folders = new Set(modules.flatMap(id => folderOf(id) ?? []))
  return [...folders].sort().map(folder => {
    const { name, version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as BundledPackage
    return { name, version, folder: path.relative(root, folder) }
  })
}

function folderOf(id: string): string | undefined {
  const file = id.replace(/^\0+/, '').replace(/\?.*$/, '')
  const folder = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0]
  return folder !== undefined && existsSync(path.join(folder, 'package.json')) ? folder : undefined
}
