import path from 'node:path'
import type { ServedPackage } from '../http/package-files.ts'
import { listPackageFiles } from './package-files.ts'
import type { OutsidePlugin } from './outside-plugin.ts'
import { integrityOf, type PluginPackage } from './plugin-package.ts'

/** A module or a style sheet of a plugin from outside, as a page names it. */
export interface PackageFile {
  /** Without the path of `app.baseUrl`: `/plugins/radar/3f9a…/dist/web.mjs`. */
  readonly path: string
  /** `sha384-…`. */
  readonly integrity: string
}

/** The web half of a plugin from outside that is on. */
export interface WebPackage {
  readonly id: string
  readonly version: string
  readonly module: PackageFile
  /** All modules of the package, the entry too: for the integrity of what it imports. */
  readonly modules: readonly PackageFile[]
  readonly styles: readonly PackageFile[]
}

/** Enough of a digest to name a version of a plugin. */
const digestLetters = 32

/** Where the files of a package are served. */
export function pathOfFiles({ manifest, digest }: PluginPackage): string {
  return `/plugins/${manifest.id}/${digest.slice(0, digestLetters)}`
}

/** The web halves of the plugins from outside that run, read again when these have changed. */
export function createWebPackages(outside: () => Iterable<OutsidePlugin>) {
  let listed: readonly WebPackage[] = []
  let served: ReadonlyMap<string, ServedPackage> = new Map()
  return {
    async read(): Promise<void> {
      const all = [...outside()]
      const [next, files] = await Promise.all([listWebPackages(all), Promise.all(all.map(each => toServed(each.package)))])
      listed = next
      // What was served stays so: a page that is open may still load a part of it.
      served = new Map([...served, ...files.map(each => [each.path, each] as const)])
    },
    /** For the page: their modules and style sheets, with their integrity. */
    list: (): readonly WebPackage[] => listed,
    /** The files at an address. */
    served: (pathname: string): ServedPackage | undefined => served.get(pathname),
  }
}

async function toServed(found: PluginPackage): Promise<ServedPackage> {
  return { path: pathOfFiles(found), folder: found.folder, files: await servedFiles(found) }
}

async function listWebPackages(outside: Iterable<OutsidePlugin>): Promise<readonly WebPackage[]> {
  return Promise.all([...outside].filter(({ package: { manifest } }) => manifest.web !== undefined).map(each => toWebPackage(each.package)))
}

async function toWebPackage(found: PluginPackage): Promise<WebPackage> {
  const { manifest, folder, version } = found
  const fileOf = async (file: string): Promise<PackageFile> => ({
    path: `${pathOfFiles(found)}/${file}`,
    integrity: await integrityOf(path.join(folder, file)),
  })
  const files = await servedFiles(found)
  const entry = withoutDot(manifest.web ?? '')
  const modules = await Promise.all(files.filter(file => /\.m?js$/.test(file)).map(fileOf))
  const module = modules.find(each => each.path.endsWith(`/${entry}`)) ?? (await fileOf(entry))
  return { id: manifest.id, version, module, modules, styles: await Promise.all(manifest.styles.map(file => fileOf(withoutDot(file)))) }
}

/**
 * The files of a package that browsers may have: the web module, the style sheets, and what lies in the folder beside the module that is called
 * like it (`dist/web/` for `dist/web.mjs`). Where the module has a folder without the server's, all of that. The server's code stays here.
 */
export async function servedFiles({ manifest, folder }: PluginPackage): Promise<readonly string[]> {
  if (manifest.web === undefined) return []
  const web = withoutDot(manifest.web)
  const home = path.posix.dirname(web)
  const isBelow = (file: string, parent: string) => parent !== '.' && file.startsWith(`${parent}/`)
  const hasOwnFolder = home !== '.' && !isBelow(withoutDot(manifest.server ?? ''), home)
  const parts = web.replace(/\.\w+$/, '')
  const styles = manifest.styles.map(withoutDot)
  const files = await listPackageFiles(folder)
  return files.filter(file => file === web || styles.includes(file) || isBelow(file, hasOwnFolder ? home : parts))
}

function withoutDot(file: string): string {
  return file.replace(/^\.\//, '')
}
